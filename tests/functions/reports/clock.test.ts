// One rule says on which day a lead counts. Screens, files, counters and bills are compared with each other and with the leads
// themselves, in six zones, around both changes of the clocks.

import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { addDays, dayIn, HOUR, startOfDay } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { harness } from '#tests/support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'

const h = await harness()
const { northlight, brightSmiles } = h.cast

const zones = [
  'America/Chicago',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Europe/London',
  'Australia/Lord_Howe',
] as const
/** The nights on which clocks change in America and in Europe, in spring and in autumn. */
const changes = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'] as const

type Sold = { day: string; retail: number; wholesale: number }

/** Around midnight of each day, and in the hours that are skipped or come twice. */
async function sell(campaign: Campaign, first: string): Promise<Sold[]> {
  const midnight = (day: string) => startOfDay(campaign.timeZone, day)
  const times = [first, addDays(first, 1), addDays(first, 2)].flatMap((day) => [
    midnight(day) - 1,
    midnight(day),
    midnight(day) + 1.5 * HOUR,
    midnight(day) + 2.5 * HOUR,
    midnight(addDays(day, 1)) - 1,
  ])
  const sold: Sold[] = []
  for (const [n, at] of [...new Set(times)].sort((a, b) => a - b).entries()) {
    const prices = { retailCentiCents: 9_901 + 13 * n, wholesaleCentiCents: 3_007 + 7 * n }
    await plantLead(h, campaign, { id: h.services.newId('lead'), at, ...prices })
    // Said by the clock of the zone alone, in another way than ours.
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: campaign.timeZone, dateStyle: 'short' }).format(at)
    sold.push({ day, retail: prices.retailCentiCents, wholesale: prices.wholesaleCentiCents })
  }
  return sold
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

describe.each(zones)('the days of %s', (timeZone) => {
  it.each(portionOf(changes, 3))(
    'are the same on screen, in a file, in counters and on a bill around %s',
    async (change) => {
      const campaign = await plantCampaign(h.db, {
        ...h.cast.campaigns.smiles,
        id: h.services.newId('campaign'),
        timeZone,
      })
      const first = addDays(change, -1)
      const sold = await sell(campaign, first)
      const days = [...new Set(sold.map(({ day }) => day))].sort()
      const asked = { companyId: northlight.id, clientId: brightSmiles.id, campaignID: campaign.number }
      for (const day of days) {
        const own = sold.filter((each) => each.day === day)
        const of = { ...asked, startDate: day, endDate: day }
        const { body: list } = await h.call('ada', 'leads.list', of)
        const { body: chart } = await h.call('ada', 'leads.chart', of)
        const { body: file } = await h.call('ada', 'leads.download', of)
        const [head = [], ...lines] = parse(file.csv ?? '') as string[][]
        const cells = (name: string) => lines.map((line) => line[head.indexOf(name)] ?? '')
        expect([list.total, chart.totals.leads, lines.length]).toEqual([own.length, own.length, own.length])
        expect(new Set(cells('Day'))).toEqual(new Set([day]))
        const retail = sum(own.map((each) => each.retail))
        const wholesale = sum(own.map((each) => each.wholesale))
        expect(chart.totals).toMatchObject({ spend: retail / 10_000, wholesale: wholesale / 10_000 })
        expect(sum(cells('Price').map((cell) => Math.round(10_000 * Number(cell))))).toBe(retail)
        expect(sum(cells('Cost').map((cell) => Math.round(10_000 * Number(cell))))).toBe(wholesale)
        expect(sum(list.data.map(({ price }) => Math.round(10_000 * price)))).toBe(retail)
      }
      // What a bill is made of: the lines of the stretch, which are those of the very leads.
      const meter = await h.db.lead.findMeter(campaign, true)
      const span = {
        start: startOfDay(timeZone, days[0] ?? ''),
        end: startOfDay(timeZone, addDays(days.at(-1) ?? '', 1)),
      }
      const billed = await h.db.lead.countStretch(campaign, meter?.seq ?? 0, span)
      expect(meter?.lines).toEqual(billed)
      expect(meter?.retailCentiCents).toBe(sum(sold.map(({ retail }) => retail)))
      expect(days.every((day) => dayIn(timeZone, startOfDay(timeZone, day)) === day)).toBe(true)
    },
  )
})
