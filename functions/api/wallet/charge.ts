import { contracts } from '#shared/contracts/index.ts'
import { AppError, conflict, invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { featureDocuments } from '#shared/model/document.ts'
import { toDollars } from '#shared/money/cents.ts'
import { readAmount } from '../../domain/wallet/amount.ts'
import { makePaymentDeps } from '../../domain/wallet/payment-deps.ts'
import { orderTopUp } from '../../domain/wallet/top-up.ts'
import { handle } from '../../kit/handle.ts'
import { answerSettled, mustOwn, outcomeOf, toldOf } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.charge, async ({ input, company, actor, me, request, tell, ...services }) => {
  await mustOwn(services.db, actor, company)
  const amountCents = readAmount(input.amount, input.custom_amount)
  const { legalDocument } = services.db
  const [document, agreement] = await Promise.all([
    legalDocument.findLatest(actor.rootId, featureDocuments.data_wallet),
    legalDocument.findAgreement(company.id, me.id, 'data_wallet'),
  ])
  if (!document || agreement?.version !== document.version)
    throw conflict('Please accept the Data Wallet service agreement first.')
  const { monthlyCapCents } = await services.db.ledger.get(company.id)
  if (input.save_amount && monthlyCapCents !== null && amountCents > monthlyCapCents)
    throw invalid({ save_amount: messages.aboveMonthlyLimit })
  if (!request.idempotencyKey) throw new AppError('bad_request', 'This call needs an Idempotency-Key header.')
  const settled = await orderTopUp(makePaymentDeps(services), company, {
    amountCents,
    isCustom: input.custom_amount,
    isKept: input.save_amount,
    isStopped: input.save_amount ? input.stop_continual : undefined,
    idempotencyKey: request.idempotencyKey,
    person: `${me.name}, ${request.ip}`,
  })
  tell({
    description: `${toldOf(settled)} of $${toDollars(amountCents)}${input.save_amount ? ', kept for automatic ones' : ''}: ${outcomeOf(settled)}`,
    after: { amount: toDollars(amountCents), outcome: outcomeOf(settled) },
  })
  return answerSettled(settled, services.env.STRIPE_PUBLISHABLE_KEY)
})
