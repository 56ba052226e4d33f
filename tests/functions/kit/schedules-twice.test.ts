// Every entry of the timetable, once and once more for the same instant, where there is something to do for many of them: the second time
// leaves the table as it was, row by row, asks nobody for money and sends no mail.
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { noPrice } from '#shared/money/price-list.ts'
import type { ScheduleName } from '#shared/schedules.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { harness } from '../../support/harness.ts'
import { openQuickLine } from '../../support/quick-line.ts'
import { billingStage, DECLINES } from '../billing/stage.ts'

const h = await harness()
const BEGAN = Date.parse('2027-01-04T18:00:00Z')
/** Eight days later: a bill is due, a debt is to be tried again, a campaign has ended. */
const LATER = BEGAN + 8 * DAY
h.setClock(BEGAN)
const { client, charged, saveCard, demand } = await billingStage(h)
const { db } = h

type Row = Record<string, unknown>
async function everything(): Promise<Map<string, Row>> {
  const line = openQuickLine(h.engines.endpoints.dynamodb)
  const rows = new Map<string, Row>()
  let from: Row | undefined
  do {
    const page: { Items?: Row[]; LastEvaluatedKey?: Row } = await line.ask('Scan', {
      TableName: h.services.table.name,
      ConsistentRead: true,
      ...(from && { ExclusiveStartKey: from }),
    })
    for (const item of page.Items ?? []) rows.set(`${item.pk} ${item.sk}`, item)
    from = page.LastEvaluatedKey
  } while (from)
  line.end()
  return rows
}
const changed = (before: Map<string, Row>, after: Map<string, Row>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))

let campaigns = 0
async function running(more: { endOn?: string } = {}) {
  const id = h.services.newId('campaign')
  const retail = { ...noPrice, term: 'Weekly' as const, perLeadCentiCents: 15_000, periodFeeCents: 2_500 }
  await db.price.saveRetail(client.id, 'local', retail, { by: 'usr_x', at: BEGAN }, id)
  const campaign = await db.campaignChange.create({
    ...h.cast.campaigns.smiles,
    id,
    name: `Twice ${++campaigns}`,
    term: 'Weekly',
    status: 'active',
    startedAt: BEGAN,
    createdAt: BEGAN,
    ...more,
  })
  if (typeof campaign === 'string') throw new Error(campaign)
  const leads = Array.from({ length: 5 }, (_, index) => {
    const name = `${id}${index}`
    const person = { personId: name, email: `${name}@example.com`, firstName: 'A', lastName: 'B' }
    return { id: `led_${name}`, person, pageUrl: '', visitedAt: BEGAN }
  })
  await db.lead.store(campaign, { at: BEGAN, leads, price: { retailCentiCents: 15_000, wholesaleCentiCents: 5_000 } })
  return campaign
}

it('OTH-17+ every job of the timetable ends the same when it runs twice for one instant', async () => {
  await running()
  await running({ endOn: '2027-01-08' })
  // One of its planned tries is due by then. Of a timetable that stood still for days each run makes one try that is overdue.
  h.setClock(LATER - 2 * DAY)
  await saveCard('abe', DECLINES)
  expect((await demand(h.cast.copper, 2_500, 'twice-1')).is).toBe('failed')
  await h.drain()
  h.setClock(LATER)
  const first = await everything()
  const run = async (name: ScheduleName) => {
    await h.runner.trigger(name, LATER)
    await h.drain()
  }
  for (const name of scheduleNames) await run(name)
  // What the others left to be told lies ready for the next minute, which is not a second time for it.
  await run('retryDeliveries')
  // Nobody delivers the events of what they charged here.
  await run('findMissedEvents')
  const once = await everything()
  // There was something to do.
  expect(changed(first, once).length).toBeGreaterThan(15)
  const payments = charged('').length
  const mails = (await h.mails.list()).length
  expect(payments).toBeGreaterThan(0)
  const touched: Record<string, string[]> = {}
  let before = once
  for (const name of scheduleNames) {
    await run(name)
    const after = await everything()
    const rows = changed(before, after)
    if (rows.length > 0) touched[name] = rows
    before = after
  }
  expect(touched).toEqual({})
  expect([charged('').length, (await h.mails.list()).length]).toEqual([payments, mails])
})
