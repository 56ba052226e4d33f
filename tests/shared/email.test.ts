import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ClientEmail, Email } from '#shared/contracts/lib/fields.ts'
import { parseRow } from '#shared/csv.ts'
import {
  emailKey,
  isEmail,
  isSameEmail,
  normaliseEmail,
  postalEmail,
  refusalForEmail,
  WRONG_EMAIL,
} from '#shared/email.ts'
import { emailFault } from '#web/ui/email-fault.ts'

/** Domains of one script and more, each with the spelling that name servers know. */
const domains = [
  ['bücher.example', 'xn--bcher-kva.example'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['почта.рф', 'xn--80a1acny.xn--p1ai'],
  ['παράδειγμα.ελ', 'xn--hxajbheg2az3al.xn--qxam'],
  ['उदाहरण.भारत', 'xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['مثال.السعودية', 'xn--mgbh0fb.xn--mgberp4a5d4ar'],
] as const

const sharpLetters = fc.string({
  unit: fc.constantFrom(...'abzßüéñøşİıςΣжЯ例テم\u0301\u00ad\ufe0f１ａ-'),
  minLength: 1,
  maxLength: 8,
})
const anyDomain = fc
  .array(fc.oneof(sharpLetters, fc.string({ unit: 'grapheme', maxLength: 6 })), { minLength: 1, maxLength: 4 })
  .map((labels) => labels.join('.'))
const anyEmail = fc
  .tuple(fc.oneof(fc.constantFrom('ann', "o'brien", 'müller', 'a.b+c', ''), fc.string({ maxLength: 6 })), anyDomain)
  .map((both) => both.join('@'))
const anyText = fc.oneof(anyEmail, fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 40 }))

describe('emailKey', () => {
  it.each(domains)('knows %s and %s as one', (own, ascii) => {
    expect(emailKey(`ann@${own}`)).toBe(`ann@${ascii}`)
    expect(emailKey(` ANN@${own.toUpperCase().replace('SS', 'ẞ')} `)).toBe(`ann@${ascii}`)
    expect(emailKey(`ann@${own.normalize('NFD')}`)).toBe(`ann@${ascii}`)
    expect(isSameEmail(`Ann@${ascii}`, `ann@${own}`)).toBe(true)
    expect(isSameEmail(`ann@${own}`, `bob@${own}`)).toBe(false)
    expect(domainToUnicode(ascii)).toBe(own)
  })

  it('is idempotent, whatever it is given, and leaves the local part and what has no such spelling', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = emailKey(text)
        expect(emailKey(key)).toBe(key)
        expect(emailKey(text.toUpperCase().toLowerCase())).toBe(emailKey(text.toUpperCase()))
        expect(key.split('@').slice(0, -1)).toEqual(normaliseEmail(text).split('@').slice(0, -1))
      }),
      { numRuns: 2000 },
    )
  })

  it('changes nothing of an address in plain letters but their case: what is stored under it stays found', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'abYZ09.-@_+xn'), maxLength: 30 })
    fc.assert(fc.property(ascii, (text) => emailKey(text) === normaliseEmail(text)))
    for (const odd of ['a@xn--a.example', 'a@1.2.3.4', 'a@b..c', 'a@0x7f.1', 'a@b-.example', 'a@'])
      expect(emailKey(odd)).toBe(odd)
  })

  it('never becomes the address of a machine, a path, a port or another name', () => {
    for (const odd of ['a@１.２.３.４', 'a@1.2.3.０x４', 'a@bü/c.example', 'a@bü:80', 'a@bü?x.example', 'a@b%c3%bc.ü'])
      expect(emailKey(odd)).toBe(odd)
    for (const odd of ['a@１.２.３.４', 'a@1.2.3.０x４', 'a@bü/c.example', 'a@bü:80.example'])
      expect(refusalForEmail(odd)).toBe(WRONG_EMAIL)
  })

  it('is sent to as it is written before the @', () => {
    expect(postalEmail('Ann.B@bücher.example')).toBe('Ann.B@xn--bcher-kva.example')
    expect(postalEmail('Ann.B@Plain.example')).toBe('Ann.B@plain.example')
  })
})

describe('what is taken as an address', () => {
  const forms = { Email, ClientEmail }

  it.each(domains)('takes %s in either spelling at every door', (own, ascii) => {
    for (const email of [`ann@${own}`, `ann@${ascii}`]) {
      for (const form of Object.values(forms)) expect(form.parse(` ${email} `)).toBe(email)
      expect(refusalForEmail(email)).toBeUndefined()
      expect(emailFault(email)).toBeNull()
      expect(parseRow([email])).toEqual({ record: { kind: 'email', value: email }, text: email })
    }
  })

  it('takes all that was taken before, and lists take every international address that forms do', () => {
    const before = z.email()
    const near = fc.string({ unit: fc.constantFrom(...`aZ0.@-_+'xn`), maxLength: 24 })
    const likely = fc
      .tuple(near, fc.array(near, { minLength: 1, maxLength: 3 }), fc.constantFrom('com', 'Example', 'xn--p1ai', 'c0m'))
      .map(([local, labels, end]) => `${local}@${labels.join('.')}.${end}`.replaceAll(/(?<=@.*)@/g, ''))
    fc.assert(
      fc.property(fc.oneof(likely, fc.emailAddress(), anyEmail), (text) => {
        const email = normaliseEmail(text)
        if (email.length > 254) return
        if (before.safeParse(email).success) expect(refusalForEmail(email)).toBeUndefined()
        const isInternational = /[^\x20-\x7e]/.test(email) && email.indexOf('@') <= 64
        if (isInternational && refusalForEmail(email) === undefined) expect(isEmail(email)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('answers the same for every spelling of one address', () => {
    fc.assert(
      fc.property(anyEmail, (text) => {
        if (refusalForEmail(text) === undefined) expect(refusalForEmail(emailKey(text))).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
  })

  it('says of letters before the @ that mail of ours does not reach them; lists take them', () => {
    expect(refusalForEmail('müller@bücher.example')).toMatch(/before the @/)
    expect(emailFault('müller@bücher.example')).toMatch(/before the @/)
    expect(Email.safeParse('müller@bücher.example').error?.issues[0]?.message).toMatch(/before the @/)
    expect(parseRow(['müller@bücher.example'])).toMatchObject({ record: { kind: 'email' } })
  })

  it.each(['', 'ann', '@x.example', 'ann@', 'ann@x', 'a b@x.example', 'a@x..example', 'a@-ü.example', 'a@ü_b.example'])(
    'refuses %j in forms',
    (text) => {
      expect(refusalForEmail(text)).toBe(WRONG_EMAIL)
      expect(Email.safeParse(text).success).toBe(false)
    },
  )

  it('refuses what is too long in its ASCII spelling', () => {
    expect(refusalForEmail(`a@${'ü'.repeat(63)}.example`)).toBe(WRONG_EMAIL)
    expect(refusalForEmail(`a@${Array(4).fill('ü'.repeat(40)).join('.')}.${'é'.repeat(40)}.example`)).toBeUndefined()
  })
})
