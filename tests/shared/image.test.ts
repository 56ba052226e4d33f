import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageFacts } from '#shared/image.ts'
import { jpeg, png, webp, webpLossless, webpPlain } from '../support/pictures.ts'

describe('imageFacts', () => {
  it.each([
    ['a PNG', png(320, 90), { type: 'image/png', width: 320, height: 90 }],
    ['a JPEG', jpeg(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
    ['an extended WebP', webp(200, 100), { type: 'image/webp', width: 200, height: 100 }],
    ['a lossless WebP', webpLossless(33, 7), { type: 'image/webp', width: 33, height: 7 }],
    ['a plain WebP', webpPlain(50, 60), { type: 'image/webp', width: 50, height: 60 }],
  ])('reads the measures of %s', (_, bytes, facts) => {
    expect(imageFacts(bytes)).toEqual(facts)
  })

  it.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['a PDF', '%PDF-1.7'],
    ['nothing', ''],
  ])('knows %s for no picture', (_, text) => {
    expect(imageFacts(Buffer.from(text, 'latin1'))).toBeUndefined()
  })

  it('ends on any bytes, also on pictures that were cut or changed', () => {
    for (const whole of [png(9, 9), jpeg(9, 9), webp(9, 9), webpLossless(9, 9)])
      for (let length = 0; length < whole.length; length++) imageFacts(whole.subarray(0, length))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        imageFacts(Uint8Array.from([0xff, 0xd8, 0xff, ...tail]))
      }),
    )
  })
})
