import { describe, expect, it } from 'vitest'
import type { AgencyTheme } from '#shared/contracts/settings/fields.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { png } from '../../support/pictures.ts'

const h = await harness()

const read = (who: Member, companyID: string) =>
  h.call(who, 'settings.get', { companyID, settingname: 'agencytheme', idSys: h.cast.root.id })

async function themeOf(who: Member, companyID: string): Promise<AgencyTheme> {
  const { body } = await read(who, companyID)
  if (body.settingname !== 'agencytheme') throw new Error(`No theme came: ${JSON.stringify(body)}`)
  return body.data
}
const save = (who: Member, companyID: string, comsetval: Partial<AgencyTheme>) =>
  h.call(who, 'settings.save', { companyID, comsetname: 'agencytheme', comsetval })

const brandAt = async (host: string) => (await h.call(null, 'public.domainInfo', {}, { host })).body.data.brand

async function upload(who: Member, companyID: string, bytes: Buffer): Promise<string> {
  const { body } = await h.call(who, 'settings.uploadImage', { companyID, picture: 'logo', contenttype: 'image/png' })
  await h.services.files.put(body.fields.key ?? '', bytes, 'image/png')
  return body.uploadID
}

describe('settings.save of the theme', () => {
  it('SET-03 ENT-034 THM-006 THM-007 saves colours and font, echoes them, and shows them at once on the own host', async () => {
    const { ada } = h.cast.users
    const wanted = {
      ...(await themeOf('ada', ada.companyId)),
      sidebarcolor: '#102A43',
      templatecolor: '#f0f4f8',
      boxcolor: '#fffffe',
      textcolor: '#243b53',
      linkcolor: '#d64545',
      fonttheme: 'Lora' as const,
      nameshort: 'North',
    }
    const { status, body } = await save('ada', ada.companyId, wanted)
    expect([status, body.message]).toEqual([200, 'Setting has been saved.'])
    expect(await themeOf('ada', ada.companyId)).toEqual({ ...wanted, sidebarcolor: '#102a43' })
    expect(await brandAt(h.cast.hosts.northlight)).toMatchObject({
      name: 'Northlight',
      shortName: 'North',
      sidebarColour: '#102a43',
      templateColour: '#f0f4f8',
      boxColour: '#fffffe',
      textColour: '#243b53',
      linkColour: '#d64545',
      font: 'Lora',
    })
    expect((await brandAt(h.cast.hosts.copper)).sidebarColour).not.toBe('#102a43')
  })

  it('shows the beginning of a long name as the short one, and leaves it be where something else is saved', async () => {
    const { copper } = h.cast
    const { name, brand } = await h.db.company.get(copper.id)
    const long = '上海光塔营销代理有限责任公司 Leuchtturm & Söhne 👩‍👩‍👧'
    await h.db.company.update(copper.id, { brand: { ...brand, shortName: long } })
    const theme = await themeOf('abe', copper.id)
    expect(theme.nameshort).toBe('上海光塔营销代理有限责任公司 Leuchttur')
    expect((await save('abe', copper.id, { fonttheme: 'Inter' })).status).toBe(200)
    expect((await h.db.company.get(copper.id)).brand.shortName).toBe(long)
    await h.db.company.update(copper.id, { name, brand })
  })

  it('lets the operator change an agency, and an agency nobody above or beside it', async () => {
    const { copper, northlight, root } = h.cast
    const theme = await themeOf('olive', copper.id)
    expect((await save('olive', copper.id, { ...theme, linkcolor: '#0b7285' })).status).toBe(200)
    expect((await themeOf('abe', copper.id)).linkcolor).toBe('#0b7285')
    expect((await save('abe', northlight.id, theme)).status).toBe(403)
    expect((await save('abe', root.id, theme)).status).toBe(403)
  })

  it('refuses clients, whose pages carry the brand of their agency', async () => {
    const { cleo } = h.cast.users
    expect((await read('cleo', cleo.companyId)).status).toBe(403)
    expect((await read('ada', cleo.companyId)).status).toBe(403)
  })

  it('leaves as it is what is not sent, so that two people undo nothing of each other', async () => {
    const { northlight } = h.cast
    const before = await themeOf('ada', northlight.id)
    expect((await save('ada', northlight.id, { boxcolor: '#fefefe' })).status).toBe(200)
    expect((await save('ada', northlight.id, { nameshort: 'Nord' })).status).toBe(200)
    expect((await save('ada', northlight.id, {})).status).toBe(200)
    expect(await themeOf('ada', northlight.id)).toEqual({ ...before, boxcolor: '#fefefe', nameshort: 'Nord' })
  })

  it('names each field that is not right', async () => {
    const { ada } = h.cast.users
    const theme = await themeOf('ada', ada.companyId)
    const { status, body } = await save('ada', ada.companyId, { ...theme, linkcolor: 'red;}', nameshort: ' ' })
    expect(status).toBe(422)
    expect(body.fields).toEqual({
      'comsetval.linkcolor': 'Colours are written as # and six digits.',
      'comsetval.nameshort': 'Enter a short name.',
    })
  })

  it('SHL-049 keeps a place for help for the platform alone', async () => {
    const { root, northlight } = h.cast
    const own = await themeOf('olive', root.id)
    await save('olive', root.id, { ...own, supporturl: 'https://help.example.com' })
    const agency = await themeOf('ada', northlight.id)
    await save('ada', northlight.id, { ...agency, supporturl: 'https://other.example.com' })
    const { body } = await h.call(null, 'public.domainInfo', {}, { host: h.cast.hosts.northlight })
    expect(body.data.support_url).toBe('https://help.example.com')
    const bad = await save('olive', root.id, { ...own, supporturl: 'javascript:alert(1)' })
    expect(bad.body.fields).toEqual({ 'comsetval.supporturl': 'Enter an address that begins with https://.' })
  })
})

describe('settings.uploadImage', () => {
  it('THM-005 takes a logo that was uploaded, keeps it under the hash of its content, and forgets the upload', async () => {
    const { northlight } = h.cast
    const uploadID = await upload('ada', northlight.id, png(120, 40))
    const theme = await themeOf('ada', northlight.id)
    expect((await save('ada', northlight.id, { ...theme, logo: uploadID })).status).toBe(200)
    const { logo } = await themeOf('ada', northlight.id)
    expect(logo).toMatch(new RegExp(`^/brand/${northlight.id}/[\\w-]{43}$`))
    expect(await h.services.files.list(`brand/incoming/${northlight.id}/`)).toEqual([])
    expect((await save('ada', northlight.id, { ...theme, logo })).status).toBe(200)
    expect((await save('ada', northlight.id, { ...theme, logo: null })).status).toBe(200)
    expect((await themeOf('ada', northlight.id)).logo).toBeNull()
  })

  it.each([
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ])('refuses %s under the name of a picture', async (_, bytes) => {
    const { northlight } = h.cast
    const logo = await upload('ada', northlight.id, bytes)
    const { status, body } = await save('ada', northlight.id, { ...(await themeOf('ada', northlight.id)), logo })
    expect(status).toBe(422)
    expect(body.fields).toEqual({ 'comsetval.logo': 'This file is not a PNG, JPEG or WebP image.' })
  })

  it('refuses addresses, uploads of others, and uploads that never came', async () => {
    const { northlight, copper } = h.cast
    const theme = await themeOf('ada', northlight.id)
    const foreign = await upload('abe', copper.id, png(9, 9))
    const tries = [
      'https://evil.example/logo.png',
      '//evil.example/x',
      'javascript:alert(1)',
      foreign,
      'upl_01JD0000000000000000000000',
    ]
    for (const logo of tries) expect((await save('ada', northlight.id, { ...theme, logo })).status).toBe(422)
  })

  it('bounds size and type of what may be uploaded', async () => {
    const { ada } = h.cast.users
    const { body } = await h.call('ada', 'settings.uploadImage', {
      companyID: ada.companyId,
      picture: 'logo',
      contenttype: 'image/webp',
    })
    const policy = JSON.parse(Buffer.from(body.fields.Policy ?? '', 'base64').toString())
    expect(policy.conditions).toContainEqual(['content-length-range', 1, 1_048_576])
    expect(policy.conditions).toContainEqual(['eq', '$Content-Type', 'image/webp'])
  })
})
