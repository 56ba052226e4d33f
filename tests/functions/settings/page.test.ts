import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { clock } from '#functions/kit/clock.ts'
import { defaultBrand } from '#shared/model/brand.ts'
import { harness } from '../../support/harness.ts'
import { openPage } from '../../support/page.ts'
import { png } from '../../support/pictures.ts'

const h = await harness()
const page = await openPage(h)
const { northlight, copper, root, hosts } = h.cast
const stranger = await h.plant()

const tenantIn = (html: string) => JSON.parse(/id="tenant">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? 'null')
const change = async (id: string, changes: Parameters<typeof h.db.company.update>[1]) => {
  await h.db.company.update(id, changes)
  h.forgetTenants()
}

describe('the page', () => {
  it('THM-010 carries the brand of a sub-domain: title, icon, colours of both schemes, and who lives there', async () => {
    await change(northlight.id, {
      brand: {
        ...defaultBrand,
        sidebarColour: '#0f3d3a',
        templateColour: '#f0fdfa',
        favicon: `/brand/${northlight.id}/x`,
      },
    })
    const { status, body, headers } = await page(hosts.northlight, '/login')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'private, no-cache',
    ])
    expect(body).toContain('<title>Northlight</title>')
    expect(body).toContain(`<link rel="icon" href="/brand/${northlight.id}/x">`)
    expect(body).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#0f3d3a">')
    expect(body).toMatch(/:root\{--brand-sidebar:#0f3d3a;--brand-sidebar-text:#ffffff;--brand-template:#f0fdfa;/)
    const dark = /data-mantine-color-scheme="dark"\]\{--brand-sidebar:(#\w{6});[^}]*--brand-template:(#\w{6})/.exec(
      body,
    )
    expect(dark?.slice(1).every((colour) => Number.parseInt(colour.slice(1, 3), 16) < 0x40)).toBe(true)
    expect(tenantIn(body).data.company_name).toBe('Northlight')
  })

  it('holds the frame of what will be drawn, with the logo for the ground it stands on', async () => {
    const frame = async () =>
      /<div id="root">([\s\S]*)<\/div><\/body>/.exec((await page(hosts.northlight)).body)?.[1] ?? ''
    const [logo, logoDark] = ['/brand/light', '/brand/dark']
    await change(northlight.id, { brand: { ...defaultBrand, sidebarColour: '#ffffff', logo, logoDark } })
    const both = await frame()
    expect(both).toContain(`<img src="${logo}" alt="Northlight" class="light" loading="lazy">`)
    expect(both).toContain(`<img src="${logoDark}" alt="Northlight" class="dark" loading="lazy">`)
    await change(northlight.id, { brand: { ...defaultBrand, sidebarColour: '#0f3d3a', logo, logoDark } })
    expect(await frame()).toContain(`<div><img src="${logoDark}" alt="Northlight"></div>`)
    await change(northlight.id, { brand: { ...defaultBrand, logo: null, logoDark: null } })
    expect(await frame()).toContain('<div><span dir="auto">Northlight</span></div>')
  })

  it('does not come again to a browser that kept it, until the brand was changed; and comes small', async () => {
    const first = await page(hosts.northlight)
    const kept = { headers: { 'if-none-match': first.headers.etag ?? '' } }
    const again = await page(hosts.northlight, '/login', kept)
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag])
    expect((await page(hosts.copper, '/login', kept)).status).toBe(200)
    const small = await page(hosts.northlight, '/', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(small.bytes).toString('utf8')).toBe(first.body)
    await change(northlight.id, { brand: { ...defaultBrand, sidebarColour: '#123456' } })
    const changed = await page(hosts.northlight, '/', kept)
    expect([changed.status, changed.body.includes('#123456')]).toEqual([200, true])
  })

  it('RTE-105 is what every address of the application answers, so that a deep link can be loaded again', async () => {
    const first = await page(hosts.northlight, '/')
    for (const path of [
      '/configuration/agency-list',
      '/siteid/dashboard',
      '/Audience',
      '/set-new-password/a.b-c',
      '/no/such/page',
    ]) {
      const { status, headers, body } = await page(hosts.northlight, path)
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(body).toBe(first.body)
    }
    expect((await page(hosts.northlight, '/configuration/agency-list', { method: 'HEAD' })).status).toBe(200)
  })

  it('THM-009 carries the brand on a domain of its own', async () => {
    await h.db.domain.claim('leads.northlight.example', northlight.id, h.services.now())
    h.forgetTenants()
    const { body } = await page('leads.northlight.example')
    expect(tenantIn(body).data.ownedcompanyid).toBe(northlight.id)
  })

  it("THM-016 THM-011 shows the parent's brand while an agency is not white-labelled", async () => {
    const [logo, own] = [`/brand/${root.id}/x`, `/brand/${copper.id}/x`]
    await change(root.id, { brand: { ...defaultBrand, sidebarColour: '#123456', logo } })
    await change(copper.id, { isWhiteLabel: false, brand: { ...defaultBrand, sidebarColour: '#abcdef', logo: own } })
    const { data } = tenantIn((await page(hosts.copper)).body)
    expect([data.company_name, data.brand.name, data.brand.sidebarColour, data.brand.logo]).toEqual([
      'Leadloom',
      'Leadloom',
      '#123456',
      logo,
    ])
    expect(data.ownedcompanyid).toBe(copper.id)
    await change(copper.id, { isWhiteLabel: true })
    const { data: again } = tenantIn((await page(hosts.copper)).body)
    expect([again.company_name, again.brand.sidebarColour, again.brand.logo]).toEqual(['Copper & Co', '#abcdef', own])
  })

  it('SHL-004 SHL-049 tells where the operator gives help', async () => {
    await change(root.id, { supportUrl: 'https://help.example.com' })
    expect(tenantIn((await page(hosts.northlight)).body).data.support_url).toBe('https://help.example.com')
    await change(root.id, { supportUrl: null })
    expect(tenantIn((await page(hosts.northlight)).body).data.support_url).toBe('')
  })

  it('AGR-005 names the root that the installation began with as the master system, on all roots', async () => {
    const other = await h.plant()
    const { data } = tenantIn((await page(other.hosts.northlight)).body)
    expect(data.idsys).toBe(other.root.id)
    expect(data.masteridsys).toBe(root.id)
  })

  it('keeps what it read for a minute, and no longer', async () => {
    const at = h.services.now()
    h.setClock(at)
    await page(hosts.northlight)
    await h.db.company.update(northlight.id, { name: 'Renamed' })
    clock.now = () => at + 59_000
    expect((await page(hosts.northlight)).body).toContain('<title>Northlight</title>')
    clock.now = () => at + 61_000
    expect((await page(hosts.northlight)).body).toContain('<title>Renamed</title>')
    await change(northlight.id, { name: 'Northlight' })
    h.setClock()
  })

  it('lets no name or text of a tenant end its place in the page', async () => {
    const nasty = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028'
    await change(northlight.id, { name: nasty, brand: { ...defaultBrand, shortName: nasty } })
    const { body } = await page(hosts.northlight)
    expect(body.match(/<script/g)).toHaveLength(2)
    expect(body).not.toContain('<img')
    expect(tenantIn(body).data.company_name).toBe(nasty)
    await change(northlight.id, { name: 'Northlight', brand: defaultBrand })
  })

  it('runs scripts from its own files and the one that marks its scheme, no other, and can be framed by nobody', async () => {
    const { headers, body } = await page(hosts.northlight)
    const policy = headers['content-security-policy'] ?? ''
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(body) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(script).toContain('data-mantine-color-scheme')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('can be read and nothing else', async () => {
    expect((await page(hosts.northlight, '/', { method: 'HEAD' })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await page(hosts.northlight, '/', { method })).status).toBe(405)
  })
})

describe('a picture of a tenant', () => {
  const hash = 'A'.repeat(43)
  const path = `/brand/${northlight.id}/${hash}`

  it('is served as what it is, for good, and can run nothing', async () => {
    const bytes = png(8, 8)
    await h.services.files.put(path.slice(1), bytes, 'text/html')
    const answer = await page(hosts.northlight, path)
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('is not there on the hosts of others, and neither is what is no picture', async () => {
    expect((await page(hosts.copper, path)).status).toBe(404)
    await h.services.files.put(`brand/${northlight.id}/${'B'.repeat(43)}`, '<script>alert(1)</script>', 'image/png')
    const tries = [
      `/brand/${northlight.id}/${'B'.repeat(43)}`,
      '/brand/',
      `/brand/${northlight.id}/../../x`,
      `${path}x`,
    ]
    for (const each of tries) expect((await page(hosts.northlight, each)).status).toBe(404)
  })

  it("is shown at the operator's address to its people who sign in there, and no operator of another tree shows it", async () => {
    expect((await page(hosts.root, path)).status).toBe(200)
    expect((await page(stranger.hosts.root, path)).status).toBe(404)
    expect((await page(hosts.root, `/brand/com_01JD0000000000000000000000/${hash}`)).status).toBe(404)
  })

  it('of the operator is shown at an agency that wears its brand', async () => {
    await h.services.files.put(`brand/${root.id}/${hash}`, png(8, 8), 'image/png')
    expect((await page(hosts.copper, `/brand/${root.id}/${hash}`)).status).toBe(200)
  })
})
