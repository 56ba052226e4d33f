import { describe, expect, it } from 'vitest'
import { running } from '#infra/local/running.ts'
import { logActions } from '#shared/audit-log.ts'
import type { Input } from '#shared/contracts/index.ts'
import { addDays, DAY, dayIn, HOUR } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { countRequests } from '../../support/counting.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
// Loaded once the harness has said how quiet the log is to be.
const { handler } = await import('#functions/schedules/sendAuditLogs.ts')
async function sendWaiting() {
  const body = JSON.stringify({ schedule: 'sendAuditLogs', at: Date.now() })
  // @NOTE of a record and of the context this handler reads these fields alone.
  const event = { Records: [{ messageId: 'm1', body, eventSource: 'aws:sqs', attributes: {} }] } as never
  const answer = await running.run({ kind: 'schedules', name: 'sendAuditLogs' }, () => handler(event, {} as never))
  expect(answer.batchItemFailures).toEqual([])
}
const { root, northlight, copper, brightSmiles, users } = h.cast

const ask = async (who: Member, companyID: string, more: Partial<Input<'audit.list'>> = {}, headers = {}) => {
  await h.drain()
  return h.call(who, 'audit.list', { companyID, ...more }, { headers })
}
const rows = async (companyID: string, more: Partial<Input<'audit.list'>> = {}) =>
  (await ask('olive', companyID, more)).body.data
const say = (who: Member, description: string, more: object = {}) =>
  h.call(who, 'audit.save', {
    user_id: users[who].id,
    company_id: users[who].companyId,
    action: 'Other Change',
    description,
    ...more,
  })

describe('audit.list', () => {
  it('LOG-02 LOG-05 ENB-20 tells eight things of each entry, newest first, ten to a page', async () => {
    for (let i = 1; i <= 12; i++) expect((await say('abe', `Change ${i}`)).status).toBe(200)
    const { status, body } = await ask('olive', copper.id, { action: 'Other Change', page: 1 })
    expect(status).toBe(200)
    expect(body.data[0]).toEqual({
      name: 'Abe Agency',
      type_user: 'Admin',
      location: 'Unknown',
      user_ip: '203.0.113.7',
      action: 'Other Change',
      description: 'Change 12 (said by the screen)',
      company_name: 'Copper & Co',
      create_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(body).toMatchObject({
      current_page: 1,
      last_page: 2,
      total: 12,
      from: 1,
      to: 10,
      per_page: 10,
      is_cut: false,
    })
    const second = await ask('olive', copper.id, { action: 'Other Change', page: 2 })
    expect(second.body.data.map(({ description }) => description)).toEqual([
      'Change 2 (said by the screen)',
      'Change 1 (said by the screen)',
    ])
    expect((await ask('olive', copper.id, { page: 99 })).body).toMatchObject({ data: [], from: 0, to: 0, total: 13 })
  })

  it('LOG-10 filters by all that is chosen at once, and by days of whoever looks', async () => {
    // Days to come, because a token of the past is none.
    const first = addDays(dayIn('UTC', Date.now()), 3)
    const next = addDays(first, 1)
    const noon = Date.parse(`${first}T12:00:00Z`)
    const at = async (time: number, who: Member, description: string, action: (typeof logActions)[number]) => {
      h.setClock(time)
      await say(who, description, { action })
    }
    // Late in the evening of the day before in Chicago, and early on the first day in London.
    await at(Date.parse(`${first}T04:30:00Z`), 'carl', 'late', 'Top Up')
    await at(noon, 'abe', 'noon', 'Refund')
    await at(noon + 1, 'carl', 'noon too', 'Refund')
    await at(noon + DAY, 'abe', 'next day', 'Refund')
    const found = async (more: Partial<Input<'audit.list'>>, zone = 'America/Chicago') =>
      (await ask('abe', copper.id, more, { 'x-timezone': zone })).body.data
        .filter(({ action }) => action !== 'Sign In')
        .map(({ description }) => description.replace(' (said by the screen)', ''))
    const day = `${first},${first}`
    expect(await found({ logDateRange: day })).toEqual(['noon too', 'noon'])
    expect(await found({ logDateRange: day }, 'Europe/London')).toEqual(['noon too', 'noon', 'late'])
    expect(await found({ logDateRange: day, action: 'Refund', userType: 'client' })).toEqual(['noon too'])
    expect(await found({ logDateRange: day, userID: users.carl.id })).toEqual(['noon too'])
    expect(await found({ logDateRange: day, userID: users.carl.id, action: 'Top Up' })).toEqual([])
    expect(await found({ logDateRange: `${first},${next}`, action: 'Refund', userType: 'admin' })).toEqual([
      ...['next day', 'noon'],
    ])
    expect((await ask('abe', copper.id, { logDateRange: `${next},${first}` })).status).toBe(422)
    expect((await ask('abe', copper.id, { logDateRange: '2026-02-30,2026-03-01' })).status).toBe(422)
    h.setClock()
  })

  it('LOG-16 is refused to sales people and clients, and to everybody outside their tree', async () => {
    for (const who of ['sam', 'ellen', 'cleo'] as const) expect((await ask(who, northlight.id)).status).toBe(403)
    expect((await ask('ada', copper.id)).status).toBe(403)
    expect((await ask('ada', root.id)).status).toBe(403)
    expect((await ask('ada', northlight.id)).status).toBe(200)
    expect((await ask('ada', brightSmiles.id)).status).toBe(200)
  })

  it('LOG-06 answers the actions that entries are filed under', async () => {
    const { body } = await h.call('olive', 'audit.categories', {})
    expect(body.data).toEqual(logActions.map((action) => ({ action })))
  })
})

describe('audit.save', () => {
  it('LOG-13 LOG-14 OTH-13 adds an entry whose address, place and time are those of the request', async () => {
    const forged = { ip: '1.2.3.4', user_ip: '1.2.3.4', location: 'Nowhere', create_date: '1999-01-01' }
    const sent = await h.call(
      'cleo',
      'audit.save',
      {
        user_id: users.cleo.id,
        company_id: brightSmiles.id,
        action: 'Setting Change',
        description: 'Looked around',
        ...forged,
      } as Input<'audit.save'>,
      { ip: '198.51.100.77', headers: { 'x-timezone': 'America/New_York', 'x-forwarded-for': '1.2.3.4' } },
    )
    expect(sent.body.message).toBe('Data has been added successfully')
    const [entry] = await rows(brightSmiles.id, { action: 'Setting Change' })
    expect(entry).toMatchObject({
      name: 'Cleo Client',
      type_user: 'Client',
      user_ip: '198.51.100.77',
      location: 'New York',
      description: 'Looked around (said by the screen)',
      company_name: 'Bright Smiles Dental',
    })
    expect(dayIn('UTC', Date.parse(entry?.create_date ?? ''))).toBe(dayIn('UTC', Date.now()))
  })

  it('cannot be taken for what the server saw itself', async () => {
    await say('abe', 'Saved the role Reader')
    await h.call('abe', 'roles.save', { companyID: copper.id, roleName: 'Reader', roledata: [] })
    const told = (await rows(copper.id)).map(({ description }) => description)
    expect(told).toContain('Saved the role Reader (said by the screen)')
    expect(told).toContain('Made the role Reader')
  })

  it('LOG-14 takes only actions of the list, and only people and companies in reach', async () => {
    expect((await say('cleo', 'x', { action: 'Invented' })).status).toBe(422)
    expect((await say('cleo', 'x', { company_id: northlight.id })).status).toBe(403)
    expect((await say('cleo', 'x', { user_id: users.carl.id })).status).toBe(403)
    // Both are in reach, and the one is not of the other.
    expect((await say('ada', 'x', { user_id: users.cleo.id, company_id: northlight.id })).status).toBe(403)
    expect((await say('ada', 'x', { user_id: users.cleo.id, company_id: brightSmiles.id })).status).toBe(200)
  })
})

describe('the server itself', () => {
  it('LOG-15 writes down sign-ins, people, settings, campaigns’ groups, sales and views', async () => {
    h.forgetTokens()
    await h.tokenOf('ada')
    const make = { ClientCompanyName: 'Logged Client', ClientFullName: 'Lou Logged', ClientEmail: 'lou@logged.example' }
    const { body } = await h.call('ada', 'companies.create', make)
    const [made] = body.data
    const edit = { ...make, ClientID: made?.id ?? '', ClientFullName: 'Lou Lost', ClientPhone: '(312) 555-0111' }
    await h.call('ada', 'companies.update', edit)
    await h.call('ada', 'companies.remove', { companyId: made?.company_id ?? '', userId: made?.id ?? '' })
    await h.call('ada', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: 'Logged group' })
    await h.call('olive', 'sales.assign', { companyID: northlight.id, salesRep: users.sam.id })
    await h.call('olive', 'account.switchUser', { usrID: users.cleo.id })
    const written = (await rows(northlight.id)).map(
      ({ name, action, description }) => `${name} · ${action} · ${description}`,
    )
    expect(written).toEqual([
      'Olive Operator · View As · Began to look as Cleo Client of Bright Smiles Dental',
      'Olive Operator · Sales Change · Set the sales people of Northlight',
      expect.stringMatching(/^Ada Agency · Campaign Update · .*Northlight$/),
      'Ada Agency · User Delete · Deleted Logged Client',
      'Ada Agency · User Update · Changed Logged Client',
      'Ada Agency · User Create · Added Logged Client below Northlight',
      expect.stringMatching(/^Ada Agency · Sign In · Signed in: /),
      ...written.slice(7),
    ])
  })

  it('LOG-15 keeps what was before and after, without whole addresses', async () => {
    const { links } = await h.db.auditLog.chain(northlight.id)
    const change = links.find(({ entry }) => entry.description === 'Changed Logged Client')?.entry
    expect(change).toMatchObject({
      before: { 'person.name': 'Lou Logged', 'person.phone': '' },
      after: { 'person.name': 'Lou Lost', 'person.phone': '***111' },
    })
    const text = JSON.stringify(links)
    expect(text).not.toContain('lou@logged.example')
    expect(text).not.toMatch(/passwordHash|\$argon2/)
  })

  it('VAS-013 names both people for what is done through other eyes', async () => {
    const { body } = await h.call('olive', 'account.switchUser', { usrID: users.ada.id })
    const group = { companyID: northlight.id, companyGroupName: 'By Olive' }
    await h.call('olive', 'campaigns.saveGroup', group, { token: body.access_token })
    const [entry] = await rows(northlight.id)
    expect([entry?.name, entry?.type_user]).toEqual(['Olive Operator (as Ada Agency)', 'Enterprise'])
    const { links } = await h.db.auditLog.chain(northlight.id)
    expect(links.find(({ entry: each }) => each.name === entry?.name)?.entry).toMatchObject({
      userId: users.olive.id,
      viewedUserId: users.ada.id,
    })
  })

  it('writes nothing of what was refused or only read', async () => {
    await h.drain()
    const before = (await h.db.auditLog.chain(northlight.id)).links.length
    await h.call('ada', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: 'By Olive' })
    await h.call('ada', 'companies.showUser', { companyID: northlight.id })
    await h.call('abe', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: 'Foreign' })
    await h.drain()
    expect((await h.db.auditLog.chain(northlight.id)).links.length).toBe(before)
  })

  it('asks the table for nothing more in the call itself', async () => {
    const group = (name: string) =>
      h.call('ada', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: name })
    await group('Warm')
    const counted = countRequests(h.services.table)
    await group('Counted')
    counted.stop()
    // The seal of the body; the person with session, company and roles, and at once the companies above; the groups; the write itself.
    expect(counted.requests).toHaveLength(5)
    await h.drain()
  })

  it('carries the change through when its line cannot be handed over, and keeps the line until it can', async () => {
    const { queues } = h.services
    const broken = { ...queues, send: () => Promise.reject(new Error('The queue is down.')) }
    h.services.queues = broken
    const answer = await h.call('ada', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: 'Waiting' })
    h.services.queues = queues
    expect(answer.status).toBe(200)
    await h.drain()
    const waiting = await h.db.auditOutbox.list()
    expect(waiting).toHaveLength(1)
    await sendWaiting()
    await sendWaiting()
    await h.drain()
    expect(await h.db.auditOutbox.list()).toEqual([])
    const { links } = await h.db.auditLog.chain(northlight.id)
    expect(links.filter(({ entry }) => entry.id === waiting[0]?.id)).toHaveLength(1)
  })
})

describe('audit.save again and again', () => {
  it('says no more in an hour than screens do: nobody fills the log of their agency', async () => {
    const start = Math.ceil(h.services.now() / HOUR) * HOUR
    h.setClock(start)
    for (let i = 0; i < 99; i++) await h.db.guard.count('said-by-screen', users.cleo.id, HOUR, start)
    expect((await say('cleo', 'The hundredth')).status).toBe(200)
    expect((await say('cleo', 'One too many')).status).toBe(429)
    expect((await say('ada', 'Of somebody else')).status).toBe(200)
    expect(JSON.stringify(await rows(brightSmiles.id))).not.toContain('One too many')
    h.setClock(start + HOUR)
    expect((await say('cleo', 'An hour later')).status).toBe(200)
    h.setClock()
  })
})
