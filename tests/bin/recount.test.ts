import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { recount } from '#bin/operator/recount.ts'
import { domainEntity } from '#functions/data/domains/domain.ts'
import { shardOf } from '#functions/data/leads/count.ts'
import type { TableKey } from '#functions/data/lib/table.ts'
import { loginEntity, toLoginItem } from '#functions/data/tenancy/user.ts'
import { DAY, dayIn, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { Payment } from '#shared/model/payment.ts'
import { stageOf } from '../functions/companies/stage.ts'
import { harness } from '../support/harness.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import { storeLead } from '../support/store-lead.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight } = h.cast
const { client, name: TableName } = h.services.table
/** Noon in Chicago; in the future, because tokens of the past are expired ones. */
const NOON = Date.UTC(2031, 11, 6, 18)
const clean = { said: 'Every address, host, list, counter and sum belongs to what is there.', code: 0 }
const nobody = { firstName: '', lastName: '', phone: '', city: '', stateCode: '' }
const price = { retailCentiCents: 12_500, wholesaleCentiCents: 4500 }

const campaigns: Campaign[] = []
const strangerMark = {
  sk: 'stranger',
  personKey: 'stranger',
  leadId: 'led_stranger',
  storedAt: NOON - DAY,
  __edb_e__: 'clientPerson',
  __edb_v__: '1',
}

/** Leads of three days in two campaigns, one of which was given back, what became of visits, and a payment; all summed up. */
beforeAll(async () => {
  h.setClock(NOON)
  const { company } = await plant(northlight, 'Recounted leads')
  for (const timeZone of ['America/Chicago', 'Asia/Kathmandu']) {
    const like = { ...h.cast.campaigns.smiles, companyId: company.id, timeZone, status: 'active' as const }
    const id = h.services.newId('campaign')
    const campaign = await plantCampaign(h, { ...like, id, createdAt: NOON - 9 * DAY, startedAt: NOON - 9 * DAY })
    campaigns.push(campaign)
    const stored = []
    for (const [days, person] of [2, 2, 1, 0, 0].entries()) {
      const createdAt = NOON - (2 - Math.floor(days / 2)) * DAY + days * MINUTE
      const lead = { id: `led_${timeZone}_${days}`, pageUrl: '', visitedAt: createdAt, createdAt }
      const email = `${days}.${person}@people.example`
      stored.push(
        await storeLead(
          h.db,
          campaign,
          { ...lead, person: { personId: email, email, ...nobody } },
          { price, isAcross: timeZone === 'America/Chicago' },
        ),
      )
      await h.db.leadTally.add(campaign, [{ id: lead.id, seenAt: createdAt, end: 'stored' }], createdAt)
    }
    const [first] = stored
    if (first?.end !== 'stored') throw new Error('A lead was not stored.')
    expect(
      await h.db.lead.credit(campaign, first.lead, {
        at: NOON,
        level: 'client',
        companyId: company.id,
        uploadId: 'upl_1',
      }),
    ).toBe(true)
  }
  const payment = Payment.parse({
    companyId: company.id,
    key: 'pay-recount',
    purpose: 'invoice',
    about: 'leads',
    amountCents: 10_000,
    applicationFeeCents: 4000,
    earned: { local: { wholesaleCents: 4000, rootCents: 0 } },
    description: 'Leads',
    status: 'open',
    createdAt: NOON,
  })
  await h.db.payment.begin(payment, { key: 'try', customerId: '', accountId: '', endsAt: NOON + HOUR })
  const begun = await h.db.payment.find(payment)
  if (!begun) throw new Error('The payment is gone.')
  await h.db.payment.end(begun, { status: 'paid', chargeId: 'ch_recount', by: 'test', at: NOON })
  const declined = { ...payment, key: 'pay-declined' }
  await h.db.payment.begin(declined, { key: 'try', customerId: '', accountId: '', endsAt: NOON + HOUR })
  const said = { code: 'card_declined', reason: 'Declined.', retries: 0, failedAt: NOON, dueAt: null }
  expect(await h.db.payment.decline(declined, 'try', { ...said, rootId: root.id })).toBe(true)
  const unknown = { ...payment, key: 'pay-unknown' }
  await h.db.payment.begin(unknown, { key: 'try', customerId: 'cus_1', accountId: 'acct_gone', endsAt: NOON + HOUR })
  const asked = await h.db.payment.find(unknown)
  expect(asked && (await h.db.payment.noteUnreachable(asked, { rootId: root.id, since: NOON }))).toBe(true)
  for (const after of [2 * HOUR, 3 * HOUR]) {
    h.setClock(NOON + after)
    await h.runner.trigger('sumReports', NOON + after)
    await h.drain()
  }
})

/** Writes something else into one attribute of a row than what belongs there. */
async function spoil(Key: TableKey, name: string, value: unknown): Promise<void> {
  const { Item } = await client.send(new GetCommand({ TableName, Key }))
  expect(Item, `${Key.pk} ${Key.sk}`).toBeDefined()
  await client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #n = :v',
      ExpressionAttributeNames: { '#n': name },
      ExpressionAttributeValues: { ':v': value },
    }),
  )
}
const lose = (Key: TableKey) => client.send(new DeleteCommand({ TableName, Key }))
const run = (...args: string[]) => recount.run(h.services, args)
async function partition(pk: string) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  )
  return Items
}
const rowOf = async (pk: string, of: (row: Record<string, unknown>) => boolean = () => true): Promise<TableKey> => {
  const row = (await partition(pk)).find(of)
  if (!row) throw new Error(`There is no such row in ${pk}.`)
  return { pk, sk: String(row.sk) }
}

describe('recount', () => {
  it('finds nothing where all belongs together', async () => {
    expect(await run()).toEqual(clean)
  })

  it('says what is orphaned, changes nothing unless asked, and mends it then', async () => {
    const { company, user, host } = await plant(root, 'Recounted')
    const logins = loginEntity(h.services.table)
    const { emailHash } = toLoginItem(user, root.id)
    await logins.put(toLoginItem({ id: user.id, email: 'old@address.example' }, root.id)).go()
    await logins.delete({ scopeId: root.id, emailHash }).go()
    await domainEntity(h.services.table).put({ host: 'old-name.localhost', companyId: company.id, createdAt: 1 }).go()
    await spoil({ pk: `C#${northlight.id}`, sk: 'COUNT#client' }, 'total', 77)
    const dry = await run()
    expect(dry.code).toBe(2)
    expect(dry.said).toContain(`${user.id} has an address that lets nobody in: its row is missing. --apply mends it.`)
    expect(dry.said).toContain(`An address is kept for ${user.id}, who has another one or has ended. --apply mends it.`)
    expect(dry.said).toContain(`old-name.localhost is kept for ${company.id}, which is not there. --apply mends it.`)
    expect(dry.said).toMatch(/counts 77 of the kind client and has \d+\. --apply mends it\./)
    expect(dry.said.split('\n')).toHaveLength(4)
    expect(await run()).toEqual(dry)
    expect(await run('--apply')).toEqual({ said: dry.said.replaceAll('--apply mends it.', 'Mended.'), code: 0 })
    expect(await run()).toEqual(clean)
    // What was mended stands in the platform's log, and what was only found does not.
    await h.drain()
    const { links } = await h.db.auditLog.chain(root.id)
    const written = links.filter(({ entry }) => entry.userId === 'usr_operator')
    expect(written.map(({ entry }) => entry.after)).toEqual([
      { kind: 'address', rows: 2 },
      { kind: 'host', rows: 1 },
      { kind: 'count', rows: 1 },
    ])
    expect(written[2]?.entry).toMatchObject({
      userType: 'root',
      description: expect.stringMatching(
        /^Mended by a recount: count, 1\. .* counts 77 of the kind client and has \d+\.$/,
      ),
    })
    expect(await h.db.user.findIdByLogin(root.id, user.email)).toBe(user.id)
    expect(await h.db.user.findIdByLogin(root.id, 'old@address.example')).toBeUndefined()
    expect(await h.db.domain.findCompanyId(host)).toBe(company.id)
    expect(await h.db.domain.findCompanyId('old-name.localhost')).toBeUndefined()
  })

  it('says who has one address with a client of their agency, and lets neither in by it', async () => {
    const logins = loginEntity(h.services.table)
    const { user } = await plant(northlight, 'Twice')
    const person = { ...h.cast.users.amos, id: h.services.newId('user'), email: user.email, isDefaultAdmin: false }
    await h.db.user.create(person, root.id)
    const both = `${person.id} and ${user.id} have one address`
    expect(await run('--apply')).toEqual({
      said: `address  ${both} on one site, which lets ${user.id} in. A person has to decide.`,
      code: 2,
    })
    const { userId: _, ...key } = toLoginItem(person, root.id)
    await logins.delete(key).go()
    expect((await run('--apply')).said).toBe(`address  ${both}, which lets ${user.id} in. A person has to decide.`)
    expect(await h.db.user.findIdByLogin(root.id, user.email)).toBeUndefined()
    await h.db.staff.remove({ company: northlight, user: person })
    expect(await run()).toEqual(clean)
  })

  type Case = { kind: string; breaks: (campaign: Campaign) => Promise<unknown> }
  const counts = ({ companyId, id }: Campaign) => `C#${companyId}#CNT#${id}`
  const meter = (campaign: Campaign) => ({ pk: counts(campaign), sk: 'METER' })
  const isDay = ({ sk }: { sk?: unknown }) => /^\d{4}-/.test(String(sk))
  const hasSums = ({ sums }: { sums?: unknown }) => Object.keys(sums ?? {}).length > 0
  const days = (owner: string, what = 'FUNNEL') => `C#${owner}#DAYS#${what}`
  const parts = (owner: string, what = 'FUNNEL') => `C#${owner}#PARTS#${what}`
  const wrong = { local: { stored: 900, wholesale: 900 } }
  const cases: Case[] = [
    ...['leads', 'wholesaleCentiCents', 'retailCentiCents', 'creditedLeads', 'creditedRetailCentiCents'].map(
      (name): Case => ({ kind: 'meter', breaks: (campaign) => spoil(meter(campaign), name, 900) }),
    ),
    ...['dayLeads', 'dayRetailCentiCents', 'monthLeads', 'monthRetailCentiCents', 'gone', 'firstLeadAt'].map(
      (name): Case => ({ kind: 'meter', breaks: (campaign) => spoil(meter(campaign), name, 900) }),
    ),
    { kind: 'meter', breaks: (campaign) => spoil(meter(campaign), 'day', '2031-01-01') },
    { kind: 'stretch', breaks: (campaign) => spoil(meter(campaign), 'lines', { bsn1w1r0: 3 }) },
    { kind: 'day', breaks: async (campaign) => spoil(await rowOf(counts(campaign), isDay), 'leads', 900) },
    { kind: 'day', breaks: async (campaign) => lose(await rowOf(counts(campaign), isDay)) },
    {
      kind: 'day',
      breaks: async (campaign) =>
        client.send(
          new UpdateCommand({
            TableName,
            Key: { pk: counts(campaign), sk: '2031-11-01' },
            UpdateExpression: 'SET #day = :day, leads = :n',
            ExpressionAttributeNames: { '#day': 'day' },
            ExpressionAttributeValues: { ':day': '2031-11-01', ':n': 4 },
          }),
        ),
    },
    {
      kind: 'person',
      breaks: async ({ companyId, id }) => spoil(await rowOf(`C#${companyId}#L#${id}#PEOPLE`), 'leadId', 'led_other'),
    },
    { kind: 'person', breaks: async ({ companyId, id }) => lose(await rowOf(`C#${companyId}#L#${id}#PEOPLE`)) },
    {
      kind: 'shared person',
      breaks: async ({ companyId }) => spoil(await rowOf(`C#${companyId}#PEOPLE`), 'leadId', 'led_other'),
    },
    // A mark of somebody whom no campaign found keeps the next one from finding them.
    {
      kind: 'shared person',
      breaks: ({ companyId }) =>
        h.services.table.client.send(
          new PutCommand({ TableName, Item: { ...strangerMark, pk: `C#${companyId}#PEOPLE`, companyId } }),
        ),
    },
    { kind: 'unpaid', breaks: async ({ companyId }) => lose(await rowOf(`C#${companyId}#FAILED`)) },
    { kind: 'unpaid', breaks: async ({ companyId }) => spoil(await rowOf(`C#${companyId}#FAILED`), 'rootId', 'cmp_2') },
    {
      kind: 'unpaid',
      breaks: async ({ companyId }) => {
        const key = { pk: `C#${companyId}#FAILED`, sk: 'pay-gone' }
        await client.send(new PutCommand({ TableName, Item: { ...key, companyId, key: 'pay-gone', since: '1#x' } }))
      },
    },
    ...['leads', 'local', 'lr', 'creditedWholesaleCentiCents', 'feeCents'].map(
      (name): Case => ({
        kind: 'agency day',
        breaks: async ({ agencyId, id }) => {
          const day = dayIn('America/Chicago', NOON)
          await spoil({ pk: `C#${agencyId}#LEADDAYS`, sk: `${day}#${shardOf(id)}` }, name, 900)
        },
      }),
    ),
    {
      kind: 'client day',
      breaks: async ({ companyId }) => spoil(await rowOf(`C#${companyId}#CLIENTDAYS`), 'n', 900),
    },
    {
      kind: 'client day',
      breaks: async ({ companyId }) => spoil(await rowOf(`C#${companyId}#CLIENTDAYS`), 'of', new Set(['40000000'])),
    },
    { kind: 'client day', breaks: async ({ companyId }) => lose(await rowOf(`C#${companyId}#CLIENTDAYS`)) },
    { kind: 'lead month', breaks: async ({ companyId }) => lose(await rowOf(`C#${companyId}#LEADMONTHS`)) },
    { kind: 'lead month', breaks: async ({ agencyId }) => lose(await rowOf(`C#${agencyId}#LEADMONTHS`)) },
    {
      kind: 'lead month',
      breaks: async ({ agencyId }) => spoil(await rowOf(`C#${agencyId}#LEADMONTHS`), 'tz', 'Asia/Tokyo'),
    },
    {
      kind: 'lead month',
      breaks: async ({ companyId, id }) => {
        const { Item } = await client.send(new GetCommand({ TableName, Key: await rowOf(`C#${companyId}#LEADMONTHS`) }))
        const earlier = { m: '2031-10', sk: `2031-10#${id}`, id }
        await client.send(new PutCommand({ TableName, Item: { ...Item, ...earlier } }))
      },
    },
    {
      kind: 'agency day',
      breaks: ({ agencyId, id }) =>
        lose({ pk: `C#${agencyId}#LEADDAYS`, sk: `${dayIn('America/Chicago', NOON - DAY)}#${shardOf(id)}` }),
    },
    ...['n', 'cn', 'tz'].map(
      (name): Case => ({
        kind: 'line',
        breaks: async ({ agencyId, id }) =>
          spoil(await rowOf(`C#${agencyId}#CLIST`, (row) => row.id === id), name, 'Something else'),
      }),
    ),
    {
      kind: 'line',
      breaks: async ({ agencyId, id }) => lose(await rowOf(`C#${agencyId}#CLIST`, (row) => row.id === id)),
    },
    {
      kind: 'campaign count',
      breaks: ({ agencyId }) => spoil({ pk: `C#${agencyId}#CCOUNT`, sk: 'local' }, 'active', 90),
    },
    { kind: 'campaign count', breaks: ({ agencyId }) => lose({ pk: `C#${agencyId}#CCOUNT`, sk: 'local' }) },
    {
      kind: 'campaign count',
      breaks: ({ agencyId }) => spoil({ pk: `C#${agencyId}`, sk: 'COUNT#activeCampaign' }, 'total', 90),
    },
    ...['companyName', 'nameKey', 'gsi1sk', 'email'].map(
      (name): Case => ({
        kind: 'entry',
        breaks: ({ agencyId, companyId }) => spoil({ pk: `C#${agencyId}#NODES`, sk: companyId }, name, 'something'),
      }),
    ),
    {
      kind: 'entry',
      breaks: ({ agencyId, companyId }) =>
        spoil({ pk: `C#${agencyId}#NODES`, sk: companyId }, 'facts', { campaigns: 7, hasCard: true }),
    },
    { kind: 'word', breaks: async ({ agencyId }) => lose(await rowOf(`C#${agencyId}#SC#re`)) },
    {
      kind: 'word',
      breaks: async ({ agencyId }) => spoil(await rowOf(`C#${agencyId}#SC#re`), 'k', 'old\told\told\t1'),
    },
    { kind: 'tag', breaks: async ({ agencyId }) => lose(await rowOf(`C#${agencyId}#FC#campaign_active`)) },
    {
      kind: 'report',
      breaks: async ({ companyId, id }) => spoil(await rowOf(days(`${companyId}#${id}`), isDay), 'sums', wrong),
    },
    {
      kind: 'report',
      breaks: async ({ agencyId, id }) => spoil(await rowOf(parts(agencyId), ({ part }) => part === id), 'sums', wrong),
    },
    { kind: 'report', breaks: async ({ agencyId }) => spoil(await rowOf(days(agencyId), isDay), 'sums', wrong) },
    { kind: 'report', breaks: async ({ companyId }) => spoil(await rowOf(days(companyId), isDay), 'sums', wrong) },
    {
      kind: 'report',
      breaks: async ({ companyId, id }) => lose(await rowOf(parts(companyId), ({ part }) => part === id)),
    },
    {
      kind: 'report',
      breaks: async ({ agencyId }) =>
        spoil(await rowOf(parts(root.id), ({ part }) => part === agencyId), 'sums', wrong),
    },
    { kind: 'report', breaks: async () => spoil(await rowOf(days(root.id), isDay), 'sums', wrong) },
    {
      kind: 'report',
      breaks: async ({ agencyId, companyId }) =>
        spoil(await rowOf(parts(agencyId, 'REVENUE'), ({ part }) => part === companyId), 'sums', wrong),
    },
    {
      kind: 'report',
      breaks: async ({ agencyId }) => spoil(await rowOf(days(agencyId, 'REVENUE'), isDay), 'sums', wrong),
    },
    { kind: 'report', breaks: async () => lose(await rowOf(days(root.id, 'REVENUE'), hasSums)) },
  ]

  it('has reports of older companies read the months of their leads once all of these are there', async () => {
    const [{ companyId, agencyId } = { companyId: '', agencyId: '' }] = campaigns
    const owners = [companyId, agencyId]
    const kept = async () => Promise.all(owners.map(async (id) => (await h.db.company.get(id)).hasLeadMonths))
    for (const id of owners) await h.db.company.update(id, { hasLeadMonths: false })
    await lose(await rowOf(`C#${companyId}#LEADMONTHS`))
    expect((await run('--apply')).said).toContain('no row, although the campaign has leads then. Mended.')
    expect(await kept()).toEqual([false, false])
    const { code, said } = await run('--apply')
    expect(said).toContain(`${companyId}: its reports look at each of its campaigns. Mended.`)
    expect([code, await kept()]).toEqual([0, [true, true]])
    expect(await run()).toEqual(clean)
  })

  it('leaves a day of the root alone that the next run adds up anyway', async () => {
    const row = await rowOf(days(root.id), isDay)
    const day = row.sk.split('#').at(-1) ?? ''
    await spoil(row, 'sums', wrong)
    expect((await run()).said).toContain(`${root.id}, what became of visits: not what it was counted from on ${day}.`)
    await h.db.daySums.mark('FUNNEL', root.id, day, h.services.now())
    expect(await run()).toEqual(clean)
    await h.runner.trigger('sumReports', h.services.now())
    await h.drain()
    expect(await run()).toEqual(clean)
  })

  it('finds each kind of row that does not say what it is made of, mends it, and finds it clean then', async () => {
    const byKind = [...Map.groupBy(cases, ({ kind }) => kind).values()]
    const most = Math.max(...byKind.map(({ length }) => length))
    // One of each kind at once: together they show that mending one leaves the others alone.
    for (let round = 0; round < most; round++) {
      const [campaign] = campaigns.slice(round % campaigns.length)
      if (!campaign) throw new Error('There is no campaign.')
      const broken = byKind.flatMap((ofKind) => ofKind.slice(round, round + 1))
      for (const { breaks } of broken) await breaks(campaign)
      const dry = await run()
      expect(dry.code).toBe(2)
      const kinds = dry.said.split('\n').map((line) => line.slice(0, line.indexOf('  ')).trim())
      for (const { kind } of broken) expect(kinds, `round ${round}\n${dry.said}`).toContain(kind)
      const mended = await run('--apply')
      expect(mended.code, `round ${round}\n${mended.said}`).toBe(0)
      expect(await run(), `round ${round}`).toEqual(clean)
      // What agencies counted anew waits for the timetable to come to their root.
      await h.runner.trigger('sumReports', h.services.now())
      await h.drain()
    }
  })

  it('counts days that were folded, and mends them', async () => {
    const [campaign] = campaigns
    if (!campaign) throw new Error('There is no campaign.')
    const { agencyId } = campaign
    const day = dayIn('America/Chicago', NOON - DAY)
    expect(await h.db.leadDays.fold(agencyId, day, day)).toBe(1)
    expect(await run()).toEqual(clean)
    const whole = { pk: `C#${agencyId}#LEADDAYS`, sk: `${day}#all` }
    await spoil(whole, 'leads', 900)
    expect((await run()).said).toMatch(/^agency day/m)
    expect((await run('--apply')).code).toBe(0)
    expect(await run()).toEqual(clean)
    await lose(whole)
    expect((await run('--apply')).code).toBe(0)
    expect(await run()).toEqual(clean)
    // What a worker that crashed between its steps left is not wrong.
    expect(await h.db.leadDays.fold(agencyId, day, day)).toBe(1)
    await h.db.leadDays.fold(agencyId, day, day)
    expect(await run()).toEqual(clean)
  })

  it('loses no lead that comes while it mends', async () => {
    const [campaign] = campaigns
    if (!campaign) throw new Error('There is no campaign.')
    await spoil(meter(campaign), 'leads', 900)
    const lead = (at: number) => ({
      id: `led_between_${at}`,
      pageUrl: '',
      visitedAt: at,
      createdAt: at,
      person: { personId: `b${at}`, email: `b${at}@people.example`, ...nobody },
    })
    let at = h.services.now()
    let before = 0
    // A lead lands before each write that mends.
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const { input } = args as { input: { UpdateExpression?: string; Key?: { sk: string } } }
        const isMending = context.commandName === 'UpdateItemCommand' || context.commandName === 'UpdateCommand'
        if (isMending && input.Key?.sk === 'METER' && before++ === 0)
          await storeLead(h.db, campaign, lead(++at), { price })
        return next(args)
      },
      { step: 'initialize', name: 'leadBetween' },
    )
    const first = await run('--apply')
    client.middlewareStack.remove('leadBetween')
    expect(first.said).toContain('Left, because it changed meanwhile.')
    expect(first.code).toBe(2)
    expect((await run('--apply')).code).toBe(0)
    expect(await run()).toEqual(clean)
    const all = await h.db.lead.list(campaign, { start: 0, end: 9e12 }, { limit: 100 })
    expect(all.map(({ id }) => id)).toContain(`led_between_${at}`)
    expect((await h.db.lead.findMeter(campaign, true))?.leads).toBe(all.length)
  })

  it('has days mailed of campaigns that chose it before there were such rows', async () => {
    const [campaign] = campaigns
    if (!campaign) throw new Error('There is no campaign.')
    const reported = { ...campaign, reportType: 'CSV' as const, reportTo: ['reader@people.example'] }
    const filed = await plantCampaign(h, { ...reported, id: h.services.newId('campaign'), status: 'paused' })
    const gone = await plantCampaign(h, { ...reported, id: h.services.newId('campaign'), status: 'removed' })
    const refOf = ({ companyId, id: campaignId }: Campaign) => ({ companyId, campaignId })
    for (const { companyId, id } of [filed, gone]) await lose({ pk: `C#${companyId}#DAYFILES`, sk: id })
    const { said } = await run()
    expect(said).toContain(`${filed.id}: its leads are to be mailed each day, and no day is due. --apply mends it.`)
    expect(said).not.toContain(`${gone.id}: its leads are to be mailed`)
    expect(await h.db.dayFile.find(refOf(filed))).toBeUndefined()
    await run('--apply')
    expect(await h.db.dayFile.find(refOf(filed))).toMatchObject({ day: dayIn(filed.timeZone, h.services.now()) })
    expect(await h.db.dayFile.find(refOf(gone))).toBeUndefined()
    expect((await run()).said).not.toContain('day file')
  })
})
