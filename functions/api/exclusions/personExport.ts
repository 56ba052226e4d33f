import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { isCopyKept } from '#shared/model/person-request.ts'
import { personKey } from '../../domain/exclusions/keys.ts'
import { handle } from '../../kit/handle.ts'

const FILE_NAME = 'person.json'

export default handle(contracts.exclusions.personExport, async ({ input, company, db, files, now }) => {
  const request = await db.personRequest.find({ companyId: company.id, id: input.request_id })
  if (!request || !isCopyKept(request, now())) throw notFound('file')
  // The person may have been erased since.
  if (!(await files.exists(personKey(request)))) throw notFound('file')
  return { url: await files.downloadUrl(personKey(request), FILE_NAME), filename: FILE_NAME }
})
