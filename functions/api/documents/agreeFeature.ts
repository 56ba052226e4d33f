import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { featureDocuments } from '#shared/model/document.ts'
import { requireRead } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'

export default handle(
  contracts.documents.agreeFeature,
  async ({ input, actor, user, company, db, now, request, tell }) => {
    if (user.id !== actor.userId || company.id !== actor.companyId)
      throw refused('You can only agree for yourself and your own company.')
    const documentName = featureDocuments[input.feature_id]
    const document = await db.legalDocument.findLatest(actor.rootId, documentName)
    if (!document) throw notFound('document')
    requireRead(input.version, document)
    await db.legalDocument.agree({
      companyId: company.id,
      userId: user.id,
      feature: input.feature_id,
      documentName,
      version: document.version,
      // What stands in our own books, and not what a browser calls the company.
      companyName: company.name,
      locationMenu: input.location_menu,
      ip: request.ip,
      timeZone: request.timeZone ?? company.timeZone,
      agreedAt: now(),
    })
    tell({
      description: `Agreed to ${document.title}`,
      after: { feature: input.feature_id, document: documentName, document_version: document.version },
    })
    return { result: 'success' as const, message: 'Thank you. Your agreement is recorded.' }
  },
)
