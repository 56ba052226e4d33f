import { parseArgs } from 'node:util'
import { chargeEnded } from '#functions/domain/payments/charge-ended.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import type { Charged } from '#functions/gateways/stripe/charges.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Company } from '#shared/model/company.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { Entry } from '#shared/money/ledger.ts'
import { type Command, helpOf, type Said } from './command.ts'
import { allCompanies } from './companies.ts'
import { writeOperatorLine } from './told.ts'

const usage = 'compare-payments --since <time, such as 2026-11-20T03:00Z> [--company <id>] [--apply]'
const about = `Asks the payment provider what it charged since then, company by company, and says which of it our books do not know: what a
table that was restored has forgotten, and what would be charged once more. Changes nothing. --apply writes down what the
provider's record says for certain, by the code that its own events go through, and moves no money: a top-up that the wallet
forgot, gave up or never settled, and a payment that is still open in our books. What it leaves it says, with what to do.
Ends with 2 where our books say something else and it was not written down.`
const FOUND = 2

type Needed = Pick<Services, 'db' | 'table' | 'payments' | 'queues' | 'now' | 'env' | 'report' | 'newId'>
/** Of a kind that --apply mends, or what a person has to do. */
type Found = { said: string } & ({ is: 'forgotten' | 'unsettled' } | { is: 'left'; todo: string })
export type Difference = Found & { company: Company; charge: Charged; accountId: string }

const stripeCommand = (charge: Charged, accountId: string) =>
  `stripe refunds create --payment-intent ${charge.id}${accountId ? ` --stripe-account ${accountId}` : ''}`

/** Money that went back since is not written down as if it were there. */
async function whyLeft({ payments }: Needed, charge: Charged, accountId: string): Promise<string | undefined> {
  const { backCents, isDisputed } = await payments.readRefunds({
    chargeId: charge.id,
    accountId: accountId || undefined,
  })
  if (isDisputed) return 'Its owner disputed it: wait for the end of that, then decide with their agency.'
  if (backCents > 0)
    return `$${toDollars(cents(backCents))} of it went back since: decide with the company what it is owed.`
  return undefined
}

/** What our books say of a charge; nothing where they agree with it. */
async function differenceOf(
  services: Needed,
  companyId: string,
  charge: Charged,
  accountId: string,
): Promise<Found | undefined> {
  const { db } = services
  const { kind, entry = '', at, payment = '', company } = charge.metadata
  const orLeft = async (is: 'forgotten' | 'unsettled', said: string): Promise<Found> => {
    const todo = await whyLeft(services, charge, accountId)
    return todo ? { is: 'left', said, todo } : { is, said }
  }
  if (kind === 'wallet' && company === companyId) {
    const known = await db.ledger.findEntry({ companyId, id: entry, at: Number(at) })
    if (!known) return orLeft('forgotten', 'a top-up that the wallet does not know')
    if (known.state === 'posted') return undefined
    const late = await db.ledger.findEntry({ companyId, id: `${entry}-late`, at: Number(at) })
    return late?.state === 'posted' ? undefined : orLeft('unsettled', `a top-up that is ${known.state} in the wallet`)
  }
  if (kind !== 'payment' || company !== companyId)
    return {
      is: 'left',
      said: 'a charge of a kind that we do not make',
      todo: `Look at it in Stripe's dashboard: nothing of ours made it, and nothing of ours will charge it again.`,
    }
  const known = await db.payment.find({ companyId, key: payment })
  if (known?.status === 'open') return orLeft('unsettled', `the payment ${payment}, which is open in our books`)
  if (known) return undefined
  return {
    is: 'left',
    said: `the payment ${payment}, which our books do not know`,
    // What it was for (leads, their lots, shares of others) does not stand at the provider.
    todo: `Either give it back (${stripeCommand(charge, accountId)}) and let it be charged again, or keep it: before \`resume\` stop the company's campaigns, and when the bill comes again, settle it by hand with ${charge.id} as the reason.`,
  }
}

/** Charges that our books do not know as paid, company by company. */
export async function findDifferences(
  services: Needed,
  companies: AsyncIterable<Company> | Iterable<Company>,
  since: number,
): Promise<{ charges: number; differences: Difference[] }> {
  const differences: Difference[] = []
  let charges = 0
  for await (const company of companies) {
    const { customerId, accountId } = await services.db.billing.get(company.id)
    if (!customerId) continue
    for (const charge of await services.payments.listCharged({
      customerId,
      accountId: accountId || undefined,
      since,
    })) {
      charges += 1
      const found = await differenceOf(services, company.id, charge, accountId)
      if (found) differences.push({ company, charge, accountId, ...found })
    }
  }
  return { charges, differences }
}

/** As an event of the provider would, had it come just now. */
async function writeDown(services: Needed, { is, company, charge, accountId }: Difference): Promise<string> {
  const { db, now } = services
  const { entry: id = '', at } = charge.metadata
  if (is === 'forgotten') {
    // As it was when the provider was asked; what it came to is found out below.
    const begun = {
      id,
      companyId: company.id,
      kind: 'topup',
      state: 'pending',
      origin: id.startsWith('auto-') ? 'late' : 'manual',
      at: Number(at),
    }
    await db.ledger.beginLate(
      Entry.parse({
        ...begun,
        amountCents: charge.amountCents,
        title: 'Top-up',
        rule: RULE,
        facts: {},
        settledAt: null,
      }),
    )
  }
  const deps = { ...services, now, paymentDeps: makePaymentDeps(services) }
  return chargeEnded(deps, { chargeId: charge.id, accountId })
}
const RULE = 'Written down from the record of the payment provider after a restore.'

const sayDifference = ({ company: { id, name }, charge, said }: Difference) =>
  `${name} (${id}), ${new Date(charge.madeAt).toISOString().slice(0, 16)}Z, $${toDollars(cents(charge.amountCents))}: ${said} (${charge.id})`

async function* asked(services: Needed, companyId: string | undefined): AsyncGenerator<Company> {
  if (companyId === undefined) return yield* allCompanies(services)
  yield await services.db.company.get(companyId)
}

async function run(services: Needed, args: string[]): Promise<Said> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { since: text, company: text, apply: { type: 'boolean', default: false } },
  })
  const since = Date.parse(values.since ?? '')
  if (Number.isNaN(since)) throw new Error(helpOf({ usage, about }))
  const { charges, differences } = await findDifferences(services, asked(services, values.company), since)
  return sayDifferences(services, { charges, differences, isApplied: values.apply })
}

/** What was found, and what became of it. */
export async function sayDifferences(
  services: Needed,
  { charges, differences, isApplied }: { charges: number; differences: readonly Difference[]; isApplied: boolean },
): Promise<Said> {
  const lines: string[] = []
  let left = 0
  for (const each of differences) {
    const said = sayDifference(each)
    if (each.is === 'left') lines.push(`${said}. ${each.todo}`)
    else if (!isApplied) lines.push(`${said}. --apply writes it down.`)
    else {
      const became = await writeDown(services, each)
      const fresh = await differenceOf(services, each.company.id, each.charge, each.accountId)
      lines.push(`${said}. ${fresh ? `Not written down: ${became}.` : `Written down: ${became}.`}`)
      if (!fresh) {
        await writeOperatorLine(
          services,
          each.company,
          `Wrote down ${each.said} from the record of the payment provider`,
        )
        continue
      }
    }
    left += 1
  }
  const end = `${charges} charges looked at, ${differences.length} of which our books ${isApplied ? 'said' : 'say'} something else.`
  return { said: [...lines, end].join('\n'), code: left > 0 ? FOUND : 0 }
}

/** What the payment provider took and our books do not know. */
export const comparePayments: Command = { usage, about, run }
