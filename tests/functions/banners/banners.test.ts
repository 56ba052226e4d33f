import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { BANNER_MAX_BYTES, MOST_BANNERS } from '#shared/model/banner.ts'
import type { Member } from '../../support/cast.ts'
import { gif } from '../../support/gif.ts'
import { harness } from '../../support/harness.ts'
import { openPage } from '../../support/page.ts'
import { jpeg, png, webp } from '../../support/pictures.ts'

const h = await harness()
const page = await openPage(h)
const { northlight, copper, brightSmiles, hosts } = h.cast
const companyOf = (who: Member) => h.cast.users[who].companyId

async function upload(who: Member, bytes: Buffer, companyId = companyOf(who)): Promise<string> {
  const { status, body } = await h.call(who, 'banners.uploadImage', { companyId, contentType: 'image/png' })
  expect(status).toBe(200)
  await h.services.files.put(body.fields.key ?? '', bytes, 'image/png')
  return body.uploadId
}

type Wanted = Input<'banners.create'>
const wanted: Omit<Wanted, 'companyId' | 'uploadId'> = {
  name: 'Roofs before winter',
  product: 'locator',
  size: '300x250',
  clickUrl: 'https://shop.example.com/roofs?from=banner',
}
const create = async (who: Member, more: Partial<Wanted> = {}, picture: Buffer = png(300, 250)) =>
  h.call(who, 'banners.create', {
    companyId: companyOf(who),
    ...wanted,
    ...more,
    uploadId: more.uploadId ?? (await upload(who, picture, more.companyId)),
  })
const list = async (who: Member, companyId = companyOf(who)) =>
  (await h.call(who, 'banners.list', { companyId })).body.data
const files = (companyId: string) => h.services.files.list(`banners/${companyId}/`)
const incoming = (companyId: string) => h.services.files.list(`banners/incoming/${companyId}/`)
const shown = (host: string, address: string) => page(host, address.split('?')[0] ?? '')

describe('banners', () => {
  it('OTH-05 are made, shown in the list and at an address of their own, changed, switched off and removed', async () => {
    const made = await create('ada')
    expect(made.body.message).toBe('Data has been added successfully')
    await create('ada', { name: 'Sold in spring', size: '728x90', product: 'local' }, jpeg(1456, 180))
    const rows = await list('ada')
    expect(rows.map(({ name, size, status, imageType }) => [name, size, status, imageType])).toEqual([
      ['Sold in spring', '728x90', 'active', 'image/jpeg'],
      ['Roofs before winter', '300x250', 'active', 'image/png'],
    ])
    const { id: bannerId, imageUrl } = made.body.data
    const first = await shown(hosts.northlight, imageUrl)
    expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=300',
    ])
    expect(first.bytes.equals(png(300, 250))).toBe(true)
    // On no host of somebody else, and not by another company's name.
    expect((await shown(hosts.copper, imageUrl)).status).toBe(404)
    expect((await shown(hosts.northlight, imageUrl.replace(northlight.id, brightSmiles.id))).status).toBe(404)

    const companyId = northlight.id
    const change = { companyId, bannerId, ...wanted, name: 'Roofs before spring' }
    const picture = png(600, 500, [180, 83, 9])
    const uploadId = await upload('ada', picture)
    const changed = await h.call('ada', 'banners.update', { ...change, uploadId })
    expect(changed.body.data).toMatchObject({ name: 'Roofs before spring', size: '300x250' })
    // The address stays for those who carry it; what browsers of ours keep is told apart by its end.
    expect(changed.body.data.imageUrl.split('?')[0]).toBe(imageUrl.split('?')[0])
    expect(changed.body.data.imageUrl).not.toBe(imageUrl)
    expect((await shown(hosts.northlight, imageUrl)).bytes.equals(picture)).toBe(true)
    expect([(await files(companyId)).length, (await incoming(companyId)).length]).toEqual([2, 0])
    expect((await h.call('ada', 'banners.update', { ...change, size: '728x90' })).body.fields).toEqual({
      size: 'Upload a picture of this size first.',
    })

    const setStatus = (status: 'active' | 'inactive') =>
      h.call('ada', 'banners.setStatus', { companyId, bannerId, status })
    // Who renames it does not switch on what a colleague switched off meanwhile.
    await setStatus('inactive')
    const renamed = await h.call('ada', 'banners.update', { companyId, bannerId, name: 'Roofs before summer' })
    expect(renamed.body.data).toMatchObject({
      name: 'Roofs before summer',
      status: 'inactive',
      size: '300x250',
      product: wanted.product,
      clickUrl: wanted.clickUrl,
    })
    await setStatus('active')
    await h.call('ada', 'banners.update', { companyId, bannerId, name: change.name })
    expect((await setStatus('inactive')).status).toBe(200)
    const off = await shown(hosts.northlight, imageUrl)
    expect([off.status, off.headers['content-type'], off.bytes.length < 50]).toEqual([200, 'image/gif', true])
    const [, offRow] = await list('ada')
    expect([offRow?.status, offRow?.imageUrl]).toEqual(['inactive', expect.stringContaining('X-Amz-Signature=')])
    await setStatus('active')
    expect((await shown(hosts.northlight, imageUrl)).bytes.equals(picture)).toBe(true)

    const remove = () => h.call('ada', 'banners.remove', { companyId, bannerId })
    const both = await Promise.all([remove(), remove()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await shown(hosts.northlight, imageUrl)).status).toBe(404)
    expect([(await list('ada')).length, (await files(companyId)).length]).toEqual([1, 1])
  })

  it('go with their company and with the agency above it, on the host of the operator too', async () => {
    const { body } = await create('cleo', { name: 'Shown above' })
    const address = body.data.imageUrl
    const statusAt = async (host: string) => (await shown(host, address)).status
    expect([await statusAt(hosts.northlight), await statusAt(hosts.root)]).toEqual([200, 200])
    for (const ended of [northlight.id, brightSmiles.id]) {
      await h.db.company.update(ended, { deletedAt: h.services.now() })
      expect(await statusAt(hosts.root)).toBe(404)
      await h.db.company.update(ended, { deletedAt: null })
    }
    expect(await statusAt(hosts.root)).toBe(200)
    const bannerId = body.data.id
    expect((await h.call('cleo', 'banners.remove', { companyId: brightSmiles.id, bannerId })).status).toBe(200)
  })

  it('belong to one company: foreign ones are neither seen nor touched, and uploads are no one else’s', async () => {
    const { body } = await create('cleo', { name: 'Smiles' })
    const bannerId = body.data.id
    expect((await list('ada', brightSmiles.id)).map(({ name }) => name)).toEqual(['Smiles'])
    expect((await shown(hosts.northlight, body.data.imageUrl)).status).toBe(200)
    const theft = { ...wanted, bannerId, name: 'Taken' }
    for (const companyId of [brightSmiles.id, copper.id]) {
      const status = companyId === copper.id ? 404 : 403
      expect((await h.call('abe', 'banners.update', { ...theft, companyId })).status).toBe(status)
      expect((await h.call('abe', 'banners.remove', { companyId, bannerId })).status).toBe(status)
      const off = await h.call('abe', 'banners.setStatus', { companyId, bannerId, status: 'inactive' })
      expect(off.status).toBe(status)
    }
    expect((await h.call('abe', 'banners.list', { companyId: brightSmiles.id })).status).toBe(403)
    const uploadId = await upload('cleo', png(300, 250))
    expect((await create('abe', { uploadId })).body.fields).toEqual({
      uploadId: 'The picture did not arrive. Please upload it again.',
    })
    expect((await create('abe', { uploadId: `../${brightSmiles.id}/${uploadId}` })).status).toBe(422)
    // Who sells makes no advertisements.
    const sold = await h.call('sam', 'banners.list', { companyId: companyOf('sam') })
    expect([
      sold.status,
      (await h.call('sam', 'banners.uploadImage', { companyId: companyOf('sam'), contentType: 'image/png' })).status,
    ]).toEqual([403, 403])
  })

  it('OTH-06 take PNG, JPG and GIF up to 2 MB by a signed form, told by their bytes, of the size that is named', async () => {
    const { body: form } = await h.call('carl', 'banners.uploadImage', {
      companyId: companyOf('carl'),
      contentType: 'image/gif',
    })
    const policy = JSON.parse(Buffer.from(form.fields.Policy ?? '', 'base64').toString())
    expect(policy.conditions).toContainEqual(['content-length-range', 1, 2 * 1024 * 1024])
    expect(policy.conditions).toContainEqual(['eq', '$Content-Type', 'image/gif'])
    const webpForm = { companyId: companyOf('carl'), contentType: 'image/webp' as 'image/png' }
    expect((await h.call('carl', 'banners.uploadImage', webpForm)).body.fields).toHaveProperty('contentType')
    const why = async (picture: Buffer, more: Partial<Wanted> = {}) =>
      (await create('carl', more, picture)).body.fields?.uploadId
    expect(await why(png(320, 240))).toBe(
      'This size needs 300 × 250 pixels, or 600 × 500 for sharp screens. This image has 320 × 240.',
    )
    expect(await why(webp(300, 250))).toBe('This file is not a PNG, JPG or GIF image.')
    expect(await why(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatch(/not a PNG/)
    expect(await why(png(300, 250).subarray(0, 60))).toMatch(/damaged/)
    expect(await why(gif(300, 250).subarray(0, 70))).toMatch(/damaged/)
    const { body } = await create('carl', {}, gif(300, 250, { frames: 3 }))
    expect(body.data.imageType).toBe('image/gif')
    const { bytes, headers } = await shown(hosts.copper, body.data.imageUrl)
    expect(headers['content-type']).toBe('image/gif')
    const count = (text: string) => bytes.toString('latin1').split(text).length - 1
    // All frames and how often they play, and nothing that a program or camera wrote.
    expect([count('\x21\xf9\x04'), count('NETSCAPE2.0'), count('GPS'), count('secret'), count('behind')]).toEqual([
      ...[3, 1, 0, 0, 0],
    ])
    expect(BANNER_MAX_BYTES).toBe(2 * 1024 * 1024)
  })

  it('OTH-06 lead to https alone, and have a name of their own', async () => {
    const fault = async (more: Partial<Wanted>) =>
      (await create('abe', { uploadId: 'upl_01JD0000000000000000000000', ...more })).body.fields
    expect(await fault({ clickUrl: 'http://shop.example.com' })).toEqual({
      clickUrl: 'Use an address that begins with https://.',
    })
    expect(await fault({ clickUrl: 'javascript:alert(1)' })).toHaveProperty('clickUrl')
    expect(await fault({ clickUrl: 'https://me:secret@shop.example.com' })).toHaveProperty('clickUrl')
    expect(await fault({ clickUrl: 'https://10.0.0.1/x' })).toHaveProperty('clickUrl')
    expect(await fault({ name: ' ' })).toEqual({ name: 'Enter a name.' })
    expect(await fault({ size: '1x1' as '300x250' })).toHaveProperty('size')
    const uploads = await Promise.all([upload('abe', png(300, 250)), upload('abe', png(300, 250))])
    const made = await Promise.all(
      uploads.map((uploadId, at) => create('abe', { uploadId, name: at ? 'ONE NAME' : 'One name' })),
    )
    expect(made.map(({ status }) => status === 200).sort()).toEqual([false, true])
    expect(made.find(({ status }) => status !== 200)?.body.fields).toEqual({
      name: 'There is a banner of this name already.',
    })
    expect(await files(copper.id)).toHaveLength(1)
  })

  it('are so many at most, of two at once too, and there is room again for each that is removed', async () => {
    const { data } = (await h.call('abe', 'banners.list', { companyId: copper.id })).body
    const [first] = await h.db.banner.list(copper.id)
    if (!first) throw new Error('There is no banner.')
    let made = await h.db.banner.timesMade(copper.id)
    for (let at = data.length; at < MOST_BANNERS - 1; at++)
      await h.db.banner.create({ ...first, id: h.services.newId('banner'), name: `Filled ${at}` }, made++)
    const uploads = await Promise.all([1, 2, 3].map(() => upload('abe', png(300, 250))))
    const two = uploads.map((uploadId, at) => create('abe', { uploadId, name: `At once ${at}` }))
    const answers = await Promise.all(two)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body.fields?.name).toMatch(/at most 200 banners/)
    expect(await h.db.banner.list(copper.id)).toHaveLength(MOST_BANNERS)
    await h.call('abe', 'banners.remove', { companyId: copper.id, bannerId: first.id })
    expect((await create('abe', { name: 'One more' })).status).toBe(200)
  })

  it('keep what two people change of one at the same moment, each something else', async () => {
    const companyId = northlight.id
    const { id: bannerId } = (await create('ada', { name: 'Changed by two' })).body.data
    const send = h.services.table.client.middlewareStack
    // Both have read it before either writes.
    let waiting: (() => void)[] = []
    const meet = new Promise<void>((resolve) => {
      send.add(
        (next) => async (args) => {
          const isChange = JSON.stringify(args.input).includes(bannerId) && 'TransactItems' in (args.input as object)
          if (isChange && waiting.length < 3) {
            await new Promise<void>((go) => {
              waiting.push(go)
              if (waiting.length === 3) resolve()
            })
          }
          return next(args)
        },
        { step: 'initialize', name: 'meet' },
      )
    })
    const both = [
      h.call('ada', 'banners.update', { companyId, bannerId, clickUrl: 'https://shop.example.com/new' }),
      h.call('ada', 'banners.update', { companyId, bannerId, product: 'local' }),
      h.call('ada', 'banners.setStatus', { companyId, bannerId, status: 'inactive' }),
    ]
    await meet
    send.remove('meet')
    for (const go of waiting) go()
    waiting = []
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await h.db.banner.find(companyId, bannerId)).toMatchObject({
      clickUrl: 'https://shop.example.com/new',
      line: 'local',
      status: 'inactive',
      name: 'Changed by two',
    })
  })
})
