import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { TERMS } from '../../domain/developer/agreement.ts'
import { chargeDeveloperFee } from '../../domain/developer/fee.ts'
import { requireAgency } from '../../domain/developer/keys.ts'
import { requireRead } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'
import { shownCentsOf } from '../../wire/payments/shown-charge.ts'

const CONFIRM = 'Your bank asks you to confirm this payment.'

export default handle(contracts.developer.agree, async (context) => {
  const { input, actor, user, company, db, env, now, request, tell } = context
  requireAgency(actor, company)
  if (user.id !== actor.userId) throw refused('You can only agree for yourself.')
  const document = await db.legalDocument.findLatest(company.rootId, TERMS)
  if (!document) throw notFound('document')
  requireRead(input.version, document)
  const begunAt = now()
  // Before anything is written: who does not pay has not accepted. A crash behind it is mended by accepting again, which pays nothing more.
  const charged = await chargeDeveloperFee(context, company, shownCentsOf(input))
  if (charged.is === 'action') {
    tell({
      description: `Asked the bank to confirm the fee of the developer mode for ${company.name}`,
      after: { status: 'waits for the bank' },
    })
    return {
      result: 'action' as const,
      message: CONFIRM,
      confirmation: { client_secret: charged.clientSecret, public_key: env.STRIPE_PUBLISHABLE_KEY },
    }
  }
  // Keys of a time before the mode was switched off: they open nothing, and never will again. Of two who accept at once the one who
  // waited longer for the payment leaves what was made under the other's yes.
  if (!company.hasDeveloperAgreement) await db.apiKey.removeThoseUntil(company.id, begunAt)
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
