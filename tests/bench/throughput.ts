// B6: charges a second, sixteen at once, over a thousand wallets and on a single hot one, beside a double-entry ledger in PostgreSQL.
import { cents } from '#shared/money/cents.ts'
import { Entry } from '#shared/money/ledger.ts'
import { fillWallet } from './charge.ts'
import type { Bench } from './platform.ts'
import { findPostgres, startPostgres } from './postgres.ts'
import { type Figure, type Ratio, ratioOf, shown } from './ratio.ts'

const WALLETS = 1000
const AT_ONCE = 16
const EACH = 60
const PAIRS = 7
const WARM_UP = 2
const AT = Date.parse('2026-11-21T12:00:00Z')

let numbers = 0
const chargeOf = (companyId: string) =>
  Entry.parse({
    id: `chg-t${++numbers}`,
    companyId,
    kind: 'charge',
    state: 'posted',
    amountCents: cents(150),
    at: AT,
    title: '1 lead',
    rule: 'Each lead is charged at the price of its campaign.',
    facts: { Campaign: 'cmp_1', Leads: '1', Price: '$1.50' },
  })

/** Charges a second of ours, so many workers at once, each going on to a wallet that is next for it. */
async function ours({ services }: Bench, companies: readonly string[]): Promise<number> {
  const { ledger } = services.db
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let i = 0; i < EACH; i++) {
        const companyId = companies[(worker * EACH + i * 7) % companies.length] ?? ''
        const taken = await ledger.charge(chargeOf(companyId), AT)
        if (taken !== 'done') throw new Error(`A charge of the bench was ${taken}.`)
      }
    }),
  )
  return (AT_ONCE * EACH) / ((performance.now() - started) / 1000)
}

type Compared = Pick<Ratio, 'median' | 'low' | 'high'> & { ours: number; peer: number }

async function compare(bench: Bench, companies: readonly string[], peer: (each: number) => number): Promise<Compared> {
  const [own, others, ratios]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < PAIRS + WARM_UP; i++) {
    // Ten times as many of the peer's: it is quicker, and its start must not count.
    const first = i % 2 ? 0 : peer(10 * EACH)
    const a = await ours(bench, companies)
    const b = first || peer(10 * EACH)
    if (i < WARM_UP) continue
    own.push(a)
    others.push(b)
    ratios.push(a / b)
  }
  const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
  return { ...ratioOf(ratios), ours: Math.round(middle(own)), peer: Math.round(middle(others)) }
}

export async function benchThroughput(bench: Bench): Promise<Figure[]> {
  const what = `Charges a second, ${AT_ONCE} at once`
  const bin = findPostgres()
  if (!bin)
    return [
      {
        id: 'B6',
        what,
        figure: 'not measured: no PostgreSQL (`initdb`, `pgbench`) was found; POSTGRES_BIN names its folder',
        goal: '-',
        peer: 'PostgreSQL',
        met: undefined,
      },
    ]
  const companies = Array.from({ length: WALLETS }, (_, i) => `com_load${i}`)
  for (const companyId of companies) await fillWallet(bench, companyId, 900_000)
  const cost = await bench.units.of(() => bench.services.db.ledger.charge(chargeOf('com_load0'), AT))
  const postgres = await startPostgres(bin, WALLETS)
  try {
    const spread = await compare(bench, companies, (each) => postgres.chargesPerSecond(WALLETS, AT_ONCE, each))
    const hot = await compare(bench, companies.slice(0, 1), (each) => postgres.chargesPerSecond(1, AT_ONCE, each))
    const isFair = postgres.isBalanced()
    const row = (name: string, found: typeof spread): Figure => ({
      id: 'B6',
      what: `${what}, ${name}: ours over PostgreSQL's`,
      figure: `${shown(found)}: ${found.ours}/s`,
      goal: '-',
      peer: `PostgreSQL ${postgres.version}: ${found.peer}/s${isFair ? '' : ', BOOKS WRONG'}`,
      met: undefined,
    })
    return [
      row(`${WALLETS} wallets`, spread),
      row('one hot wallet', hot),
      {
        id: 'B6',
        what: 'The same: write units of a charge among them',
        figure: `${cost.units.writes}`,
        goal: 'exactly 6',
        peer: 'floor 6',
        met: cost.units.writes === 6,
      },
    ]
  } finally {
    await postgres.stop()
  }
}
