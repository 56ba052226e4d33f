// Who pays an invoice hears what became of it, from who asked for the money: a client from its agency, an agency from the platform.
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import { toCurrency } from '#shared/money/format.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { tellPeople } from '../mail/tell-people.ts'
import { invoiceNumber } from './number.ts'

type Deps = { db: Pick<Db, 'user' | 'company' | 'notice'>; queues: Pick<Queues, 'send'>; now: () => number }

/** What a mail says of an invoice. */
export const invoiceFacts = (payer: Company, payment: Payment) => ({
  payerId: payer.id,
  number: invoiceNumber(payment),
  what: payment.description,
  amount: toCurrency(payment.amountCents),
})

/** It is paid: once for each invoice, however often this is asked for. */
export async function tellPaid(deps: Deps, payment: Payment, known?: Company): Promise<void> {
  const payer = known ?? (await deps.db.company.find(payment.companyId))
  if (!payer) return
  await tellPeople(deps, payer, 'invoicePaid', {
    id: payment.key,
    from: 'issuer',
    facts: { ...invoiceFacts(payer, payment), paidWith: payment.attempt?.means ?? payment.paidWith },
  })
}
