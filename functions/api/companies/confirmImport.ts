import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { requireFirstAddress } from '../../domain/mail/first-address.ts'
import { mailsOf, tooManyMails } from '../../domain/mail/quota.ts'
import { handle } from '../../kit/handle.ts'
import { toImportJob } from '../../wire/companies/import-job.ts'

export default handle(contracts.companies.confirmImport, async (context) => {
  const { input, actor, company, db, queues, now, tell, report } = context
  const id = { companyId: company.id, id: input.importID }
  const found = await db.clientImport.find(id)
  if (!found) throw notFound('file')
  if (found.status === 'checked') await requireFirstAddress(context)
  // A file with more rows than a day has invitations is refused in any case.
  const at = now()
  const quota = mailsOf(actor.companyId, 'invitation', found.accepted, at)
  const outcome = quota.count > quota.most ? 'too_many' : await db.clientImport.confirm(id, quota, at)
  const row = await db.clientImport.find(id)
  if (!row || (row.status !== 'running' && row.status !== 'done'))
    throw outcome === 'too_many' && row?.status === 'checked'
      ? await tooManyMails(db, quota, 'invitation')
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
