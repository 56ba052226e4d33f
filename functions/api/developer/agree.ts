import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { TERMS } from '../../domain/developer/agreement.ts'
import { requireAgency } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.developer.agree, async ({ input, actor, user, company, db, now, request, tell }) => {
  requireAgency(actor, company)
  if (user.id !== actor.userId) throw refused('You can only agree for yourself.')
  const document = await db.legalDocument.findLatest(company.rootId, TERMS)
  if (!document) throw notFound('document')
  // Keys of a time before the mode was switched off: they open nothing, and never will again.
  if (!company.hasDeveloperAgreement) await db.apiKey.removeAll(company.id)
  await db.legalDocument.agree({
    companyId: company.id,
    userId: user.id,
    feature: 'developer',
    documentName: TERMS,
    version: document.version,
    // What stands in our own books, and not what a browser calls the company.
    companyName: company.name,
    locationMenu: input.location_menu,
    ip: request.ip,
    timeZone: request.timeZone ?? company.timeZone,
    agreedAt: now(),
  })
  await db.company.update(company.id, { hasDeveloperAgreement: true })
  tell({
    description: `Agreed to ${document.title} for ${company.name}`,
    after: { document: TERMS, document_version: document.version },
  })
  return { result: 'success' as const, message: 'Thank you. Your agreement is recorded.' }
})
