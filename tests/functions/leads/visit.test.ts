// From a visit to the client's lead list, through the real queue, worker and provider's door.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '#infra/local/doubles/lead-data.ts'
import { MINUTE } from '#shared/dates.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})

const hash = (kind: string, text: string) => createHash(kind).update(text).digest('hex')
const asked = (v: string) => stage.provider.requests().filter(({ visitorId }) => visitorId === v).length

describe('where pixels report', () => {
  describe('works', () => {
    it('turns a visit into a lead of the client, once for a person', async () => {
      const campaign = await stage.newCampaign()
      const v = 'visitor-of-the-shop'
      expect(
        await stage.visit(campaign.id, {
          v,
          u: 'https://brightsmiles.example/whitening?utm_source=mail&token=abc#top',
        }),
      ).toMatchObject({ status: 204, body: '' })
      await stage.drain()
      const { data, total } = await stage.leadsOf('cleo', campaign)
      const person = personOf(v)
      expect(data).toMatchObject([
        {
          id: expect.stringMatching(/^led_[0-9A-Z]{26}$/),
          firstname: person.firstName,
          lastname: person.lastName,
          email: person.email,
          phone: person.phone,
          city: person.city,
          state: person.state,
          landing_url: 'https://brightsmiles.example/whitening?utm_source=mail',
          visited_at: expect.any(String),
          created_at: expect.any(String),
          keyword: '',
        },
      ])
      await stage.visit(campaign.id, { v })
      await stage.drain()
      expect(await stage.leadsOf('cleo', campaign)).toMatchObject({ total, data })
      expect(total).toBe(1)
    })

    it("tells the provider what it needs: address, browser and page, without what else stands in the page's address", async () => {
      const campaign = await stage.newCampaign()
      await stage.visit(campaign.id, {
        v: 'visitor-with-facts',
        u: 'https://brightsmiles.example/?email=secret',
        ip: '198.51.100.77',
      })
      await stage.drain()
      expect(stage.provider.requests().at(-1)).toMatchObject({
        visitorId: 'visitor-with-facts',
        ip: '198.51.100.77',
        pageUrl: 'https://brightsmiles.example/',
      })
    })

    it("is heard on the root's address too", async () => {
      const campaign = await stage.newCampaign()
      await stage.visit(campaign.id, { v: 'visitor-by-the-root', host: stage.cast.hosts.root })
      await stage.drain()
      expect((await stage.leadsOf('cleo', campaign)).total).toBe(1)
    })

    it('makes no lead of somebody whom the provider does not know', async () => {
      const campaign = await stage.newCampaign()
      await stage.visit(campaign.id, { v: 'unknown-visitor' })
      await stage.drain()
      expect(asked('unknown-visitor')).toBe(1)
      expect((await stage.leadsOf('cleo', campaign)).total).toBe(0)
    })
  })

  describe('exclusion lists', () => {
    it.each([
      { level: 'root', form: 'the address', row: (email: string) => ` ${email.toUpperCase()} ` },
      { level: 'northlight', form: 'its MD5', row: (email: string) => hash('md5', email) },
      { level: 'brightSmiles', form: 'its SHA-256', row: (email: string) => hash('sha256', email) },
      { level: 'brightSmiles', form: 'its SHA-1', row: (email: string) => hash('sha1', email) },
    ] as const)(
      'EXC-027+ keep a person out whose $form is on the list of $level, and nobody else',
      async ({ level, form, row }) => {
        const campaign = await stage.newCampaign()
        const [listed, free] = [`listed-${level}-${form}`, `free-${level}-${form}`].map((text) => hash('md5', text))
        if (!listed || !free) throw new Error('There are two.')
        await stage.exclude(stage.cast[level].id, [row(personOf(listed).email), 'somebody.else@example.org'])
        for (const v of [listed, free]) await stage.visit(campaign.id, { v })
        await stage.drain()
        expect([asked(listed), asked(free)]).toEqual([1, 1])
        const { data, total } = await stage.leadsOf('cleo', campaign)
        expect(data.map(({ email }) => email)).toEqual([personOf(free).email])
        expect(total).toBe(1)
      },
    )

    it('CMP-53+ of one campaign keeps a person out of it, and of no other of its client', async () => {
      const [campaign, sibling] = [await stage.newCampaign(), await stage.newCampaign()]
      const v = 'visitor-listed-in-one-campaign'
      await stage.exclude(campaign.companyId, [hash('md5', personOf(v).email)], campaign.id)
      for (const { id } of [campaign, sibling]) await stage.visit(id, { v })
      await stage.drain()
      const found = await Promise.all([campaign, sibling].map((each) => stage.leadsOf('cleo', each)))
      expect(found.map(({ total }) => total)).toEqual([0, 1])
    })

    it('DAT-16+ of the platform keeps a person out of the campaigns of every agency at once', async () => {
      const [ours, theirs] = [await stage.newCampaign(), await stage.newCampaign('peak')]
      const v = 'visitor-opted-out-of-the-platform'
      await stage.exclude(stage.cast.root.id, [personOf(v).email])
      await stage.visit(ours.id, { v })
      await stage.visit(theirs.id, { v, host: stage.cast.hosts.copper })
      await stage.drain()
      expect(asked(v)).toBe(2)
      const found = [await stage.leadsOf('cleo', ours), await stage.leadsOf('carl', theirs)]
      expect(found.map(({ total }) => total)).toEqual([0, 0])
    })

    it('EXC-027+ keep out the next visitor after an upload is done, with leads just before it', async () => {
      const campaign = await stage.newCampaign('peak')
      const ids = ['before-the-upload', 'after-the-upload']
      const visit = async (v = '') => {
        await stage.visit(campaign.id, { v, host: stage.cast.hosts.copper })
        await stage.drain()
      }
      await visit(ids[0])
      await stage.exclude(
        stage.cast.copper.id,
        ids.map((id) => personOf(id).email),
      )
      await visit(ids[1])
      const { data } = await stage.leadsOf('carl', campaign)
      expect(data.map(({ email }) => email)).toEqual([personOf('before-the-upload').email])
    })

    it('EXC-027+ of another client of the agency, and of another agency, keep nobody out', async () => {
      const campaign = await stage.newCampaign()
      const v = 'visitor-listed-elsewhere'
      for (const company of [stage.cast.harbor, stage.cast.peakFitness, stage.cast.copper])
        await stage.exclude(company.id, [personOf(v).email])
      await stage.visit(campaign.id, { v })
      await stage.drain()
      expect((await stage.leadsOf('cleo', campaign)).total).toBe(1)
    })
  })

  describe('drops, with the same answer and before anything is paid for', () => {
    const drops = [
      { name: 'a robot', more: { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } } },
      { name: 'a program', more: { headers: { 'user-agent': 'curl/8.5.0' } } },
      { name: 'a visit without an agent', more: { headers: { 'user-agent': '' } } },
      { name: 'a page loaded ahead', more: { headers: { 'sec-purpose': 'prefetch;prerender' } } },
      { name: 'Global Privacy Control', more: { headers: { 'sec-gpc': '1' } } },
      { name: 'Do Not Track', more: { headers: { dnt: '1' } } },
      { name: 'what is no web page', more: { u: 'javascript:alert(1)' } },
    ]
    it.each(drops)('CMP-48 $name', async ({ name, more }) => {
      const campaign = await stage.newCampaign()
      const v = hash('md5', name)
      const { status, body } = await stage.visit(campaign.id, { v, ...more })
      expect([status, body]).toEqual([204, ''])
      await stage.drain()
      expect(asked(v)).toBe(0)
      expect((await stage.leadsOf('cleo', campaign)).total).toBe(0)
    })

    it.each(['paused', 'stopped', 'archived'] as const)('CMP-47 a %s campaign', async (status) => {
      const campaign = await stage.newCampaign('smiles', { status })
      const v = `visitor-of-${status}`
      expect(await stage.visit(campaign.id, { v })).toMatchObject({ status: 204, body: '' })
      await stage.drain()
      expect(asked(v)).toBe(0)
    })

    it('an unknown campaign', async () => {
      expect(await stage.visit('10000000')).toMatchObject({ status: 204, body: '' })
    })

    it("a campaign of another agency, whose pixel stands on this one's address", async () => {
      const campaign = await stage.newCampaign('peak')
      const v = 'visitor-by-the-wrong-door'
      expect(await stage.visit(campaign.id, { v, host: stage.cast.hosts.northlight })).toMatchObject({
        status: 204,
        body: '',
      })
      await stage.drain()
      expect(asked(v)).toBe(0)
      expect((await stage.leadsOf('carl', campaign)).total).toBe(0)
      await stage.visit(campaign.id, { v, host: stage.cast.hosts.copper })
      await stage.drain()
      expect((await stage.leadsOf('carl', campaign)).total).toBe(1)
    })

    it('what one address reports beyond sixty visits of a campaign in a minute', async () => {
      // The first second of a minute to come: rows of a day gone by would be over.
      const at = Math.ceil(Date.now() / MINUTE) * MINUTE
      stage.setClock(at)
      const campaign = await stage.newCampaign()
      for (let n = 0; n < 65; n++)
        expect((await stage.visit(campaign.id, { v: `flood-visitor-${n}`, ip: '198.51.100.9' })).status).toBe(204)
      await stage.visit(campaign.id, { v: 'visitor-next-door', ip: '198.51.100.10' })
      await stage.drain()
      stage.setClock(at + 2 * MINUTE)
      await stage.visit(campaign.id, { v: 'flood-visitor-later', ip: '198.51.100.9' })
      await stage.drain()
      stage.setClock()
      expect(stage.provider.requests().filter(({ visitorId }) => visitorId.startsWith('flood-visitor-'))).toHaveLength(
        61,
      )
      expect((await stage.leadsOf('cleo', campaign)).total).toBe(62)
    })
  })

  describe('bad input', () => {
    const good = { c: '', v: 'visitor-of-bad-input', u: 'https://brightsmiles.example/' }
    const origin = 'https://brightsmiles.example'
    const bad: {
      name: string
      more?: object
      body?: Buffer | string
      method?: string
      headers?: object
      host?: string
    }[] = [
      { name: 'nothing at all', body: '' },
      { name: 'what is no JSON', body: '<x>' },
      { name: 'a list', body: '[]' },
      { name: 'what is no UTF-8', body: Buffer.from([0x7b, 0xff, 0x7d]) },
      { name: 'nesting without end', body: `${'['.repeat(4000)}` },
      { name: 'a report that is too large', more: { x: 'x'.repeat(9000) } },
      { name: 'a visitor that is too short', more: { v: 'short' } },
      { name: 'a visitor with other signs', more: { v: 'visitor <b>' } },
      { name: 'an address without end', more: { u: `${origin}/${'x'.repeat(2001)}` } },
      { name: 'the id of a campaign instead of its number', more: { c: 'cmp_1' } },
      { name: 'no campaign', more: { c: undefined } },
      { name: 'a host at which nobody lives', host: 'nobody.localhost' },
      ...['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ name: `a ${method}`, method })),
    ]
    it.each(bad)('CMP-47 is answered with nothing too: $name', async ({ more, body, method, headers, host }) => {
      const campaign = await stage.newCampaign()
      const { length } = stage.provider.requests()
      const text = JSON.stringify({ ...good, c: campaign.number, ...more })
      const answer = await stage.report(body ?? text, {
        headers: { origin, ...headers },
        ...(method && { method }),
        ...(host && { host }),
      })
      expect([answer.status, answer.body]).toEqual([204, ''])
      await stage.drain()
      expect(stage.provider.requests()).toHaveLength(length)
    })
  })
})
