// B6, B19: what one charge of a wallet costs: units and requests as the engine counts them, tries when others are in the way, and
// its speed beside the same three writes sent by hand.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ledgers } from '#functions/data/wallet/ledger.ts'
import { cents } from '#shared/money/cents.ts'
import { Entry } from '#shared/money/ledger.ts'
import type { Bench } from './platform.ts'
import { type Figure, ratio, shown } from './ratio.ts'

const CHARGES = 100
const CONFLICTS = 0.05
const AT = Date.parse('2026-11-21T12:00:00Z')

let numbers = 0
const entryOf = (companyId: string, more: Partial<Entry> = {}): Entry => ({
  ...Entry.parse({
    id: `chg-${++numbers}`,
    companyId,
    kind: 'charge',
    state: 'posted',
    amountCents: 150,
    at: AT,
    title: '1 lead',
    rule: 'Each lead is charged at the price of its campaign.',
    facts: { Campaign: 'cmp_1', Leads: '1', Price: '$1.50' },
  }),
  ...more,
})

/** A wallet with so much in it, bought the ordinary way. */
export async function fillWallet({ services }: Bench, companyId: string, dollars: number): Promise<void> {
  const { ledger } = services.db
  const bought = entryOf(companyId, {
    kind: 'topup',
    state: 'pending',
    amountCents: cents(dollars * 100),
    origin: 'manual',
  })
  await ledger.beginManual(bought, { isCustom: true, isKept: true, isStopped: false }, AT)
  await ledger.post(bought, 'pi_bench', AT)
}

/** The same rows and conditions, with nothing around them. */
function byHand({ services }: Bench, companyId: string): () => Promise<unknown> {
  const { client, name: TableName } = services.table
  return () => {
    const id = `raw-${++numbers}`
    const { companyId: _, ...facts } = entryOf(companyId)
    return client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { pk: `W#${companyId}`, sk: `T#202611#${id}`, ...facts, v: '1' },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          {
            Update: {
              TableName,
              Key: { pk: `W#${companyId}`, sk: 'BAL' },
              UpdateExpression: 'ADD bal :m, times10 :m10, gone :a',
              ConditionExpression: 'bal >= :a AND nextExpiresAt > :now',
              ExpressionAttributeValues: { ':a': 150, ':m': -150, ':m10': -1500, ':now': AT },
            },
          },
          {
            Update: {
              TableName,
              Key: { pk: `REV#${companyId}#20261121`, sk: 'earned' },
              UpdateExpression: 'ADD bal :a',
              ExpressionAttributeValues: { ':a': 150 },
            },
          },
        ],
      }),
    )
  }
}

/** Refuses a share of all transactions as if they had met another one, and counts how often each charge had to be sent. */
async function triesAmongConflicts({ services }: Bench, companyId: string): Promise<number> {
  let [sent, isOn, seed] = [0, true, 12_345]
  services.table.client.middlewareStack.add(
    (next, context) => (args) => {
      if (!isOn || context.commandName !== 'TransactWriteItemsCommand') return next(args)
      sent++
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
      if (seed / 0x7fffffff >= CONFLICTS) return next(args)
      const CancellationReasons = [{ Code: 'TransactionConflict' }]
      throw new TransactionCanceledException({ $metadata: {}, message: 'conflict', CancellationReasons })
    },
    { step: 'initialize', name: 'benchConflicts' },
  )
  for (let i = 0; i < 10 * CHARGES; i++) await services.db.ledger.charge(entryOf(companyId), AT)
  isOn = false
  return sent / (10 * CHARGES)
}

export async function benchCharge(bench: Bench): Promise<Figure[]> {
  const { services, units } = bench
  const ledger = ledgers(services.table)
  const companyId = 'com_bench'
  await fillWallet(bench, companyId, 900_000)
  const first = entryOf(companyId)
  const { units: cost } = await units.of(() => ledger.charge(first, AT))
  const again = await ledger.charge(first, AT)
  const many = async (run: () => Promise<unknown>) => {
    for (let i = 0; i < CHARGES; i++) await run()
  }
  const raw = byHand(bench, companyId)
  const speed = await ratio(
    () => many(raw),
    () => many(() => ledger.charge(entryOf(companyId), AT)),
  )
  const tries = await triesAmongConflicts(bench, companyId)
  return [
    {
      id: 'B6',
      what: 'A charge: entry, balance and counter-account, safe to repeat',
      figure: `${cost.writes} write units, ${cost.requests} request`,
      goal: 'exactly 6, 1 request',
      peer: 'floor 6',
      met: cost.writes === 6 && cost.requests === 1 && cost.reads === 0,
    },
    {
      id: 'B6',
      what: 'The same charge again, with no mark of its own',
      figure: again,
      goal: 'already',
      peer: 'a mark: +2 write units',
      met: again === 'already',
    },
    {
      id: 'B6',
      what: 'Tries for each charge when 5% of them meet another',
      figure: tries.toFixed(3),
      goal: '<= 1.2',
      peer: 'floor 1.053',
      met: tries <= 1.2,
    },
    {
      id: 'B6',
      what: 'Charges a second over the same transaction sent by hand',
      figure: shown(speed),
      goal: '>= 0.85',
      peer: `raw ${Math.round((CHARGES / speed.aMs) * 1000)}/s`,
      met: speed.high >= 0.85,
    },
    {
      id: 'B19',
      what: 'Tax of the data layer on a charge, over the plain client',
      figure: shown(speed),
      goal: '>= 0.75',
      peer: 'raw DocumentClient',
      met: speed.high >= 0.75,
    },
  ]
}
