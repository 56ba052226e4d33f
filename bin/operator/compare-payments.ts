import { parseArgs } from 'node:util'
import type { Charged } from '#functions/gateways/stripe/charges.ts'
import type { Services } from '#functions/kit/services.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { type Command, helpOf, type Said } from './command.ts'
import { allCompanies } from './companies.ts'

const usage = 'compare-payments --since <time, such as 2026-11-20T03:00Z>'
const about = `Asks the payment provider what it charged since then, company by company, and says which of it our books do not know: what a
table that was restored has forgotten, and what would be charged once more. Nothing is changed. Ends with 2 where there is any.`
const FOUND = 2

type Needed = Pick<Services, 'db' | 'table' | 'payments'>

/** What our books say of a charge; nothing where they agree with it. */
async function differenceOf({ db }: Needed, companyId: string, charge: Charged): Promise<string | undefined> {
  const { kind, entry = '', at, payment = '' } = charge.metadata
  if (kind === 'wallet') {
    const known = await db.ledger.findEntry({ companyId, id: entry, at: Number(at) })
    if (!known) return 'a top-up that the wallet does not know'
    return known.state === 'posted' ? undefined : `a top-up that is ${known.state} in the wallet`
  }
  if (kind !== 'payment') return 'a charge of a kind that we do not make'
  const known = await db.payment.find({ companyId, key: payment })
  if (!known) return `the payment ${payment}, which our books do not know`
  if (known.status === 'open') return `the payment ${payment}, which is ${known.status} in our books`
  return undefined
}

async function run(services: Needed, args: string[]): Promise<Said> {
  const { values } = parseArgs({ args, options: { since: { type: 'string' } } })
  const since = Date.parse(values.since ?? '')
  if (Number.isNaN(since)) throw new Error(helpOf({ usage, about }))
  const lines: string[] = []
  let charges = 0
  for await (const { id, name } of allCompanies(services)) {
    const { customerId, accountId } = await services.db.billing.get(id)
    if (!customerId) continue
    for (const charge of await services.payments.listCharged({
      customerId,
      accountId: accountId || undefined,
      since,
    })) {
      charges += 1
      const difference = await differenceOf(services, id, charge)
      if (difference)
        lines.push(
          `${name} (${id}), ${new Date(charge.madeAt).toISOString().slice(0, 16)}Z, $${toDollars(cents(charge.amountCents))}: ${difference} (${charge.id})`,
        )
    }
  }
  const end = `${charges} charges looked at, ${lines.length} of which our books say something else.`
  return { said: [...lines, end].join('\n'), code: lines.length > 0 ? FOUND : 0 }
}

/** What the payment provider took and our books do not know. */
export const comparePayments: Command = { usage, about, run }
