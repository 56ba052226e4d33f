import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound, tooMany } from '#shared/errors.ts'
import { nextDay, planInvitations } from '../../domain/companies/import-invite.ts'
import { requireFirstAddress } from '../../domain/mail/first-address.ts'
import { invitationsOfFile } from '../../domain/mail/quota.ts'
import { handle } from '../../kit/handle.ts'
import { toImportJob } from '../../wire/companies/import-job.ts'

const TRIES = 5

export default handle(contracts.companies.confirmImport, async (context) => {
  const { input, actor, company, db, queues, now, tell, report } = context
  const id = { companyId: company.id, id: input.importID }
  const found = await db.clientImport.find(id)
  if (!found) throw notFound('file')
  if (found.status === 'checked') await requireFirstAddress(context)
  let outcome: Awaited<ReturnType<typeof db.clientImport.confirm>> = 'not_waiting'
  for (let round = 0; found.status === 'checked' && round < TRIES; round++) {
    const at = now()
    const { today, refusal } = await planInvitations(db, found, actor.companyId, at)
    if (refusal) throw tooMany(refusal, (nextDay(at) - at) / 1000)
    const quota = invitationsOfFile(actor.companyId, today, at)
    outcome = await db.clientImport.confirm(id, quota, at, found.accepted)
    // Others invited meanwhile, so less is left of the day.
    if (outcome !== 'too_many') break
  }
  const row = await db.clientImport.find(id)
  if (!row || (row.status !== 'running' && row.status !== 'done'))
    throw outcome === 'too_many'
      ? tooMany('Your company invites people at this very moment. Please try again.', 5)
      : conflict('This file is not waiting to be confirmed.')
  // Once confirmed it will be done: what the queue does not take now, the timetable sends.
  if (outcome === 'confirmed') {
    await queues
      .send('importClients', { companyId: company.id, importId: row.id })
      .catch((error: unknown) => report('An import was confirmed and is sent later.', error))
    tell({
      description: `Confirmed a file of clients for ${company.name}: ${row.accepted} to be made and invited`,
      after: { file: row.fileName, import: row.id, clients: row.accepted },
    })
  }
  return { job: toImportJob(row) }
})
