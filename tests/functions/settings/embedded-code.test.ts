import { describe, expect, it } from 'vitest'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { openPage } from '../../support/page.ts'

const h = await harness()
const page = await openPage(h)

const code = '<script>window.marked = 1</script><p>Hello</p>'
const save = (who: Member, companyID: string, placeEmbedded: string, embeddedcode = code) =>
  h.call(who, 'settings.save', {
    companyID,
    comsetname: 'rootAgencyEmbeddedCode',
    comsetval: { placeEmbedded, embeddedcode },
  })
const placeAt = async (host: string) => (await h.call(null, 'public.domainInfo', {}, { host })).body.data.embedded_code

describe('embedded code', () => {
  it('THM-013 SET-02 reads back place and code as they were saved', async () => {
    const { northlight, root } = h.cast
    expect((await save('ada', northlight.id, 'body')).status).toBe(200)
    const { body } = await h.call('ada', 'settings.get', {
      companyID: northlight.id,
      settingname: 'rootAgencyEmbeddedCode',
      idSys: root.id,
    })
    expect(body.settingname === 'rootAgencyEmbeddedCode' && body.data).toEqual({
      placeEmbedded: 'body',
      embeddedcode: code,
    })
  })

  it.each([
    ['SET-05 THM-014', 'head', 'head', `${code}</head>`],
    ['SET-06 THM-014', 'body', 'body', `<body>${code}<footer>`],
    ['SET-07 THM-014', 'footer', 'footer', `<footer>${code}</footer>`],
    ['SET-07', '', 'footer', `<footer>${code}</footer>`],
    ['SET-07', 'somewhere', 'footer', `<footer>${code}</footer>`],
  ])('%s puts code for the place "%s" into the %s of its own page', async (_, place, shown, markup) => {
    await save('ada', h.cast.northlight.id, place)
    expect(await placeAt(h.cast.hosts.northlight)).toBe(shown)
    const { status, body, headers } = await page(h.cast.hosts.northlight, '/embedded-code')
    expect(status).toBe(200)
    expect(body).toContain(markup)
    expect(headers['content-security-policy']).toMatch(/^sandbox allow-scripts allow-forms allow-popups; /)
    expect(headers['content-security-policy']).not.toContain('allow-same-origin')
  })

  it('SET-08 THM-017 stands on the own hosts of that agency alone', async () => {
    await save('ada', h.cast.northlight.id, 'head')
    for (const host of [h.cast.hosts.copper, h.cast.hosts.root]) {
      expect(await placeAt(host)).toBeNull()
      expect((await page(host, '/embedded-code')).status).toBe(404)
    }
  })

  it('SET-08 is refused for the platform itself, for clients, and beyond 20 kB', async () => {
    const { root, northlight } = h.cast
    expect((await save('olive', root.id, 'head')).status).toBe(409)
    expect((await save('cleo', h.cast.brightSmiles.id, 'head')).status).toBe(403)
    expect((await save('sam', root.id, 'head')).status).toBe(403)
    const { status, body } = await save('ada', northlight.id, 'head', 'ä'.repeat(10_241))
    expect([status, body.fields]).toEqual([422, { 'comsetval.embeddedcode': 'Use at most 20 kB of code.' }])
    expect((await save('ada', northlight.id, 'head', 'ä'.repeat(10_240))).status).toBe(200)
  })

  it('keeps what is not sent, and what two people set in the same instant', async () => {
    const { northlight, root } = h.cast
    await save('ada', northlight.id, 'head')
    const set = (comsetval: { placeEmbedded?: string; embeddedcode?: string }) =>
      h.call('ada', 'settings.save', {
        companyID: northlight.id,
        comsetname: 'rootAgencyEmbeddedCode',
        comsetval,
      })
    const saved = await Promise.all([set({ placeEmbedded: 'body' }), set({ embeddedcode: '<p>Newer</p>' })])
    expect(saved.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await h.call('ada', 'settings.get', {
      companyID: northlight.id,
      settingname: 'rootAgencyEmbeddedCode',
      idSys: root.id,
    })
    expect(body.data).toEqual({ placeEmbedded: 'body', embeddedcode: '<p>Newer</p>' })
  })

  it('is gone when its code is emptied', async () => {
    await save('ada', h.cast.northlight.id, 'head', ' \n')
    expect(await placeAt(h.cast.hosts.northlight)).toBeNull()
    expect((await page(h.cast.hosts.northlight, '/embedded-code')).status).toBe(404)
  })
})
