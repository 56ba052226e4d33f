import { contracts } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import { listFileAt } from '#shared/model/list-file.ts'
import { listFileName } from '../../domain/companies/list-files.ts'
import { handle } from '../../kit/handle.ts'
import { importJob, listFileJob, uploadJob } from '../../wire/account/job.ts'

/** Of each kind; more than a person has open at once. */
const LOOKED_AT = 10

export default handle(contracts.account.jobs, async ({ db, company, actor, now }) => {
  const at = now()
  // What somebody sent through other eyes is theirs too, there.
  const people = [actor.userId, actor.viewing?.userId]
  const [uploads, imports, files] = await Promise.all([
    db.upload.listRecent(company.id, LOOKED_AT),
    db.clientImport.listRecent(company.id, LOOKED_AT),
    db.listFile.listRecent(company.id, LOOKED_AT),
  ])
  const isTheirs = (row: { requestedBy: string; createdAt: number }) =>
    people.includes(row.requestedBy) && row.createdAt > at - DAY
  const jobs = [
    ...uploads.filter(isTheirs).map(uploadJob),
    ...imports.filter(isTheirs).flatMap(importJob),
    ...files.filter(isTheirs).map((file) => listFileJob(listFileAt(file, at), listFileName(file))),
  ]
  return { data: jobs.sort((a, b) => b.created_at.localeCompare(a.created_at)) }
})
