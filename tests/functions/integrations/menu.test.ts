// An agency's site in the menu of GoHighLevel: made once, taken away, and framed by nobody else than the hosts it was made for.
import { beforeEach, describe, expect, it } from 'vitest'
import { readFrameHost } from '#shared/integrations/frame-hosts.ts'
import { openPage } from '../../support/page.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const page = await openPage(h)
const { northlight, brightSmiles, hosts } = h.cast
const agencies = h.tools.gohighlevelv2
const named = { company_id: northlight.id, integration_slug: 'gohighlevelv2' } as const

async function connect(
  who: 'ada' | 'cleo' = 'ada',
  asked: { company_id: string; integration_slug: 'gohighlevelv2' } = named,
) {
  const { body } = await h.call(who, 'integrations.beginSignIn', asked)
  const answer = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  const [state, code] = [back.get('state') ?? '', back.get('code') ?? '']
  expect((await h.call(who, 'integrations.finishSignIn', { ...asked, state, code })).status).toBe(200)
}
const wanted = { company_id: northlight.id, locationIds: ['location2', 'location1'], title: 'Leads' }
const make = (more: Partial<typeof wanted> & { hosts?: string[] } = {}) =>
  h.call('ada', 'integrations.makeMenu', { ...wanted, ...more })
const remove = () => h.call('ada', 'integrations.removeMenu', { company_id: northlight.id })
const seen = async () =>
  (await h.call('ada', 'integrations.tool', { company_id: northlight.id, integration_id: 'gohighlevelv2' })).body.data
    .menu
const framing = async (host = hosts.northlight, path = '/login') => {
  h.forgetTenants()
  const { headers } = await page(host, path)
  const [, who] = /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '') ?? []
  return [who, headers['x-frame-options']]
}
const nobody = ["'none'", 'DENY']
const usual = 'https://app.gohighlevel.com https://app.leadconnectorhq.com'

beforeEach(async () => {
  agencies.clear()
  const menu = await h.db.toolMenu.find({ companyId: northlight.id, slug: 'gohighlevelv2' })
  if (menu) await h.db.toolMenu.remove(menu)
  await connect()
})

describe('an entry of the menu', () => {
  it('INT-16 INT-17 INT-24+ is made at the provider, opens the white-label sign-in, and goes again', async () => {
    expect(await framing()).toEqual(nobody)
    expect((await make({ hosts: ['https://CRM.Northlight.example/x'] })).status).toBe(200)
    const [[id, menu] = [], ...others] = [...agencies.menus()]
    expect(others).toEqual([])
    expect(menu).toEqual({
      title: 'Leads',
      url: `http://${hosts.northlight}:8787/login`,
      icon: { name: 'bullseye', fontFamily: 'fas' },
      showOnCompany: false,
      showOnLocation: true,
      showToAllLocations: false,
      locations: ['location2', 'location1'],
      openMode: 'iframe',
      userRole: 'all',
    })
    expect(await seen()).toMatchObject({
      title: 'Leads',
      made: 'T',
      hosts: ['app.gohighlevel.com', 'app.leadconnectorhq.com', 'crm.northlight.example'],
    })
    expect(await framing()).toEqual([`${usual} https://crm.northlight.example`, undefined])
    expect((await framing(hosts.northlight, '/no/such/page'))[0]).toContain('https://crm.northlight.example')
    // Nobody else's pages.
    expect(await framing(hosts.copper)).toEqual(nobody)
    expect(await framing(hosts.root)).toEqual(nobody)
    expect((await remove()).status).toBe(200)
    expect(agencies.received().at(-1)).toMatchObject({ method: 'DELETE', path: `/custom-menus/${id}`, answered: 200 })
    expect([agencies.menus().size, await seen(), await framing()]).toEqual([0, null, nobody])
    expect((await remove()).status).toBe(404)
  })

  it('INT-24+ is one, also of two at once, and of a repetition', async () => {
    const both = await Promise.all([make(), make()])
    // The second is refused while the first is on its way, and is a repetition of it afterwards.
    expect(both.map(({ status }) => status).sort()).toSatisfy(
      ([best, other]: number[]) => best === 200 && (other === 200 || other === 409),
    )
    expect((await make()).status).toBe(200)
    expect((await make({ title: 'Another' })).status).toBe(409)
    expect(agencies.menus().size).toBe(1)
  })

  it('INT-24+ is found again where the answer was lost, and opens nothing until then', async () => {
    agencies.fail('answer lost', { method: 'POST' })
    expect((await make()).status).toBe(409)
    expect([agencies.menus().size, (await seen())?.made, await framing()]).toEqual([1, 'F', nobody])
    expect((await make({ title: 'Another' })).status).toBe(409)
    expect((await make()).status).toBe(200)
    expect([agencies.menus().size, (await seen())?.made]).toEqual([1, 'T'])
  })

  it('INT-18 INT-24+ goes when the tool is disconnected, and framing with it even where the provider does not answer', async () => {
    const disconnect = () =>
      h.call('ada', 'integrations.disconnectTool', { company_id: northlight.id, integration_id: 'gohighlevelv2' })
    await make()
    expect((await disconnect()).body.message).toBe('The tool was disconnected.')
    expect([agencies.menus().size, await seen(), await framing()]).toEqual([0, null, nobody])
    await connect()
    await make()
    agencies.revoke()
    expect((await disconnect()).body.message).toContain('remove the menu entry at GoHighLevel yourself')
    expect([await seen(), await framing()]).toEqual([null, nobody])
  })

  it('INT-24+ says at the field which host cannot be let in', async () => {
    for (const host of [
      '*.example.com',
      'http://a.example.com',
      'localhost',
      '10.0.0.1',
      'crm.local',
      '[::1]',
      'a b',
      "x.com; script-src 'self'",
    ]) {
      const { status, body } = await make({ hosts: [host] })
      expect([host, status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([host, 422, ['hosts']])
    }
    expect((await make({ hosts: [hosts.copper] })).status).toBe(422)
    expect([agencies.menus().size, await framing()]).toEqual([0, nobody])
    expect(readFrameHost('https://Leads.Exämple.com/', 'leadloom.com')).toEqual({ host: 'leads.xn--exmple-cua.com' })
  })

  it('INT-24+ is for agencies, and not for a client who connected an account of its own', async () => {
    await connect('cleo', { company_id: brightSmiles.id, integration_slug: 'gohighlevelv2' })
    const asked = { ...wanted, company_id: brightSmiles.id }
    expect((await h.call('cleo', 'integrations.makeMenu', asked)).status).toBe(409)
    expect((await h.call('cleo', 'integrations.makeMenu', wanted)).status).toBe(403)
    expect((await h.call('sam', 'integrations.makeMenu', wanted)).status).toBe(403)
    expect(agencies.menus().size).toBe(0)
  })
})
