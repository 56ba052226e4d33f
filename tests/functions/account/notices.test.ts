// Notices inside the application: one for each event, seen by those whose pages show it, read by each person for themselves.
import { describe, expect, it } from 'vitest'
import { addNotice } from '#functions/domain/account/notice.ts'
import { stopCampaigns } from '#functions/domain/campaigns/stop.ts'
import { makeMail } from '#functions/domain/mail/make.ts'
import { tellPeople } from '#functions/domain/mail/tell-people.ts'
import { DAY } from '#shared/dates.ts'
import { NOTICES_COUNTED, type NoticeKind } from '#shared/notices.ts'
import { newsDay } from '#shared/whats-new.ts'
import { countUnits } from '../../bench/units.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from './view-as.ts'

const h = await harness()
const { northlight, brightSmiles: smiles } = h.cast
const deps = { db: h.db, now: h.services.now }

const unread = async (who: Member) => (await h.call(who, 'account.countNotices', {})).body.unread
const list = async (who: Member, more: object = {}) => (await h.call(who, 'account.notices', more)).body
const tell = (kind: NoticeKind, about: string, more: { companyId?: string; userId?: string; facts?: object } = {}) =>
  addNotice(deps, { companyId: northlight.id, kind, about, ...more })

describe('a notice', () => {
  it('is one, however often and by how many at once its event is told', async () => {
    const facts = { payerId: northlight.id, number: 'INV-7', what: 'Leads', amount: '$12.00', paidWith: 'Visa 4242' }
    const pay = () => tellPeople(h.services, northlight, 'invoicePaid', { id: 'pay-1', facts })
    await Promise.all([pay(), pay(), pay()])
    await pay()
    expect(await unread('ada')).toBe(1)
    const { data } = await list('ada')
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'invoicePaid',
        unread: 'T',
        // What the mail alone says is not kept.
        facts: { number: 'INV-7', what: 'Leads', amount: '$12.00' },
      }),
    ])
  })

  it('is seen by those of its company alone whose pages show what it is about', async () => {
    await tell('topUpFailed', 'isolated', { facts: { amount: '$100.00' } })
    await tell('fileReady', 'for-ada', { userId: h.cast.users.ada.id, facts: { what: 'leads', file: 'exp_1' } })
    const kinds = async (who: Member) => (await list(who)).data.map(({ kind }) => kind)
    expect(await kinds('ada')).toEqual(['fileReady', 'topUpFailed', 'invoicePaid'])
    // An administrator has neither the card nor the wallet of the agency; other companies and their people see nothing.
    for (const who of ['admin', 'cleo', 'abe', 'sam', 'olive'] as const) {
      expect([who, await kinds(who), await unread(who)]).toEqual([who, [], 0])
    }
  })

  it('of people who joined comes from the invitation that they accepted', async () => {
    await tell('clientJoined', 'usr_x', { facts: { name: 'Bright Smiles', companyId: smiles.id, secret: 'no' } })
    const [row] = (await list('amos')).data
    expect(row?.facts).toEqual({ name: 'Bright Smiles', companyId: smiles.id })
  })

  it('of an agency that joined is for operators: sales people know of no agency but their own', async () => {
    const about = { companyId: h.cast.root.id, facts: { name: 'Northlight', companyId: northlight.id } }
    await tell('clientJoined', 'usr_y', about)
    const kinds = async (who: Member) => (await list(who)).data.map(({ kind }) => kind)
    expect([await kinds('olive'), await unread('olive')]).toEqual([['clientJoined'], 1])
    for (const who of ['sam', 'ellen', 'rita'] as const)
      expect([who, await kinds(who), await unread(who)]).toEqual([who, [], 0])
  })

  it('tells a client and its agency once that the platform stopped what runs', async () => {
    const before = (await list('cleo')).data.length
    expect(await stopCampaigns(h.services, smiles, 'payment_failed')).toBeGreaterThan(0)
    await stopCampaigns(h.services, smiles, 'payment_failed')
    const ofClient = (await list('cleo')).data
    expect(ofClient.length).toBe(before + 1)
    expect(ofClient[0]?.facts).toMatchObject({ reason: 'payment_failed' })
    const [ofAgency] = (await list('ada', { topic: 'campaigns' })).data
    expect(ofAgency?.facts).toMatchObject({ reason: 'payment_failed', who: smiles.name })
  })
})

describe('what is read', () => {
  it('is read by one person and not by their colleagues, single ones by two at once', async () => {
    await tell('paymentFailed', 'read-1', { companyId: smiles.id })
    await tell('paymentRecovered', 'read-2', { companyId: smiles.id })
    const [second, first] = (await list('cleo')).data
    const read = (id = '') => h.call('cleo', 'account.readNotices', { ids: [id] })
    const before = await unread('cleo')
    await Promise.all([read(first?.id), read(second?.id)])
    expect(await unread('cleo')).toBe(before - 2)
    expect((await list('cleo', { unread: 'T' })).data.map(({ id }) => id)).not.toContain(first?.id)
  })

  it('keeps no marks of what is not counted any more, however many are read one by one', async () => {
    const userId = h.cast.users.cleo.id
    await h.db.notice.read(
      userId,
      Array.from({ length: NOTICES_COUNTED + 1 }, (_, n) => `long-gone-${n}`),
    )
    await tell('paymentFailed', 'read-3', { companyId: smiles.id })
    const before = await unread('cleo')
    const [latest] = (await list('cleo')).data
    await h.call('cleo', 'account.readNotices', { ids: [latest?.id ?? ''] })
    expect(await unread('cleo')).toBe(before - 1)
    const { read } = await h.db.notice.reader(userId)
    expect([read.includes(latest?.id ?? ''), read.some((id) => id.startsWith('long-gone'))]).toEqual([true, false])
  })

  it('ends with the instant that was seen: what came meanwhile stays new', async () => {
    const at = new Date(h.services.now()).toISOString()
    h.setClock(h.services.now() + 1000)
    await tell('domainActive', 'later', { facts: { host: 'leads.example' } })
    const read = (until: string) => h.call('ada', 'account.readNotices', { until })
    await Promise.all([read(at), read('2026-01-01T00:00:00.000Z')])
    expect((await list('ada', { unread: 'T' })).data.map(({ kind }) => kind)).toEqual(['domainActive'])
    // Nobody reads what is not there yet.
    await read(new Date(h.services.now() + DAY).toISOString())
    h.setClock(h.services.now() + 1000)
    await tell('domainLost', 'after', { facts: { host: 'leads.example' } })
    expect(await unread('ada')).toBe(1)
  })

  it('is left as it was by somebody who looks through other eyes', async () => {
    const { access_token: token } = await lookAs(h, 'ada')
    expect((await h.call('olive', 'account.countNotices', {}, { token })).body.unread).toBe(1)
    expect((await h.call('olive', 'account.readNotices', { until: new Date().toISOString() }, { token })).status).toBe(
      403,
    )
    expect(await unread('ada')).toBe(1)
  })

  it('is counted for one read unit, among the latest, and lists go on where a page ended', async () => {
    for (let each = 0; each < NOTICES_COUNTED + 15; each++) await tell('toolLost', `many-${each}`)
    const units = countUnits(h.services.table)
    const { units: cost } = await units.of(() => h.db.notice.look(northlight.id, h.cast.users.ada.id))
    expect(cost.reads).toBeLessThanOrEqual(1)
    expect(await unread('ada')).toBeLessThanOrEqual(NOTICES_COUNTED)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list('ada', { topic: 'tools', ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(NOTICES_COUNTED + 15)
    expect(seen.length).toBe(NOTICES_COUNTED + 15)
  })
})

describe('mails by choice', () => {
  const platform = { scheme: 'http', domain: 'localhost' } as const
  const mailTo = (mail: 'paymentRecovered' | 'passwordChanged') =>
    makeMail(
      { ...h.services, platform },
      { tenantId: northlight.id, mail, facts: { userId: h.cast.users.ada.id, at: h.services.now() } },
    )

  it('leaves out the topics that a person wants in the application alone, and never what is about safety', async () => {
    const save = (without: ('payments' | 'tools')[], again: 'payments'[] = []) =>
      h.call('ada', 'account.saveMailChoices', { without, with: again })
    expect(await mailTo('paymentRecovered')).toBeDefined()
    expect(await save(['payments'])).toMatchObject({ status: 200 })
    expect(await mailTo('paymentRecovered')).toBeUndefined()
    expect(await mailTo('passwordChanged')).toBeDefined()
    const { data } = (await h.call('ada', 'account.mailChoices', {})).body
    expect(data.filter(({ mail }) => mail === 'F')).toEqual([{ topic: 'payments', mail: 'F' }])
    // What is said at once of another topic takes nothing back.
    await Promise.all([save([], ['payments']), save(['tools'])])
    expect(await mailTo('paymentRecovered')).toBeDefined()
    expect((await h.db.notice.reader(h.cast.users.ada.id)).withoutMail).toEqual(['tools'])
    await h.db.notice.chooseMails(h.cast.users.ada.id, { without: [], with: ['tools'] })
  })
})

describe('the link that ends mails of a topic', () => {
  const platform = { scheme: 'http', domain: 'localhost' } as const
  const mailOf = (mail: 'paymentRecovered' | 'accountStopped' | 'passwordChanged') =>
    makeMail(
      { ...h.services, platform },
      { tenantId: northlight.id, mail, facts: { userId: h.cast.users.ada.id, at: h.services.now() } },
    )
  const click = (method: 'GET' | 'POST', path: string, host = h.cast.hosts.northlight) => h.send({ method, path }, host)

  it('ends them with one click, looking ends nothing, and all others still leave', async () => {
    const made = await mailOf('paymentRecovered')
    const link = made?.unsubscribeUrl ?? ''
    expect(made?.text).toContain(link)
    const { pathname } = new URL(link)
    expect(String((await click('GET', pathname)).body)).toContain('End mails about payments?')
    expect(await mailOf('paymentRecovered')).toBeDefined()
    const [once, twice] = await Promise.all([click('POST', pathname), click('POST', pathname)])
    expect([once.status, twice.status]).toEqual([200, 200])
    expect(await mailOf('paymentRecovered')).toBeUndefined()
    expect((await h.db.notice.reader(h.cast.users.ada.id)).withoutMail).toEqual(['payments'])
    const safety = await mailOf('passwordChanged')
    expect([safety?.to, safety?.unsubscribeUrl]).toEqual([h.cast.users.ada.email, undefined])
    await h.call('ada', 'account.saveMailChoices', { with: ['payments'] })
  })

  it('is worth nothing for another topic or person, made up, or at another tenant', async () => {
    const link = (await mailOf('paymentRecovered'))?.unsubscribeUrl ?? ''
    const { pathname } = new URL(link)
    const proof = pathname.split('.').at(-1) ?? ''
    const { ada, admin } = h.cast.users
    for (const path of [
      pathname.replace('payments', 'files'),
      pathname.replace('payments', 'people'),
      pathname.replace(ada.id, admin.id),
      pathname.replace(proof, 'A'.repeat(43)),
    ])
      expect((await click('POST', path)).status).toBe(404)
    expect((await click('POST', pathname, h.cast.hosts.copper)).status).toBe(404)
    for (const who of ['ada', 'admin'] as const)
      expect((await h.db.notice.reader(h.cast.users[who].id)).withoutMail).toEqual([])
  })
})

describe('what is new', () => {
  it('shows operators a dot until they have seen it, and nobody else', async () => {
    const hasNews = async (who: Member) => (await h.call(who, 'account.countNotices', {})).body.has_news
    expect([await hasNews('olive'), await hasNews('ada'), await hasNews('sam')]).toEqual(['T', 'F', 'F'])
    await h.call('olive', 'account.readNotices', { news: newsDay() })
    expect(await hasNews('olive')).toBe('F')
  })
})
