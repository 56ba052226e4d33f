// What the leads of a campaign say of themselves is what everybody is told of them: the dashboard of its client and of its agency,
// the list, the file, the mail of a day, the report by mail, the invoice and what its agency and the platform earn by it, in six zones
// and around every change of their clocks.
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { billCampaign } from '#functions/domain/billing/bill-campaign.ts'
import { dayFileMail } from '#functions/domain/reports/day-file.ts'
import { foldDays } from '#functions/domain/reports/fold-days.ts'
import { addDays, DAY, dayIn, HOUR, startOfDay } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { billingStage } from '../billing/stage.ts'

const h = await harness()
const BEGAN = Date.parse('2031-01-06T18:00:00Z')
h.setClock(BEGAN)
const { agency, client, charged, payment } = await billingStage(h)
const { db } = h
let made = 0

/**
 * The nights on which clocks change in America, in Europe and on Lord Howe, in spring and in autumn, each with campaigns of three
 * zones: those whose clocks change, and others for whom it is a night like any other. Every zone meets its own changes and a plain
 * night; each day of a campaign is told by itself, so a plain night more would show nothing new.
 */
const changes = [
  ['2031-03-09', ['America/Chicago', 'America/Los_Angeles', 'Pacific/Honolulu']],
  ['2031-03-30', ['Europe/London', 'America/Phoenix', 'Australia/Lord_Howe']],
  ['2031-04-06', ['Australia/Lord_Howe', 'Pacific/Honolulu', 'America/Chicago']],
  ['2031-10-05', ['Australia/Lord_Howe', 'America/Los_Angeles', 'Europe/London']],
  ['2031-10-26', ['Europe/London', 'Pacific/Honolulu', 'America/Chicago']],
  ['2031-11-02', ['America/Chicago', 'America/Los_Angeles', 'America/Phoenix']],
] as const

type Lead = { id: string; day: string; retail: number; wholesale: number }
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const centi = (dollars: number | string | undefined) => Math.round(10_000 * Number(dollars))

async function start(timeZone: string, at: number): Promise<Campaign> {
  h.setClock(at)
  const id = h.services.newId('campaign')
  const saved = { by: 'usr_x', at }
  await db.price.saveRetail(client.id, 'local', { ...noPrice, term: 'Weekly', perLeadCentiCents: 15_000 }, saved, id)
  const campaign = await db.campaignChange.create({
    ...h.cast.campaigns.smiles,
    id,
    name: `Clock ${++made}`,
    timeZone,
    term: 'Weekly',
    status: 'active',
    startedAt: at,
    createdAt: at,
    reportType: 'CSV',
    reportTo: [`clock-${made}@example.org`],
  })
  if (typeof campaign === 'string') throw new Error(campaign)
  return campaign
}

/** Around midnight of three days, and in the hours that are skipped or come twice. */
async function sell(campaign: Campaign, first: string): Promise<void> {
  const midnight = (day: string) => startOfDay(campaign.timeZone, day)
  const times = [first, addDays(first, 1), addDays(first, 2)].flatMap((day) => [
    midnight(day),
    midnight(day) + 1.5 * HOUR,
    midnight(day) + 2.5 * HOUR,
    midnight(addDays(day, 1)) - 1,
  ])
  for (const [n, at] of times.entries()) {
    h.setClock(at)
    const id = h.services.newId('lead')
    const person = { personId: id, email: `${id}@people.example`, firstName: 'A', lastName: 'B' }
    const price = { retailCentiCents: 15_000 + 100 * (n % 3), wholesaleCentiCents: 5_000 + 100 * (n % 2) }
    await db.lead.store(campaign, { at, leads: [{ id, person, pageUrl: '', visitedAt: at }], price })
  }
}

/** The leads themselves, with their days by the clock of the zone alone, in another way than ours. */
async function leadsOf(campaign: Campaign): Promise<Lead[]> {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: campaign.timeZone, dateStyle: 'short' })
  const all = await db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 1000 })
  return all.map(({ id, createdAt, retailCentiCents = 0, wholesaleCentiCents = 0 }) => ({
    id,
    day: clock.format(createdAt),
    retail: retailCentiCents,
    wholesale: wholesaleCentiCents,
  }))
}
const totalsOf = (leads: readonly Lead[]) => ({
  leads: leads.length,
  retail: sum(leads.map(({ retail }) => retail)),
  wholesale: sum(leads.map(({ wholesale }) => wholesale)),
})

describe.each(changes)('LED-14 what everybody is told of the leads around %s', (change, zones) => {
  it('is what they say themselves, on every screen, in files, mails and invoices', {
    timeout: 600_000,
  }, async () => {
    const first = addDays(change, -1)
    const campaigns: Campaign[] = []
    for (const timeZone of zones) {
      const campaign = await start(timeZone, startOfDay(timeZone, first) - DAY)
      await sell(campaign, first)
      campaigns.push(campaign)
    }
    const now = startOfDay('America/Los_Angeles', addDays(first, 8))
    h.setClock(now)
    const days = [first, change, addDays(change, 1)]
    const all = new Map<string, Lead[]>()
    for (const campaign of campaigns) all.set(campaign.id, await leadsOf(campaign))
    const everybody = [...all.values()].flat()
    expect(everybody).toHaveLength(12 * zones.length)

    const asked = { companyId: agency.id, startDate: first, endDate: addDays(change, 1) }
    const chartOf = async (who: 'ada' | 'cleo', query: object) => {
      const { body } = await h.call(who, 'leads.chart', { ...asked, clientId: client.id, leads: 'T', ...query })
      const { leads, spend, wholesale } = body.totals
      // The table on the same screen.
      expect(body.leads?.total).toBe(leads)
      return { leads, retail: centi(spend), ...(who === 'ada' && { wholesale: centi(wholesale) }) }
    }
    const total = totalsOf(everybody)
    const { wholesale: _, ...toClient } = total
    // Told apart by campaign or not, of the client and of the agency, before days are folded and after.
    for (const isFolded of [false, true]) {
      if (isFolded) expect(await foldDays({ db, now: () => now }, agency.id)).toBeGreaterThan(0)
      expect(await chartOf('ada', { clientId: 'all', series: 'F' })).toEqual(total)
      expect(await chartOf('ada', { series: 'F' })).toEqual(total)
      expect(await chartOf('ada', { series: 'T' })).toEqual(total)
      expect(await chartOf('cleo', { companyId: client.id, series: 'F' })).toEqual(toClient)
      for (const day of days) {
        const ofDay = totalsOf(everybody.filter((lead) => lead.day === day))
        expect(await chartOf('ada', { clientId: 'all', startDate: day, endDate: day })).toEqual(ofDay)
        expect(await chartOf('ada', { startDate: day, endDate: day, series: 'F' })).toEqual(ofDay)
      }
    }

    // The report by mail, of all these days and of each.
    const dollars = (value: number) => `$${(Math.round(value / 100) / 100).toFixed(2)}`
    for (const who of ['ada', 'cleo'] as const) {
      const { id: userId, email } = h.cast.users[who]
      await h.call(who, 'account.saveReportMails', { usrID: userId, rhythm: 'daily' })
      for (const [from, until] of [[first, addDays(change, 1)] as const, ...days.map((day) => [day, day] as const)]) {
        const wanted = totalsOf(everybody.filter(({ day }) => day >= from && day <= until))
        h.mails.clear()
        const facts = { userId, rhythm: 'daily' as const, from, until }
        const mailId = `report-${who}-${from}-${until}`
        await h.services.queues.send('sendMail', { mailId, tenantId: agency.id, mail: 'leadReport', facts })
        await h.drain()
        const [mail] = await h.mailsTo(email)
        expect(mail?.subject).toMatch(new RegExp(`^${wanted.leads} leads`))
        expect(mail?.text).toContain(dollars(wanted.retail))
        if (who === 'ada') expect(mail?.text).toContain(dollars(wanted.wholesale))
      }
      await h.call(who, 'account.saveReportMails', { usrID: userId, rhythm: 'off' })
    }

    for (const campaign of campaigns) {
      const own = all.get(campaign.id) ?? []
      const of = { ...asked, clientId: client.id, campaignID: campaign.number }
      for (const day of days) {
        const wanted = own.filter((lead) => lead.day === day)
        const range = { ...of, startDate: day, endDate: day }
        const { body: list } = await h.call('ada', 'leads.list', { ...range, PerPage: 50 })
        expect(list.data.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
        const { body: file } = await h.call('ada', 'leads.download', range)
        const [head = [], ...lines] = parse(file.csv ?? '') as string[][]
        const cells = (name: string) => lines.map((line) => line[head.indexOf(name)])
        expect(cells('Day')).toEqual(wanted.map(() => day))
        expect({
          leads: lines.length,
          retail: sum(cells('Price').map(centi)),
          wholesale: sum(cells('Cost').map(centi)),
        }).toEqual(totalsOf(wanted))
        const [address = ''] = campaign.reportTo
        const named = { companyId: client.id, campaignId: campaign.id, day, address }
        const mail = await dayFileMail(db, named, now)
        expect(mail?.leads).toBe(wanted.length)
        const [top = [], ...mailed] = parse(String(mail?.attachment?.content ?? '')) as string[][]
        expect(mailed.map((line) => line[top.indexOf('Day')])).toEqual(wanted.map(() => day))
      }
      await billCampaign(h.services, campaign, { final: true })
      await h.drain()
      const [bill] = await db.campaignBill.list(campaign)
      if (!bill) throw new Error('There is no bill.')
      const [taken] = charged(campaign.id)
      const { retail, wholesale } = totalsOf(own)
      expect(taken).toEqual({ cents: retail / 100, feeCents: wholesale / 100, by: 'client' })
      const invoice = await payment(client.id, `${campaign.id}-${bill.key}`)
      expect(sum((invoice?.lines ?? []).map(({ qty = 0 }) => qty))).toBe(own.length)
      expect(invoice?.amountCents).toBe(retail / 100)
      // As its payer, and as its agency, read it.
      const paidOn = dayIn(campaign.timeZone, now)
      const range = { ...of, startDate: paidOn, endDate: paidOn }
      for (const who of ['ada', 'cleo'] as const) {
        const { body } = await h.call(who, 'payments.reportInvoices', {
          ...range,
          ...(who === 'cleo' && { companyId: client.id }),
        })
        expect(body.data.map(({ total: asked }) => centi(asked))).toEqual([retail])
        expect(sum(body.data.flatMap(({ lines }) => lines.map(({ qty }) => qty ?? 0)))).toBe(own.length)
      }
    }

    const paidOn = dayIn('America/Chicago', now)
    const { body: margins } = await h.call('ada', 'payments.margins', {
      company_id: client.id,
      start: paidOn,
      end: paidOn,
    })
    expect(margins.total).toMatchObject({
      charged: dollars(total.retail).slice(1),
      leads: dollars(total.wholesale).slice(1),
    })
    for (const at of [now + 2 * HOUR, now + 3 * HOUR]) {
      h.setClock(at)
      await h.runner.trigger('sumReports', at)
      await h.drain()
    }
    const { body: revenue } = await h.call('olive', 'reports.revenue', { startDate: paidOn, endDate: paidOn })
    expect({ retail: centi(revenue.data.retail), wholesale: centi(revenue.data.wholesale) }).toEqual({
      retail: total.retail,
      wholesale: total.wholesale,
    })
  })
})
