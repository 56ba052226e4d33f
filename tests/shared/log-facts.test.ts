import { describe, expect, it } from 'vitest'
import { changed, flatFacts, watch } from '#shared/log-facts.ts'

describe('facts for the audit log', () => {
  it('are the fields that differ, nested ones under dotted names, lists as one text', () => {
    const before = { name: 'A', on: true, terms: ['Weekly'], brand: { link: 'red', logo: null }, gone: 1 }
    const after = { name: 'A', on: false, terms: ['Weekly', 'Prepaid'], brand: { link: 'blue', logo: null }, come: 2 }
    expect(changed(before, after)).toEqual({
      before: { on: true, terms: 'Weekly', 'brand.link': 'red', gone: 1, come: null },
      after: { on: false, terms: 'Weekly, Prepaid', 'brand.link': 'blue', gone: null, come: 2 },
    })
    expect(changed(before, before)).toEqual({ before: {}, after: {} })
  })

  it('hold no secret, no whole address and no whole number, in whatever field they stand', () => {
    const facts = flatFacts({
      passwordHash: 'x',
      sealedPassword: 'x',
      api_key: 'x',
      refreshToken: 'x',
      secretBox: 'x',
      epoch: 3,
      note: 'write to Ada <ada.agency@example.com>, or to bob@example.org',
      contacts: { owner: { email: 'carl@example.com', phone: '3125550123', showsPhone: true } },
    })
    expect(facts).toEqual({
      note: 'write to Ada <a***@example.com>, or to b***@example.org',
      'contacts.owner.email': 'c***@example.com',
      'contacts.owner.phone': '***123',
      'contacts.owner.showsPhone': true,
    })
  })

  it('are no copy of a document', () => {
    const { text } = flatFacts({ text: 'x'.repeat(5000) })
    expect(String(text)).toHaveLength(200)
  })

  it('are read once before and once after', async () => {
    let value = 1
    const facts = await watch(async () => ({ value, same: true }))
    value = 2
    expect(await facts()).toEqual({ before: { value: 1 }, after: { value: 2 } })
  })
})
