import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { imageFacts } from '#shared/image.ts'
import { pictureTypes, whyNoPicture } from '#shared/model/picture.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { jpeg, png } from '../../support/pictures.ts'

const h = await harness()
const idOf = (who: Member) => h.cast.users[who].id
const ask = (who: Member) => h.call(who, 'account.uploadPicture', { usrID: idOf(who), contenttype: 'image/png' })
const save = (who: Member, key: string) => h.call(who, 'account.savePicture', { usrID: idOf(who), key })
const Policy = z.object({ conditions: z.array(z.unknown()) })

describe('account.uploadPicture', () => {
  it('answers a form for one image of at most 2 MB under a key of the person', async () => {
    const { status, body } = await ask('cleo')
    expect(status).toBe(200)
    expect(body.key).toMatch(new RegExp(`^pictures/incoming/${idOf('cleo')}/[A-Za-z0-9_]+\\.png$`))
    const { conditions } = Policy.parse(JSON.parse(Buffer.from(body.fields.Policy ?? '', 'base64').toString()))
    expect(conditions).toContainEqual(['content-length-range', 1, 2 * 1024 * 1024])
    expect(conditions).toContainEqual(['eq', '$Content-Type', 'image/png'])
    expect(conditions).toContainEqual({ key: body.key })
  })

  it('takes raster images only', async () => {
    const input = { usrID: idOf('cleo'), contenttype: 'image/svg+xml' as 'image/png' }
    expect((await h.call('cleo', 'account.uploadPicture', input)).status).toBe(422)
    expect(pictureTypes).not.toContain('image/svg+xml')
    expect(whyNoPicture({ type: 'image/svg+xml', size: 10 })).toMatch(/PNG/)
    expect(whyNoPicture({ type: 'image/png', size: 3_000_000 })).toMatch(/2 MB/)
  })
})

describe('account.savePicture', () => {
  it('ENT-004 shows the picture by an address that ends, as an image and nothing else', async () => {
    const { key } = (await ask('cleo')).body
    await h.services.files.put(key, png(1, 1), 'image/png')
    const { status, body } = await save('cleo', key)
    expect(status).toBe(200)
    const url = new URL(body.profile_pict)
    expect(url.pathname).toContain(`/pictures/users/${idOf('cleo')}/`)
    expect(url.searchParams.get('response-content-type')).toBe('image/png')
    expect(Number(url.searchParams.get('X-Amz-Expires'))).toBe(7200)
    expect(await h.services.files.exists(key)).toBe(false)
    const me = await h.call('cleo', 'account.me', { id: idOf('cleo') })
    expect(new URL(me.body.profile_pict).pathname).toBe(url.pathname)
  })

  it('replaces the picture before, whose file goes', async () => {
    const before = (await h.db.user.get(idOf('cleo'))).picture ?? ''
    const { key } = (await ask('cleo')).body
    await h.services.files.put(key, png(1, 1), 'image/png')
    await save('cleo', key)
    expect(await h.services.files.exists(before)).toBe(false)
  })

  it('refuses what is no image by its content, and removes it', async () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'GIF89a',
      '<!doctype html>',
      '',
    ]) {
      const { key } = (await ask('lola')).body
      await h.services.files.put(key, text || '\n', 'image/png')
      expect((await save('lola', key)).status).toBe(422)
      expect(await h.services.files.exists(key)).toBe(false)
    }
    expect((await h.db.user.get(idOf('lola'))).picture).toBeNull()
  })

  it("takes only the person's own uploads", async () => {
    const { key } = (await ask('cleo')).body
    await h.services.files.put(key, png(1, 1), 'image/png')
    const own = `pictures/incoming/${idOf('lola')}`
    for (const foreign of [
      key,
      `${own}/../${idOf('cleo')}/x.png`,
      'exclusions/x.png',
      `${own}/missing.png`,
      `${own}/a/b.png`,
    ])
      expect([foreign, (await save('lola', foreign)).status]).toEqual([foreign, 422])
    expect((await h.call('ada', 'account.savePicture', { usrID: idOf('cleo'), key })).status).toBe(403)
  })

  it('is taken away again', async () => {
    const { status } = await h.call('cleo', 'account.removePicture', { usrID: idOf('cleo') })
    expect(status).toBe(200)
    expect((await h.db.user.get(idOf('cleo'))).picture).toBeNull()
    expect((await h.call('cleo', 'account.me', { id: idOf('cleo') })).body.profile_pict).toBe('')
  })
})

describe('account.savePicture, of the content', () => {
  const put = async (bytes: Buffer) => {
    const { key } = (await ask('cleo')).body
    await h.services.files.put(key, bytes, 'image/png')
    return save('cleo', key)
  }

  it('keeps nothing of a camera but which side is up', async () => {
    const note = Buffer.from(
      'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS 41.8 N',
      'latin1',
    )
    const whole = jpeg(64, 48)
    const head = Buffer.from([0xff, 0xe1, 0, note.length + 2])
    const picture = Buffer.concat([whole.subarray(0, 2), head, note, whole.subarray(2), Buffer.from('behind the end')])
    expect((await put(picture)).status).toBe(200)
    const { picture: key } = await h.db.user.get(idOf('cleo'))
    const kept = Buffer.from((await h.services.files.readBytes(key ?? '')) ?? [])
    expect(kept.includes('GPS') || kept.includes('behind')).toBe(false)
    expect(imageFacts(kept)).toEqual({ type: 'image/jpeg', width: 64, height: 48 })
    expect(kept.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true)
  })

  it('refuses too many pixels, a picture that ends early, and what is none', async () => {
    expect((await put(png(5000, 2))).body.fields?.key).toMatch(/4096/)
    expect((await put(jpeg(4096, 4096))).body.fields?.key).toMatch(/16 million/)
    expect((await put(jpeg(0, 10))).body.fields?.key).toMatch(/empty/)
    expect((await put(png(9, 9).subarray(0, 60))).body.fields?.key).toMatch(/damaged/)
    expect((await put(Buffer.from('RIFF\0\0\0\0WAVE'))).body.fields?.key).toMatch(/PNG, JPEG or WebP/)
  })
})
