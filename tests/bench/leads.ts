// B5: what leads of one campaign cost in transactions of 1, 10 and 45, beside the raw transaction of as many rows; and how many a
// second eight workers store in one campaign, beside one worker. Units as the engine counts them.
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { openDb } from '#functions/data/index.ts'
import type { NewLead } from '#functions/data/leads/store.ts'
import { WriteConflict } from '#functions/data/lib/errors.ts'
import { openTable } from '#functions/data/lib/table.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import type { Bench } from './platform.ts'
import { type Figure, ratio, shown } from './ratio.ts'

const SIZES = [1, 10, 45] as const
const WORKERS = 8
const LEADS = 720
const MOST_EACH = 4.2

let made = 0
function newLeads(count: number): NewLead[] {
  return Array.from({ length: count }, () => {
    const name = `bench${++made}`
    const person = {
      personId: name,
      email: `${name}@people.example`,
      firstName: 'Nora',
      lastName: 'Fields',
      city: 'Austin',
    }
    return { id: `led_${name}`, person, pageUrl: 'https://shop.example/pricing', visitedAt: Date.now() }
  })
}

/** As many rows as the leads, their marks and two counters take, and nothing asked. */
async function writeRaw({ services: { table } }: Bench, count: number): Promise<void> {
  const row = (sk: string, bytes: number) => ({
    Put: { TableName: table.name, Item: { pk: 'RAW#LEADS', sk, text: 'x'.repeat(bytes) } },
  })
  const counter = (sk: string) => ({
    Update: {
      TableName: table.name,
      Key: { pk: 'RAW#COUNTS', sk },
      UpdateExpression: 'ADD leads :n, cents :n, dayLeads :n',
      ExpressionAttributeValues: { ':n': count },
    },
  })
  const names = Array.from({ length: count }, () => ++made)
  const rows = names.flatMap((name) => [row(`lead${name}`, 600), row(`mark${name}`, 120)])
  await table.client.send(new TransactWriteCommand({ TransactItems: [...rows, counter('meter'), counter('day')] }))
}

/** Leads a second, stored in one campaign by so many workers at once, each with a door of its own; none of them may fail. */
async function perSecond({ services }: Bench, campaign: Campaign, workers: number, size: number): Promise<number> {
  const doors = Array.from({ length: workers }, () => openDb(openTable(services.table.name)))
  const batches = Array.from({ length: LEADS / size }, () => newLeads(size))
  const started = performance.now()
  await Promise.all(
    doors.map(async (db) => {
      for (let leads = batches.pop(); leads; leads = batches.pop()) {
        const store = () => db.lead.store(campaign, { at: Date.now(), leads: leads ?? [] })
        // A message that only met others goes back to its queue.
        for (let isDone = false; !isDone; )
          isDone = await store().then(
            () => true,
            (error: unknown) => {
              if (error instanceof WriteConflict) return false
              throw error
            },
          )
      }
    }),
  )
  return LEADS / ((performance.now() - started) / 1000)
}

export async function benchLeads(bench: Bench): Promise<Figure[]> {
  const { services, units, cast } = bench
  const newCampaign = () =>
    plantCampaign(services.db, { ...cast.campaigns.smiles, id: services.newId('campaign'), status: 'active' })
  const campaign = await newCampaign()
  await services.db.lead.store(campaign, { at: Date.now(), leads: newLeads(1) })
  const each: number[] = []
  const requests: number[] = []
  const ratios: string[] = []
  for (const size of SIZES) {
    const look = await services.db.lead.findMeter(campaign, true)
    const store = () => services.db.lead.store(campaign, { at: Date.now(), leads: newLeads(size), look })
    const { units: cost } = await units.of(store)
    each.push(cost.writes / size)
    requests.push(cost.requests)
    const measured = await ratio(store, () => writeRaw(bench, size), 9, 2)
    ratios.push(shown(measured))
  }
  const rates: string[] = []
  for (const size of [1, 10]) {
    const one = await perSecond(bench, await newCampaign(), 1, size)
    const many = await newCampaign()
    const eight = await perSecond(bench, many, WORKERS, size)
    const meter = await services.db.lead.findMeter(many, true)
    if (meter?.leads !== LEADS) throw new Error(`${meter?.leads} of ${LEADS} leads were stored.`)
    rates.push(`${Math.round(eight)} beside ${Math.round(one)}`)
  }
  const [single = 0, , batched = 0] = each
  return [
    {
      id: 'B5',
      what: `Leads of one campaign in transactions of ${SIZES.join(' / ')}: write units each`,
      figure: `${each.map((writes) => writes.toFixed(2)).join(' / ')}, ${Math.max(...requests)} request`,
      goal: `<= 8 / - / ${MOST_EACH}`,
      peer: 'floor 2 (a row alone and its mark)',
      met: single <= 8 && batched <= MOST_EACH,
    },
    {
      id: 'B5',
      what: `The same: time over a raw transaction of as many rows`,
      figure: ratios.join(' / '),
      goal: '-',
      peer: 'TransactWriteItems, nothing asked',
      met: undefined,
    },
    {
      id: 'B5',
      what: `${WORKERS} workers on one campaign, 1 / 10 leads at once: leads a second beside one worker, none lost`,
      figure: rates.join(' / '),
      goal: 'no message fails',
      peer: 'one worker',
      met: true,
    },
  ]
}
