// The leads of a day by mail: when, to whom, what is in it, and that no crash loses or doubles one.
import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailDayFiles } from '#functions/domain/reports/day-file.ts'
import type { Input } from '#shared/contracts/index.ts'
import { addDays, atHour, DAY, HOUR, startOfDay } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Person } from '#shared/model/lead.ts'
import { type Harness, harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'

let h: Harness
let made = 0
const ZONE = 'America/Chicago'
/** The day before clocks are put back in Chicago, and others; in the future, because tokens of the past are expired ones. */
const SATURDAY = '2031-11-01'
const SUNDAY = '2031-11-02'
const MONDAY = '2031-11-03'

beforeAll(async () => {
  h = await harness()
})
beforeEach(() => {
  h.mails.clear()
  h.setClock(startOfDay(ZONE, SATURDAY) - DAY)
})

const newCampaign = (more: Partial<Campaign> = {}) =>
  plantCampaign(h.db, {
    ...h.cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    name: `Days ${++made}`,
    status: 'active',
    timeZone: ZONE,
    createdAt: h.services.now(),
    reportType: 'CSV',
    reportTo: [`days-${made}@example.org`],
    ...more,
  })
const found = (campaign: Campaign, at: number, person: Partial<Person> = {}) =>
  plantLead(h, campaign, { id: h.services.newId('lead'), at, person, retailCentiCents: 15_000 })
async function run(at: number) {
  h.setClock(at)
  await h.runner.trigger('mailReports', at)
  await h.drain()
}
const readerOf = ({ reportTo: [first = ''] }: Campaign) => first
const mailsTo = (address: string) => h.mailsTo(address)
const table = (bytes: Uint8Array | undefined): string[][] => parse(Buffer.from(bytes ?? []).toString('utf8'))
const refOf = ({ companyId, id: campaignId }: Campaign) => ({ companyId, campaignId })
const deps = () => ({ db: h.db, queues: h.services.queues, now: h.services.now })

describe('the file of a day', () => {
  it('CMP-61 comes at seven of the campaign the morning after, with the leads of exactly that day, also when clocks change', async () => {
    const campaign = await newCampaign()
    const begin = startOfDay(ZONE, SUNDAY)
    const end = startOfDay(ZONE, MONDAY)
    expect(end - begin).toBe(25 * HOUR)
    for (const at of [begin - 1, begin, begin + 1.5 * HOUR, begin + 2.5 * HOUR, end - 1, end]) await found(campaign, at)
    const due = atHour(ZONE, MONDAY, 7)
    expect(new Date(due).toISOString()).toBe('2031-11-03T13:00:00.000Z')
    await run(atHour(ZONE, SUNDAY, 7) - 1)
    expect(await mailsTo(readerOf(campaign))).toHaveLength(0)
    await run(atHour(ZONE, SUNDAY, 7))
    const [saturday] = await mailsTo(readerOf(campaign))
    expect(table(saturday?.attachments[0]?.content)).toHaveLength(2)
    h.mails.clear()
    await run(due - 1)
    expect(await mailsTo(readerOf(campaign))).toHaveLength(0)
    await run(due)
    await run(due + 15 * 60_000)
    const sunday = await mailsTo(readerOf(campaign))
    expect(sunday).toHaveLength(1)
    expect(sunday[0]?.subject).toBe('Leads of November 2, 2031: 4')
    expect(sunday[0]?.attachments.map(({ name, type }) => [name, type])).toEqual([
      [`leads-${campaign.number}-${SUNDAY}.csv`, 'text/csv'],
    ])
    const [head = [], ...lines] = table(sunday[0]?.attachments[0]?.content)
    expect(lines.map((line) => line[head.indexOf('Day')])).toEqual([SUNDAY, SUNDAY, SUNDAY, SUNDAY])
  })

  it.each(['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Honolulu'])('comes at seven in %s', async (timeZone) => {
    const campaign = await newCampaign({ timeZone })
    await found(campaign, startOfDay(timeZone, SATURDAY) + HOUR)
    const due = atHour(timeZone, SUNDAY, 7)
    expect(new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(due)).toBe('07:00')
    await run(due - 1)
    expect(await mailsTo(readerOf(campaign))).toHaveLength(0)
    await run(due)
    expect(await mailsTo(readerOf(campaign))).toHaveLength(1)
  })

  it('CMP-60 LED-12 holds no price, no hidden telephone, and no cell that a table program would run', async () => {
    const shown = await newCampaign()
    const hidden = await newCampaign({ hidesPhone: true })
    const at = startOfDay(ZONE, SATURDAY) + HOUR
    for (const campaign of [shown, hidden]) await found(campaign, at, { firstName: '=1+1', phone: '+1 312 555 0100' })
    await run(atHour(ZONE, SUNDAY, 7))
    const [ofShown = '', ofHidden = ''] = await Promise.all(
      [shown, hidden].map(async (campaign) => {
        const [mail] = await mailsTo(readerOf(campaign))
        return Buffer.from(mail?.attachments[0]?.content ?? []).toString('utf8')
      }),
    )
    for (const text of [ofShown, ofHidden]) {
      expect(text).toContain("'=1+1")
      expect(text).not.toMatch(/Price|Cost|1\.5/)
    }
    expect(ofShown).toContain('312 555 0100')
    expect(ofHidden).not.toMatch(/Phone|312/)
  })

  it('is not sent on days without leads, for sheets, or once nobody is named', async () => {
    const [quiet, sheet, unnamed] = await Promise.all([
      newCampaign(),
      newCampaign({ reportType: 'GoogleSheet' }),
      newCampaign({ reportTo: [] }),
    ])
    for (const campaign of [sheet, unnamed]) await found(campaign, startOfDay(ZONE, SATURDAY) + HOUR)
    await run(atHour(ZONE, SUNDAY, 7))
    expect(await h.mails.list()).toEqual([])
    expect(await h.db.dayFile.find(refOf(quiet))).toMatchObject({ day: SUNDAY })
    expect(await h.db.dayFile.find(refOf(sheet))).toBeUndefined()
  })

  it('follows edits: from the day on which files are wanted, to who is named when it leaves', async () => {
    const campaign = await newCampaign({ reportType: 'GoogleSheet' })
    await found(campaign, startOfDay(ZONE, SATURDAY) + HOUR)
    h.setClock(startOfDay(ZONE, SUNDAY) + HOUR)
    const [kept, gone] = ['kept@example.org', 'gone@example.org']
    const edit: Input<'campaigns.update'> = { leadspeekID: campaign.id, reportType: 'CSV', reportSentTo: [kept, gone] }
    expect((await h.call('ada', 'campaigns.update', edit)).status).toBe(200)
    await found(campaign, startOfDay(ZONE, SUNDAY) + 2 * HOUR)
    h.setClock(atHour(ZONE, MONDAY, 7))
    const at = h.services.now()
    await h.runner.trigger('mailReports', at)
    // Its mail waits already when the address is taken off.
    const now = await h.db.campaign.get(campaign.companyId, campaign.id)
    await mailDayFiles(deps(), refOf(campaign))
    expect((await h.call('ada', 'campaigns.update', { ...edit, reportSentTo: [kept] })).status).toBe(200)
    expect(now.reportTo).toEqual([kept, gone])
    expect((await mailsTo(kept)).map(({ subject }) => subject)).toEqual(['Leads of November 2, 2031: 1'])
    expect(await mailsTo(gone)).toHaveLength(0)
  })

  it('CLI-15 does not go to a client who gets no mails, nor to people who were locked out', async () => {
    const { ada, cleo } = h.cast.users
    const campaign = await newCampaign({ reportTo: [cleo.email, ada.email, 'partner@example.org'] })
    await h.db.company.update(campaign.companyId, { receivesMail: false })
    await found(campaign, startOfDay(ZONE, SATURDAY) + HOUR)
    await run(atHour(ZONE, SUNDAY, 7))
    expect((await h.mails.list()).flatMap(({ to }) => to)).toEqual([ada.email])
    await h.db.company.update(campaign.companyId, { receivesMail: true })
    await h.db.user.update(ada.id, { status: 'disabled' })
    await found(campaign, startOfDay(ZONE, SUNDAY) + HOUR)
    h.mails.clear()
    await run(atHour(ZONE, MONDAY, 7))
    expect((await h.mails.list()).flatMap(({ to }) => to).sort()).toEqual([cleo.email, 'partner@example.org'].sort())
    // Somebody who comes back is another person under the same address.
    const again = { ...ada, id: h.services.newId('user'), status: 'active' } as const
    await h.db.user.create(again, 'com_elsewhere')
    await found(campaign, startOfDay(ZONE, MONDAY) + HOUR)
    h.mails.clear()
    await run(atHour(ZONE, addDays(MONDAY, 1), 7))
    expect((await h.mails.list()).flatMap(({ to }) => to)).toContain(ada.email)
    await h.db.user.update(again.id, { status: 'disabled' })
    await h.db.user.update(ada.id, { status: 'active' })
  })

  it('is neither lost nor doubled by two workers, a second message, or a worker that ends in between', async () => {
    const campaign = await newCampaign({ reportTo: ['one@example.org', 'two@example.org'] })
    await found(campaign, startOfDay(ZONE, SATURDAY) + HOUR)
    h.setClock(atHour(ZONE, SUNDAY, 7))
    // It ends after the first mail, and another time before the row goes on.
    let sent = 0
    const failing = {
      send: async (...said: Parameters<Harness['services']['queues']['send']>) => {
        sent++
        if (sent === 2) throw new Error('The worker ended.')
        await h.services.queues.send(...said)
      },
    }
    await expect(mailDayFiles({ ...deps(), queues: failing }, refOf(campaign))).rejects.toThrow('ended')
    const stuck = {
      ...h.db,
      dayFile: {
        find: (ref: Parameters<typeof h.db.dayFile.find>[0]) => h.db.dayFile.find(ref),
        remove: (row: Parameters<typeof h.db.dayFile.remove>[0]) => h.db.dayFile.remove(row),
        listDue: async () => [],
        moveTo: async () => Promise.reject(new Error('The worker ended.')),
      },
    }
    await expect(mailDayFiles({ ...deps(), db: stuck }, refOf(campaign))).rejects.toThrow('ended')
    await Promise.all([mailDayFiles(deps(), refOf(campaign)), mailDayFiles(deps(), refOf(campaign))])
    await mailDayFiles(deps(), refOf(campaign))
    for (const address of campaign.reportTo) expect(await mailsTo(address)).toHaveLength(1)
    expect(await h.db.dayFile.find(refOf(campaign))).toMatchObject({ day: SUNDAY })
  })

  it('makes up for mornings that were missed, one mail for each day, and ends with a removed campaign', async () => {
    const campaign = await newCampaign()
    for (const day of [SATURDAY, MONDAY]) await found(campaign, startOfDay(ZONE, day) + HOUR)
    const { id, companyId } = campaign
    const fresh = await h.db.campaign.get(companyId, id)
    await h.db.campaignChange.setStatus(fresh, 'removed', 'user')
    await run(atHour(ZONE, MONDAY, 9))
    expect((await mailsTo(readerOf(campaign))).map(({ subject }) => subject)).toEqual(['Leads of November 1, 2031: 1'])
    await run(atHour(ZONE, '2031-11-06', 9))
    expect((await mailsTo(readerOf(campaign))).map(({ subject }) => subject).sort()).toEqual([
      'Leads of November 1, 2031: 1',
      'Leads of November 3, 2031: 1',
    ])
    expect(await h.db.dayFile.find(refOf(campaign))).toBeUndefined()
  })
})
