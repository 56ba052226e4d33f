// How many payments are asked for when many workers take a wallet below its line at the same time, and what a look costs.
import { spend, topUpIfLow, type WalletDeps } from '#functions/domain/wallet/top-up.ts'
import { cents } from '#shared/money/cents.ts'
import { fillWallet } from './charge.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const RACERS = 50
const AT = Date.parse('2026-11-21T12:00:00Z')

async function crossing(bench: Bench, companyId: string): Promise<{ asked: number; fits: boolean; reads: number }> {
  const { db } = bench.services
  let asked = 0
  const deps: WalletDeps = {
    db,
    now: () => AT,
    isTest: true,
    report: () => undefined,
    tellFailed: async () => undefined,
    payments: {
      charge: async ({ key }) => {
        asked++
        return { status: 'succeeded', id: `pi_${key}` }
      },
      findCharge: async () => undefined,
      cancel: async () => false,
    },
  }
  await db.billing.claimCustomer(companyId, '', `cus_${companyId}`)
  await db.billing.save(companyId, { cardId: 'pm_1' })
  await fillWallet(bench, companyId, 2500)
  const words = { title: 'Leads', rule: 'Each lead is charged at the price of its campaign.', facts: {} }
  const take = (id: string, dollars: number) =>
    spend(deps, { companyId, id, amountCents: cents(dollars * 100), at: AT, ...words })
  await take('down', 2250)
  // Workers that met too often are sent again by their queue, under the same id.
  const work = (id: string): Promise<unknown> => take(id, 1).catch(() => work(id))
  await Promise.all(Array.from({ length: RACERS }, (_, i) => work(`race-${i}`)))
  await topUpIfLow(deps, companyId)
  const { balanceCents } = await db.ledger.get(companyId)
  const { units } = await bench.units.of(() => topUpIfLow(deps, companyId))
  return { asked, fits: balanceCents === 2_500_00 - 2_250_00 - RACERS * 100 + 2_500_00, reads: units.reads }
}

export async function benchWallet(bench: Bench): Promise<Figure[]> {
  const rounds = []
  for (let round = 0; round < 5; round++) rounds.push(await crossing(bench, `com_race${round}`))
  const most = Math.max(...rounds.map(({ asked }) => asked))
  return [
    {
      id: 'A7',
      what: `Payments when ${RACERS} workers cross the line at once; most of ${rounds.length} rounds`,
      figure: `${most}, balances ${rounds.every(({ fits }) => fits) ? 'exact' : 'WRONG'}`,
      goal: 'exactly 1',
      peer: '-',
      met: rounds.every(({ asked, fits }) => asked === 1 && fits),
    },
    {
      id: 'A7',
      what: 'Looking whether a wallet must be topped up: read units',
      figure: String(rounds[0]?.reads),
      goal: '1',
      peer: 'floor 1 (consistent)',
      met: rounds[0]?.reads === 1,
    },
  ]
}
