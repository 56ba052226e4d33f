import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { agreementFilesOf } from '#shared/model/document.ts'
import { agreementFile } from '../../domain/documents/agreement-file.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.documents.downloadAgreement, async ({ input, user, db, files, env, now }) => {
  const company = await db.company.get(user.companyId)
  const { document_type: name } = input
  if (!agreementFilesOf(company.kind).includes(name))
    throw invalid({ document_type: 'This company has no agreement of this kind.' })
  const platform = { domain: env.PLATFORM_DOMAIN, now: now() }
  const { uuid, url, fileName } = await agreementFile({ db, files }, company, name, platform)
  return { result: 'success' as const, file_uuid: uuid, url, filename: fileName }
})
