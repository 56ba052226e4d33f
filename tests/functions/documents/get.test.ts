import { Logger } from '@aws-lambda-powertools/logger'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { documentNames } from '#shared/model/document.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

const open = (name: (typeof documentNames)[number] | 'service-billing-agreement', host = h.cast.hosts.northlight) =>
  h.call(null, 'documents.get', { name }, { host })

describe('documents.get', () => {
  it.each([...documentNames, 'service-billing-agreement' as const])(
    'AGR-001 AGR-002 AGR-003 answers %s to anybody as HTML without a raw variable',
    async (name) => {
      const { status, body } = await open(name)
      expect(status).toBe(200)
      expect(body.version).toBe(1)
      expect(body.title).not.toBe('')
      expect(body.html).toMatch(/^<p>[\s\S]*<h2>/)
      expect(JSON.stringify(body)).not.toMatch(/\{\{|\}\}|undefined|NaN/)
      expect(body.html.length).toBeGreaterThan(700)
    },
  )

  it('ENT-036 has a document of its own for each billing type', async () => {
    const types = ['minimum_spend', 'minimum_spend_v2', 'default_agency', 'default_client'] as const
    const texts = await Promise.all(types.map(async (type) => (await open(type)).body.html))
    expect(new Set(texts).size).toBe(4)
  })

  it("AGR-003 AGR-016 AGR-017 names whoever lives at the host, and the platform's operator beside them", async () => {
    const { body } = await open('privacy-policy')
    expect(body.html).toContain('Northlight, LLC')
    expect(body.html).toContain('1 Loom Street, Chicago, IL 60601')
    expect(body.html).toContain('Leadloom, LLC')
    const { body: other } = await open('privacy-policy', h.cast.hosts.copper)
    expect(other.html).toContain('Copper &#38; Co, LLC')
    expect(other.html).not.toContain('Northlight')
  })

  it('AGR-016 fills in money, days and contact details', async () => {
    const { body } = await open('marketing-services-agreement-developer')
    expect(body.html).toContain('A monthly minimum of $349.00')
    expect(body.html).not.toContain('Accepted on')
    expect(body.html).toMatch(/As of [A-Z][a-z]+ \d{1,2}, 20\d\d\./)
    expect(body.html).toContain('hello@leadloom.example')
  })

  it('writes telephone numbers as people do', async () => {
    await h.db.company.update(h.cast.northlight.id, { phone: '+13125550100' })
    await h.db.company.update(h.cast.root.id, { phone: '+442079460000' })
    expect((await open('privacy-policy')).body.html).toContain('call 312-555-0100')
    expect((await open('marketing-services-agreement-developer')).body.html).toContain('+442079460000')
  })

  it('names the first-time charge where there is one, and says nothing of it where there is none', async () => {
    const terms = async () => (await open('marketing-services-agreement-developer')).body.html
    expect(await terms()).not.toMatch(/first-time charge|\$0\.00/i)
    const save = (amount: string) =>
      h.call('olive', 'settings.save', { companyID: h.cast.root.id, comsetname: 'developerfee', comsetval: { amount } })
    await save('150')
    expect(await terms()).toContain('A first-time charge of $150.00')
    await save('0')
    expect(await terms()).not.toContain('first-time charge')
  })

  it('fills in a list of amounts that stands alone', async () => {
    expect((await open('minimum_spend_v2')).body.blocks).toContainEqual({
      kind: 'list',
      ordered: false,
      items: ['From the first month: $349.00'],
    })
  })

  it('CON-008 takes 349 for a monthly minimum that nobody set', async () => {
    expect((await open('minimum_spend')).body.html).toContain('at least $349.00')
  })

  it('shows visitors of the operator the agreement for agencies, and visitors of an agency the one for clients', async () => {
    expect((await open('service-billing-agreement', h.cast.hosts.root)).body.name).toBe('default_agency')
    expect((await open('service-billing-agreement')).body.name).toBe('default_client')
  })

  it('AGR-018 shows markup in a company name as text', async () => {
    const { northlight, root } = h.cast
    await h.db.company.update(northlight.id, { legalName: '<b>x</b>"onmouseover="y' })
    h.forgetTenants()
    const { body } = await open('privacy-policy')
    expect(body.html).toContain('&#60;b&#62;x&#60;/b&#62;&#34;onmouseover=&#34;y')
    expect(body.html).not.toContain('<b>')
    await h.db.company.update(northlight.id, { legalName: 'Northlight, LLC' })
    expect(root.legalName).toBe('Leadloom, LLC')
  })

  it('AGR-016 leaves an unknown variable blank, and logs its name', async () => {
    const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warned.mockRestore())
    const { body } = await h.call('olive', 'documents.save', {
      name: 'term-of-use',
      title: 'Terms of use',
      text: 'Hello {{nobody}}, this is {{company_name}}.',
      version: 1,
    })
    expect(body.version).toBe(2)
    expect((await open('term-of-use')).body.blocks).toEqual([
      { kind: 'paragraph', text: 'Hello , this is Northlight.' },
    ])
    const named = { document: 'term-of-use', names: 'nobody' }
    expect(warned.mock.calls).toEqual([['unknown variables', expect.objectContaining(named)]])
  })

  it('says 404 while the document is missing, and 422 for a name that there is not', async () => {
    const { services } = h
    const bare = await services.db.company.get(h.cast.root.id)
    const id = services.newId('company')
    await services.db.company.create({ ...bare, id, rootId: id, subdomain: 'bare', name: 'Bare' })
    await services.db.domain.claim('bare.localhost', id, services.now())
    expect((await open('privacy-policy', 'bare.localhost')).status).toBe(404)
    expect((await open('secrets' as never)).status).toBe(422)
  })
})
