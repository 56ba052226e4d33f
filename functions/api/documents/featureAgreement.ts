import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { featureDocuments } from '#shared/model/document.ts'
import { toFlag } from '#shared/wire.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.documents.featureAgreement, async ({ input, user, db }) => {
  const [document, agreement] = await Promise.all([
    db.legalDocument.findLatest(user.rootId, featureDocuments[input.feature_id]),
    db.legalDocument.findAgreement(user.companyId, user.id, input.feature_id),
  ])
  if (!document) throw notFound('document')
  return { status: toFlag(agreement?.version === document.version), version: document.version }
})
