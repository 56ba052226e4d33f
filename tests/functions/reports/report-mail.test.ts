// Reports of leads by mail: who gets which figures when, that none is lost or doubled, and that one click ends them.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailReport } from '#functions/domain/reports/mail.ts'
import { MOST_CAMPAIGNS } from '#functions/domain/reports/scope.ts'
import { reportView } from '#functions/domain/reports/view.ts'
import { addDays, atHour, DAY, HOUR, startOfDay } from '#shared/dates.ts'
import { unsubscribePath } from '#shared/hooks.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Member } from '../../support/cast.ts'
import { type Harness, harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'

let h: Harness
const ZONE = 'America/Chicago'
/** In the future, because tokens of the past are expired ones; clocks are put back on its Sunday. */
const MONDAY = '2031-11-03'
let campaigns: { smiles: Campaign; peak: Campaign }

beforeAll(async () => {
  h = await harness()
  h.setClock(startOfDay(ZONE, MONDAY) - 20 * DAY)
  const like = { status: 'active' as const, timeZone: ZONE, startedAt: h.services.now(), createdAt: h.services.now() }
  const plant = (model: Campaign, name: string) =>
    plantCampaign(h.db, { ...model, ...like, id: h.services.newId('campaign'), name })
  campaigns = {
    smiles: await plant(h.cast.campaigns.smiles, 'Told by mail'),
    peak: await plant(h.cast.campaigns.peak, 'Of another agency'),
  }
  const money = { retailCentiCents: 15_000, wholesaleCentiCents: 6_000 }
  // Two of the week before, and in this week one on its first instant, one on Wednesday, two on Sunday, one at its last instant.
  const begin = startOfDay(ZONE, addDays(MONDAY, -7))
  const end = startOfDay(ZONE, MONDAY)
  const instants = [begin - DAY, begin - 1, begin, begin + 2.5 * DAY, end - 5 * HOUR, end - 4 * HOUR, end - 1]
  for (const at of instants)
    await plantLead(h, campaigns.smiles, { id: h.services.newId('lead'), at, visitedAt: at, ...money })
  await plantLead(h, campaigns.peak, { id: h.services.newId('lead'), at: begin, visitedAt: begin, ...money })
})
beforeEach(() => {
  h.mails.clear()
  h.setClock(atHour(ZONE, MONDAY, 6))
})

const choose = (who: Member, rhythm: 'off' | 'daily' | 'weekly' | 'monthly') =>
  h.call(who, 'account.saveReportMails', { usrID: h.cast.users[who].id, rhythm })
const chosen = async (who: Member) => (await h.call(who, 'account.reportMails', { usrID: h.cast.users[who].id })).body
async function run(at: number) {
  h.setClock(at)
  await h.runner.trigger('mailReports', at)
  await h.drain()
}
const mailsTo = (who: Member) => h.mailsTo(h.cast.users[who].email)
const deps = () => ({ db: h.db, queues: h.services.queues, now: h.services.now })
const linkIn = (mail: { headers: { name: string; value: string }[] } | undefined) =>
  mail?.headers.find(({ name }) => /^list-unsubscribe$/i.test(name))?.value.replace(/^<|>$/g, '') ?? ''
async function click(method: 'GET' | 'POST', link: string, host = h.cast.hosts.northlight, ip = '203.0.113.7') {
  const { pathname } = new URL(link)
  return h.send({ method, path: pathname, ip }, host)
}

describe('reports by mail', () => {
  it("are nobody else's to read or to choose, not even those of who manages the account", async () => {
    for (const who of ['ada', 'lola', 'olive'] as const) {
      const usrID = h.cast.users.cleo.id
      expect((await h.call(who, 'account.reportMails', { usrID })).status).toBe(403)
      expect((await h.call(who, 'account.saveReportMails', { usrID, rhythm: 'off' })).status).toBe(403)
    }
  })

  it('say on Monday at seven what the week brought, to who chose it, and as the dashboard shows it', async () => {
    expect(await chosen('cleo')).toMatchObject({ rhythm: 'off', next: null, why_none: '' })
    expect((await choose('cleo', 'weekly')).status).toBe(200)
    expect(await chosen('cleo')).toMatchObject({ rhythm: 'weekly', next: MONDAY, time_zone: ZONE })
    expect((await choose('ada', 'weekly')).status).toBe(200)
    await run(atHour(ZONE, MONDAY, 7) - 1)
    expect(await mailsTo('cleo')).toEqual([])
    await run(atHour(ZONE, MONDAY, 7))
    await run(atHour(ZONE, MONDAY, 7) + 15 * 60_000)
    const [mail, ...more] = await mailsTo('cleo')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('5 leads: October 27 – November 2, 2031')
    // Of five days two come before; a client learns what it pays and nothing of what its agency pays.
    expect(mail?.text).toMatch(/\+150%/)
    expect(mail?.text).toContain('$7.50')
    expect(mail?.text).not.toMatch(/\$3\.00|Costs you/)
    expect(mail?.text).toContain('Told by mail')
    expect(mail?.text).toContain('Most came on November 2, 2031: 3.')
    const counted = await h.db.lead.countByDay(campaigns.smiles, addDays(MONDAY, -7), addDays(MONDAY, -1))
    expect(counted.reduce((sum, { leads }) => sum + leads, 0)).toBe(5)
    const [toAda] = await mailsTo('ada')
    expect(toAda?.text).toContain('Costs you')
    expect(toAda?.text).toContain('$3.00')
    expect(toAda?.text).not.toContain('Of another agency')
    expect(await h.db.reportMail.find(h.cast.users.cleo.id)).toMatchObject({ day: addDays(MONDAY, 7) })
    for (const who of ['cleo', 'ada'] as const) await choose(who, 'off')
  })

  it('name no “other campaigns” where an agency has too many to look at each', async () => {
    const agency = await h.db.company.get(h.cast.northlight.id)
    const days = { company: agency, tenant: agency, from: addDays(MONDAY, -7), until: addDays(MONDAY, -1) }
    expect((await reportView(h.db, days)).lines).toMatchObject([{ name: 'Told by mail', leads: 5 }])
    const many = Array.from({ length: MOST_CAMPAIGNS + 1 }, (_, at) => ({ ...campaigns.smiles, id: `cmp_${at}` }))
    const leadMonth = { ...h.db.leadMonth, list: async () => many }
    expect(await reportView({ ...h.db, leadMonth }, days)).toMatchObject({ leads: 5, lines: [] })
  })

  it('are neither lost nor doubled by two workers, a second message, or a worker that ends in between', async () => {
    await choose('cleo', 'daily')
    h.setClock(atHour(ZONE, MONDAY, 7))
    const { id } = h.cast.users.cleo
    const failing = { send: async () => Promise.reject(new Error('The worker ended.')) }
    await expect(mailReport({ ...deps(), queues: failing }, id)).rejects.toThrow('ended')
    const stuck = {
      ...h.db.reportMail,
      find: h.db.reportMail.find,
      plan: async () => Promise.reject(new Error('ended')),
    }
    await expect(mailReport({ ...deps(), db: { ...h.db, reportMail: stuck } }, id)).rejects.toThrow('ended')
    await Promise.all([mailReport(deps(), id), mailReport(deps(), id)])
    expect(await mailReport(deps(), id)).toBe('it was mailed before')
    await h.drain()
    expect((await mailsTo('cleo')).map(({ subject }) => subject)).toEqual(['3 leads: November 2, 2031'])
    // Mornings that nobody saw to are made up for by the latest one.
    await run(atHour(ZONE, addDays(MONDAY, 5), 9))
    expect((await mailsTo('cleo')).map(({ subject }) => subject)[0]).toBe('No leads: November 7, 2031')
    expect(await mailsTo('cleo')).toHaveLength(2)
    h.setClock(atHour(ZONE, MONDAY, 6))
    await choose('cleo', 'off')
  })

  it('CLI-15 do not come to clients without mails, to who was locked out, or to who lost the right to see leads', async () => {
    const { cleo, ada } = h.cast.users
    await choose('cleo', 'daily')
    await choose('ada', 'daily')
    await h.db.company.update(cleo.companyId, { receivesMail: false })
    await run(atHour(ZONE, MONDAY, 7))
    expect(await mailsTo('cleo')).toEqual([])
    expect(await mailsTo('ada')).toHaveLength(1)
    expect(await chosen('cleo')).toMatchObject({
      rhythm: 'daily',
      next: null,
      why_none: expect.stringContaining('turned off'),
    })
    expect((await choose('cleo', 'weekly')).status).toBe(422)
    await h.db.company.update(cleo.companyId, { receivesMail: true })
    await h.db.user.update(ada.id, { status: 'disabled' })
    h.mails.clear()
    await run(atHour(ZONE, addDays(MONDAY, 1), 7))
    expect(await mailsTo('ada')).toEqual([])
    expect(await mailsTo('cleo')).toHaveLength(1)
    expect(await h.db.reportMail.find(ada.id)).toMatchObject({ rhythm: 'off' })
    await h.db.user.update(ada.id, { status: 'active' })
    h.setClock(atHour(ZONE, MONDAY, 6))
    await choose('cleo', 'off')
  })

  it('are nothing for operators and sales people, and nobody chooses for somebody else', async () => {
    for (const who of ['olive', 'sam'] as const) expect((await choose(who, 'daily')).status).toBeGreaterThanOrEqual(400)
    const { status } = await h.call('ada', 'account.saveReportMails', { usrID: h.cast.users.cleo.id, rhythm: 'daily' })
    expect(status).toBe(403)
    expect(await h.db.reportMail.find(h.cast.users.cleo.id)).toMatchObject({ rhythm: 'off' })
  })
})

describe('the link that ends them', () => {
  /** A mail leaves once for a person and a day: each story has a morning of its own. */
  const mailed = async (morning: string) => {
    h.setClock(atHour(ZONE, morning, 6))
    await choose('cleo', 'daily')
    await run(atHour(ZONE, morning, 7))
    const [mail] = await mailsTo('cleo')
    return mail
  }
  const rhythm = async () => (await h.db.reportMail.find(h.cast.users.cleo.id))?.rhythm

  it('ends them with one click of a person or of a mail program, and looking ends nothing', async () => {
    const mail = await mailed(addDays(MONDAY, 9))
    const link = linkIn(mail)
    expect(mail?.headers.find(({ name }) => /^list-unsubscribe-post$/i.test(name))?.value).toBe(
      'List-Unsubscribe=One-Click',
    )
    expect(mail?.text).toContain(link)
    const secret = link.split('.').at(-1) ?? ''
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(JSON.stringify(await h.db.reportMail.find(h.cast.users.cleo.id))).not.toContain(secret)
    const looked = await click('GET', link)
    expect([looked.status, await rhythm()]).toEqual([200, 'daily'])
    expect(String(looked.body)).toContain('End the reports?')
    expect(looked.headers['referrer-policy']).toBe('no-referrer')
    const [once, twice] = await Promise.all([click('POST', link), click('POST', link)])
    expect([once.status, twice.status, await rhythm()]).toEqual([200, 200, 'off'])
    expect(String((await click('GET', link)).body)).toContain('The reports have ended')
    h.mails.clear()
    await run(atHour(ZONE, addDays(MONDAY, 10), 7))
    expect(await mailsTo('cleo')).toEqual([])
    await h.drain()
    const { body } = await h.call('ada', 'audit.list', { companyID: h.cast.users.cleo.companyId })
    expect(JSON.stringify(body)).toContain('Ended the reports by mail through the link in one')
  })

  it('is worth nothing when it is made up, cut, or asked at another tenant', async () => {
    const link = linkIn(await mailed(addDays(MONDAY, 11)))
    const origin = new URL(link).origin
    for (const token of [
      '',
      'x',
      `${h.cast.users.cleo.id}.${'A'.repeat(32)}`,
      '../../session',
      `usr_${'9'.repeat(26)}.${'A'.repeat(32)}`,
    ])
      expect((await click('POST', `${origin}${unsubscribePath}/${encodeURIComponent(token)}`)).status).toBe(404)
    expect((await click('POST', link.slice(0, -1))).status).toBe(404)
    // Who has a network of IPv6 addresses tries no more of them than who has one.
    const tried = []
    for (let at = 1; at <= 31; at++)
      tried.push((await click('GET', `${origin}${unsubscribePath}/x`, undefined, `2001:db8:7:7::${at}`)).status)
    expect(tried).toEqual([...Array(30).fill(404), 429])
    expect((await click('POST', link, h.cast.hosts.copper)).status).toBe(404)
    expect(await rhythm()).toBe('daily')
  })
})
