import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { toImportJob } from '../../domain/client-import-job.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.clients.confirmImport, async (context) => {
  const { input, company, db, queues, now, tell, report } = context
  const id = { companyId: company.id, id: input.importID }
  const found = await db.clientImport.find(id)
  if (!found) throw notFound('file')
  const isFirst = await db.clientImport.confirm(id, now())
  const row = await db.clientImport.find(id)
  if (!row || (row.status !== 'running' && row.status !== 'done'))
    throw conflict('This file is not waiting to be confirmed.')
  // Once confirmed it will be done: what the queue does not take now, the timetable sends.
  if (isFirst) {
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
