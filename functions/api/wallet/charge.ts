import { contracts } from '#shared/contracts/index.ts'
import { AppError, conflict, invalid } from '#shared/errors.ts'
import { featureDocuments } from '#shared/model/document.ts'
import { toDollars } from '#shared/money/cents.ts'
import { openTill } from '../../domain/till.ts'
import { orderTopUp } from '../../domain/wallet.ts'
import { readAmount } from '../../domain/wallet-amount.ts'
import { mustOwn } from '../../domain/wallet-page.ts'
import { handle } from '../../kit/handle.ts'

const UNCERTAIN =
  'The payment provider has not answered yet. Please do not pay again: within five minutes this shows in your transactions as paid or failed.'

export default handle(contracts.wallet.charge, async ({ input, company, actor, me, request, tell, ...services }) => {
  mustOwn(actor, company)
  const amountCents = readAmount(input.amount, input.custom_amount)
  const { legalDocument } = services.db
  const [document, agreement] = await Promise.all([
    legalDocument.findLatest(actor.rootId, featureDocuments.data_wallet),
    legalDocument.findAgreement(company.id, me.id, 'data_wallet'),
  ])
  if (!document || agreement?.version !== document.version)
    throw conflict('Please accept the Data Wallet service agreement first.')
  if (!request.idempotencyKey) throw new AppError('bad_request', 'This call needs an Idempotency-Key header.')
  const settled = await orderTopUp(openTill(services), company, {
    amountCents,
    isCustom: input.custom_amount,
    isStopped: input.stop_continual,
    idempotencyKey: request.idempotencyKey,
    person: `${me.name}, ${request.ip}`,
  })
  const outcome = { posted: 'paid', void: 'failed', open: 'not certain yet' }[settled.is]
  tell({ description: `Ordered a top-up of $${toDollars(amountCents)}: ${outcome}` })
  switch (settled.is) {
    case 'posted':
      return { result: 'success' as const, message: 'Your Data Wallet has been topped up.' }
    case 'void':
      throw invalid({ amount: settled.reason })
    case 'open':
      throw new AppError('unavailable', UNCERTAIN, { cause: settled.cause })
    default:
      return settled satisfies never
  }
})
