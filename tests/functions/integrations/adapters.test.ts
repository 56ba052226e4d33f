// Each outside tool as its real adapter meets its double over HTTP: the same questions to all, then what is its own.
import { beforeEach, describe, expect, it } from 'vitest'
import { type AdaptedSlug, isAdapted, openTools } from '#functions/gateways/integrations/index.ts'
import { type Credentials, ToolFault, type ToolParcel } from '#functions/gateways/integrations/tool.ts'
import type { ToolFailure } from '#infra/local/doubles/tools/double.ts'
import { startToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { kartraAppId } from '#infra/local/doubles/tools/kartra.ts'
import { toolSlugs } from '#shared/integrations/slugs.ts'
import { tools } from '#shared/integrations/tools.ts'
import type { LeadRow } from '#shared/leads/row.ts'
import { endWithFile } from '#tests/support/file-end.ts'

const doubles = await startToolDoubles()
endWithFile(() => doubles.stop())
const urls = JSON.parse(doubles.environment.TOOL_URLS)
const noKeys = {
  kartraAppId: '',
  googleClientId: '',
  googleClientSecret: '',
  gohighlevelClientId: '',
  gohighlevelClientSecret: '',
}
const openAll = (appId = kartraAppId) =>
  openTools({
    urls,
    now: () => Date.now(),
    platform: async () => ({ ...noKeys, kartraAppId: appId }),
  })
const open = openAll()
beforeEach(() => {
  for (const double of doubles.all()) double.clear()
})

const row: LeadRow = {
  id: 'lead_1',
  firstName: '=Nora',
  lastName: 'Øst',
  email: 'Nora@Leads.Example',
  otherEmails: [],
  phone: '+13125550111',
  otherPhones: [],
  street: '1 Lake Street',
  city: 'Chicago',
  stateCode: 'IL',
  zipCode: '60601',
  keyword: 'roof',
  pageUrl: '',
  referrer: '',
  visitedAt: 1,
  createdAt: 2,
  advanced: [],
  business: [{ id: 'company_name', name: 'Company', value: 'Øst & Sons' }],
}
const parcel = (values: ToolParcel['values'] = {}, changes: Partial<LeadRow> = {}): ToolParcel => ({
  id: 'lead_1_tool',
  row: { ...row, ...changes },
  campaignName: 'Roofs',
  companyName: 'Roofers',
  values,
})

/** `says`: how it answers a new contact, and the same one again. */
type Case = {
  slug: AdaptedSlug
  keys: Credentials
  choices: readonly string[]
  says: readonly [number, number]
  known: () => number
}
const demonstration = (slug: AdaptedSlug): Credentials => doubles[slug].demonstration
const cases: readonly Case[] = [
  {
    slug: 'sendgrid',
    keys: demonstration('sendgrid'),
    choices: ['lists'],
    says: [202, 202],
    known: () => doubles.sendgrid.contacts().size,
  },
  {
    slug: 'gohighlevel',
    keys: demonstration('gohighlevel'),
    choices: ['tags'],
    says: [200, 200],
    known: () => doubles.gohighlevel.contacts().size,
  },
  {
    slug: 'kartra',
    keys: demonstration('kartra'),
    choices: ['lists', 'tags'],
    says: [200, 200],
    known: () => doubles.kartra.leads().size,
  },
  {
    slug: 'clickfunnels',
    keys: demonstration('clickfunnels'),
    choices: ['tags'],
    says: [201, 200],
    known: () => doubles.clickfunnels.contacts().size,
  },
  {
    slug: 'mailboxpower',
    keys: demonstration('mailboxpower'),
    choices: ['groups'],
    says: [200, 200],
    known: () => doubles.mailboxpower.contacts().size,
  },
]

/** How something ended, and in whose words; `well` where nothing was wrong. */
async function end(asked: Promise<unknown>): Promise<{ end: string; words: string; afterMs: number }> {
  try {
    await asked
    return { end: 'well', words: '', afterMs: 0 }
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error
    return { end: error.end, words: error.message, afterMs: error.afterMs }
  }
}
async function valuesOf({ slug, keys, choices }: Case): Promise<Record<string, string[]>> {
  const adapter = await open.adapter(slug)
  const all: Record<string, string[]> = {}
  for (const choice of choices) {
    const [first] = await adapter.lookUp(keys, choice, {})
    all[choice] = first ? [first.id] : []
  }
  return all
}

describe.each(cases)('$slug', (each) => {
  const { slug, keys, choices } = each
  const double = doubles[slug]
  const secretsIn = (words: string) =>
    Object.values(keys).filter((secret) => secret.length > 8 && words.includes(secret))

  it('INT-08+ takes right keys, and says of wrong ones that they are', async () => {
    const adapter = await open.adapter(slug)
    expect((await end(adapter.check(keys))).end).toBe('well')
    const wrong = Object.fromEntries(
      Object.entries(keys).map(([name, value]) => [name, /id|subdomain/.test(name) ? value : `${value}-wrong`]),
    )
    const refused = await end(adapter.check(wrong))
    expect(refused.end).toBe('disconnected')
    expect(secretsIn(refused.words)).toEqual([])
    double.revoke()
    expect((await end(adapter.deliver(keys, parcel()))).end).toBe('disconnected')
  })

  it('finds what there is to choose', async () => {
    const adapter = await open.adapter(slug)
    for (const choice of choices) {
      const options = await adapter.lookUp(keys, choice, {})
      expect(options.length).toBeGreaterThan(1)
      for (const option of options) expect([typeof option.id, typeof option.name]).toEqual(['string', 'string'])
    }
  })

  it('delivers a lead, and the same one twice as one, and says how it was answered', async () => {
    const adapter = await open.adapter(slug)
    const values = await valuesOf(each)
    for (const status of each.says)
      expect(await adapter.deliver(keys, parcel(values))).toMatchObject({ status, words: expect.any(String) })
    expect(each.known()).toBe(1)
  })

  it('takes nothing away from a contact with what the lead does not have', async () => {
    const adapter = await open.adapter(slug)
    const address = slug === 'mailboxpower' ? {} : { street: '', city: '', zipCode: '' }
    await adapter.deliver(keys, parcel({}, { lastName: '', phone: '', stateCode: '', ...address }))
    const sent = JSON.stringify(double.received().map(({ body }) => body))
    expect(sent).toContain(row.email)
    expect(sent).not.toContain(':""')
  })

  it('has one lead after an answer that was lost', async () => {
    const adapter = await open.adapter(slug)
    const values = await valuesOf(each)
    double.fail('answer lost')
    // Nobody knows whether it was asked.
    const fault = { end: 'retry', message: expect.stringMatching(/ gave no answer\.$/) }
    await expect(adapter.deliver(keys, parcel(values))).rejects.toMatchObject(fault)
    expect((await end(adapter.deliver(keys, parcel(values)))).end).toBe('well')
    expect(each.known()).toBe(1)
  })

  it.each<[ToolFailure, string[]]>([
    [500, ['retry']],
    [503, ['retry']],
    ['garbage', ['retry']],
    ['refused', ['retry']],
    [422, slug === 'kartra' ? ['retry'] : ['dead']],
    [401, slug === 'kartra' ? ['retry'] : ['disconnected']],
  ])('INT-10+ ends rightly with %s', async (failure, ends) => {
    const adapter = await open.adapter(slug)
    double.fail(failure)
    const found = await end(adapter.deliver(keys, parcel()))
    expect(ends).toContain(found.end)
    expect(found.words).not.toBe('')
    expect(secretsIn(found.words)).toEqual([])
  })

  it('INT-23+ leaves it alone for as long as it asks', async () => {
    const adapter = await open.adapter(slug)
    double.fail(429, { retryAfter: '120' })
    const found = await end(adapter.deliver(keys, parcel()))
    expect(found.end).toBe('retry')
    // Kartra names no time: a second, as it describes.
    expect(found.afterMs).toBe(slug === 'kartra' ? 1000 : 120_000)
  })
})

describe('SendGrid', () => {
  it('INT-28+ is sent all of a contact, into the lists that were chosen', async () => {
    const adapter = await open.adapter('sendgrid')
    const keys = demonstration('sendgrid')
    const [list] = await adapter.lookUp(keys, 'lists', {})
    await adapter.deliver(keys, parcel({ lists: [list?.id ?? ''] }))
    expect(doubles.sendgrid.received().at(-1)).toMatchObject({ method: 'PUT', path: '/v3/marketing/contacts' })
    expect(doubles.sendgrid.received().at(-1)?.body).toEqual({
      list_ids: [list?.id],
      contacts: [
        {
          email: 'Nora@Leads.Example',
          first_name: '=Nora',
          last_name: 'Øst',
          phone_number: '+13125550111',
          address_line_1: '1 Lake Street',
          city: 'Chicago',
          state_province_region: 'IL',
          postal_code: '60601',
        },
      ],
    })
  })
})

describe('GoHighLevel v1', () => {
  it('INT-11 INT-12+ sends exactly this, and takes tags by their names', async () => {
    const adapter = await open.adapter('gohighlevel')
    const keys = demonstration('gohighlevel')
    expect(await adapter.lookUp(keys, 'tags', {})).toContainEqual({ id: 'hot lead', name: 'hot lead' })
    await adapter.deliver(keys, parcel({ tags: ['hot lead'] }))
    expect(doubles.gohighlevel.received().at(-1)).toMatchObject({
      method: 'POST',
      path: '/contacts/',
      body: {
        firstName: '=Nora',
        lastName: 'Øst',
        email: 'Nora@Leads.Example',
        phone: '+13125550111',
        address1: '1 Lake Street',
        city: 'Chicago',
        state: 'IL',
        postalCode: '60601',
        source: 'Roofs',
        tags: ['hot lead'],
      },
    })
  })

  it('INT-12+ takes no tags from a contact that is there, where the campaign chose none', async () => {
    const adapter = await open.adapter('gohighlevel')
    const keys = demonstration('gohighlevel')
    await adapter.deliver(keys, parcel({ tags: ['hot lead'] }))
    await adapter.deliver(keys, parcel({}))
    expect([...doubles.gohighlevel.contacts().values()]).toMatchObject([{ tags: ['hot lead'] }])
    expect(doubles.gohighlevel.received().at(-1)?.body).not.toHaveProperty('tags')
  })

  it('skips a lead that has neither address nor number', async () => {
    const adapter = await open.adapter('gohighlevel')
    const sent = await adapter.deliver(demonstration('gohighlevel'), parcel({}, { email: '', phone: '' }))
    expect(sent).toHaveProperty('skipped')
    expect(doubles.gohighlevel.received()).toEqual([])
  })

  it('makes one contact of a number alone, however often an answer is lost, and leaves the tags that it has', async () => {
    const adapter = await open.adapter('gohighlevel')
    const keys = demonstration('gohighlevel')
    doubles.gohighlevel.fail('answer lost', { method: 'POST' })
    const byPhone = parcel({ tags: ['hot lead'] }, { email: '' })
    await expect(adapter.deliver(keys, byPhone)).rejects.toMatchObject({ end: 'retry' })
    await adapter.deliver(keys, byPhone)
    await adapter.deliver(keys, parcel({ tags: ['website'] }, { email: '' }))
    await adapter.deliver(keys, parcel({}, { email: '', phone: '+13125550112' }))
    expect([...doubles.gohighlevel.contacts().values()]).toMatchObject([
      { phone: '+13125550111', tags: ['hot lead', 'website'] },
      { phone: '+13125550112' },
    ])
    doubles.gohighlevel.fail(500, { method: 'GET' })
    await expect(adapter.deliver(keys, byPhone)).rejects.toMatchObject({ end: 'retry', status: 500 })
  })
})

describe('Kartra', () => {
  const keys = demonstration('kartra')

  it('INT-30 INT-31+ asks by a form with the platform, the key and the password', async () => {
    const adapter = await open.adapter('kartra')
    expect(await adapter.lookUp(keys, 'lists', {})).toContainEqual({ id: 'New leads', name: 'New leads' })
    expect(doubles.kartra.received()[0]?.body).toEqual({
      app_id: kartraAppId,
      ...keys,
      'actions[0][cmd]': 'retrieve_account_lists',
    })
  })

  it('INT-32+ creates, tags and subscribes in one request, and edits who is there already', async () => {
    const adapter = await open.adapter('kartra')
    const values = { tags: ['hot'], lists: ['New leads'] }
    await adapter.deliver(keys, parcel(values))
    const { body = {} } = doubles.kartra.received()[0] ?? {}
    expect(body).toMatchObject({
      'lead[email]': 'Nora@Leads.Example',
      'lead[first_name]': '=Nora',
      'lead[last_name]': 'Øst',
      'lead[phone]': '+13125550111',
      'lead[address]': '1 Lake Street',
      'lead[city]': 'Chicago',
      'lead[state]': 'IL',
      'lead[zip]': '60601',
      'actions[0][cmd]': 'create_lead',
      'actions[1][cmd]': 'assign_tag',
      'actions[1][tag_name]': 'hot',
      'actions[2][cmd]': 'subscribe_lead_to_list',
      'actions[2][list_name]': 'New leads',
    })
    await adapter.deliver(keys, parcel(values))
    expect(doubles.kartra.received().map(({ body: sent }) => sent['actions[0][cmd]'])).toEqual([
      'create_lead',
      'create_lead',
      'edit_lead',
    ])
    const [lead] = doubles.kartra.leads().values()
    expect([[...(lead?.tags ?? [])], [...(lead?.lists ?? [])]]).toEqual([['hot'], ['New leads']])
  })

  it('INT-33+ fails by what the body says although the answer is 200', async () => {
    const adapter = await open.adapter('kartra')
    doubles.kartra.fail(500)
    expect((await end(adapter.deliver(keys, parcel()))).end).toBe('retry')
    expect((await end(adapter.deliver(keys, parcel({ lists: ['Gone'] })))).end).toBe('dead')
    doubles.kartra.disallow()
    expect((await end(adapter.deliver(keys, parcel()))).end).toBe('ours')
  })

  it('INT-33+ is asked at most 20 times a second by the whole platform', async () => {
    const { pace, deliver } = await open.adapter('kartra')
    doubles.kartra.clear()
    for (let each = 0; each < 2; each++) await deliver(keys, parcel())
    // A lead that is there already takes two.
    const [first, ...again] = doubles.kartra.received()
    expect([first?.answered, again.length]).toEqual([200, 2])
    expect([pace?.of, (pace?.most ?? 0) * again.length * (1000 / (pace?.perMs ?? 1))]).toEqual(['platform', 20])
  })

  it('is not offered where the platform has no account with it', async () => {
    expect([...(await openAll('').available())]).not.toContain('kartra')
    expect([...(await open.available())]).toContain('kartra')
  })
})

describe('ClickFunnels', () => {
  const keys = demonstration('clickfunnels')

  it('INT-34 INT-35+ finds all tags, 20 at once', async () => {
    const adapter = await open.adapter('clickfunnels')
    expect(await adapter.lookUp(keys, 'tags', {})).toHaveLength(21)
    expect(doubles.clickfunnels.received()).toHaveLength(2)
  })

  it('INT-36+ saves the contact without taking tags away, and applies only what it lacks', async () => {
    const adapter = await open.adapter('clickfunnels')
    const [one, two] = doubles.clickfunnels.tags().map(({ id }) => String(id))
    await adapter.deliver(keys, parcel({ tags: [one ?? ''] }))
    await adapter.deliver(keys, parcel({ tags: [one ?? '', two ?? ''] }))
    const posts = doubles.clickfunnels.received().filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => path.replace(/\d{4,}/, 'n'))).toEqual([
      '/workspaces/n/contacts/upsert',
      '/contacts/n/applied_tags',
      '/workspaces/n/contacts/upsert',
      '/contacts/n/applied_tags',
    ])
    expect(posts[0]?.body).toEqual({
      contact: {
        email_address: 'Nora@Leads.Example',
        first_name: '=Nora',
        last_name: 'Øst',
        phone_number: '+13125550111',
      },
    })
    expect(posts[1]?.body).toEqual({ contacts_applied_tag: { tag_id: Number(one) } })
    const [contact] = doubles.clickfunnels.contacts().values()
    expect([...(contact?.tags ?? [])].map(String)).toEqual([one, two])
  })

  it('INT-36+ counts a tag that another try applied meanwhile as done, and no other refusal', async () => {
    const adapter = await open.adapter('clickfunnels')
    const [tag] = doubles.clickfunnels.tags().map(({ id }) => String(id))
    await adapter.deliver(keys, parcel({ tags: [tag ?? ''] }))
    doubles.clickfunnels.lag()
    expect((await end(adapter.deliver(keys, parcel({ tags: [tag ?? ''] })))).end).toBe('well')
    expect(doubles.clickfunnels.received().map(({ answered }) => answered)).toContain(422)
    expect((await end(adapter.deliver(keys, parcel({ tags: ['999999'] })))).end).toBe('dead')
  })

  it('sends its key to no host that is not a workspace of ClickFunnels', async () => {
    const adapter = await openTools({
      urls: {},
      now: Date.now,
      platform: async () => noKeys,
    }).adapter('clickfunnels')
    for (const subdomain of ['evil.example/', 'a.b', '', 'x@evil', 'a'.repeat(64)])
      expect((await end(adapter.check({ ...keys, subdomain }))).end).toBe('dead')
  })
})

describe('Mailbox Power', () => {
  const keys = demonstration('mailboxpower')

  it('INT-51 INT-52+ asks for groups by its key', async () => {
    const adapter = await open.adapter('mailboxpower')
    expect((await adapter.lookUp(keys, 'groups', {})).map(({ name }) => name)).toEqual(['Postcards', 'Letters'])
  })

  it('INT-53+ sends a contact with its address and company, and skips who has no address', async () => {
    const adapter = await open.adapter('mailboxpower')
    await adapter.deliver(keys, parcel({ groups: ['1'] }))
    expect(doubles.mailboxpower.received().at(-1)?.body).toEqual({
      first_name: '=Nora',
      last_name: 'Øst',
      street: '1 Lake Street',
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
      country: 'US',
      email: 'Nora@Leads.Example',
      phone: '+13125550111',
      company: 'Øst & Sons',
      group: '1',
    })
    expect(await adapter.deliver(keys, parcel({}, { street: '' }))).toEqual({ skipped: 'no address' })
  })
})

it('leads go to every tool that is not given addresses, and to no other: each has an adapter, or is a sheet', () => {
  // Who stores a lead names its destinations by the list alone, and loads no adapter.
  const named = toolSlugs.filter((slug) => tools[slug].way !== 'addresses')
  expect(named).toEqual(toolSlugs.filter((slug) => isAdapted(slug) || slug === 'google_sheets'))
})
