// What of a lead who may read.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLeadPayload } from '#functions/gateways/webhook-payload.ts'
import { type LeadViewer, namesPhone, type RowLead, toLeadRow, viewerOf } from '#shared/leads/row.ts'
import { firstList } from '#shared/model/information-type.ts'

const types = { advanced: firstList('advanced').types, business: firstList('b2b').types }
const open = { hidesPhone: false, hasPhone: true, hasHomeAddress: true }
const shown = { showsPhone: true }
const viewers = ['agency', 'client', 'destination'] as const satisfies LeadViewer[]

const lead = (more: Partial<RowLead['person']> = {}): RowLead => ({
  id: 'led_1',
  person: {
    email: 'nora@example.com',
    otherEmails: ['n@example.com'],
    firstName: 'Nora',
    lastName: 'Fields',
    phone: '+13125550111',
    otherPhones: ['(312) 555-0122'],
    street: '1 Loom Street',
    city: 'Chicago',
    stateCode: 'IL',
    zipCode: '60601',
    advanced: { 'age-range': '35-44', 'never-asked': 'secret' },
    business: { 'company-name': 'Acme', 'company-phone': '312-555-0133' },
    ...more,
  },
  pageUrl: 'https://x.example/pricing',
  keyword: 'roof repair',
  visitedAt: 1,
  createdAt: 2,
  retailCentiCents: 10_000,
  wholesaleCentiCents: 4000,
})
const named = { campaignNumber: '40817733', campaignName: 'Roofs', companyName: 'Acme' }

describe('the columns of a lead', () => {
  it('CMP-60+ lack phones where the campaign or the client has none, and for the client and its tools where they are hidden', () => {
    const phonesOf = (campaign: Partial<typeof open>, client = shown) =>
      viewers.map((viewer) => toLeadRow(lead(), { ...open, ...campaign }, client, viewer).phone !== '')
    expect(phonesOf({})).toEqual([true, true, true])
    expect(phonesOf({ hidesPhone: true })).toEqual([true, false, false])
    expect(phonesOf({ hasPhone: false })).toEqual([false, false, false])
    expect(phonesOf({}, { showsPhone: false })).toEqual([false, false, false])
  })

  it('CLI-16+ CMP-60+ hold no digit of a phone anywhere where phones are cut', () => {
    const phone = fc.stringMatching(/^[2-9]\d{9}$/)
    const written = (digits: string) =>
      fc.constantFrom(
        digits,
        `+1${digits}`,
        `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
        digits.replace(/(\d{3})(\d{3})(\d{4})/, '$1.$2.$3'),
      )
    const person = fc
      .array(phone, { minLength: 3, maxLength: 3 })
      // The same number stands in other places in other forms.
      .chain((all) => fc.tuple(fc.constant(all), ...[...all, ...all].map(written)))
    fc.assert(
      fc.property(
        person,
        fc.constantFrom(...viewers),
        fc.constantFrom({ hidesPhone: true }, { hasPhone: false }, 'client' as const),
        ([digits, one = '', two = '', three = '', again = '', more = ''], viewer, cut) => {
          if (viewer === 'agency' && cut !== 'client' && 'hidesPhone' in cut) return
          const who = lead({
            phone: one,
            otherPhones: [two],
            business: { 'company-phone': three, 'job-title': `Call me: ${again}`, industry: more },
            advanced: { occupation: two },
          })
          const campaign = { ...open, ...(cut === 'client' ? {} : cut) }
          const row = toLeadRow(who, campaign, { showsPhone: cut !== 'client' }, viewer, types)
          const text = JSON.stringify([row, toLeadPayload(row, named)]).replace(/\D/g, '')
          for (const each of digits) expect(text).not.toContain(each)
        },
      ),
    )
  })

  it('CMP-60+ keep what only looks like a part of a number, and lose what is about a telephone by its name', () => {
    const rowOf = (person: Partial<RowLead['person']>) =>
      toLeadRow(lead(person), { ...open, hidesPhone: true }, shown, 'client', types).advanced
    const filled = (values: ReturnType<typeof rowOf>) => values.filter(({ value }) => value !== '').map(({ id }) => id)
    const advanced = { 'age-range': '35-44', 'net-worth': '100000-249999', occupation: 'Unit 5550111' }
    expect(filled(rowOf({ phone: '', otherPhones: ['011'], advanced }))).toEqual([
      'age-range',
      'occupation',
      'net-worth',
    ])
    expect(filled(rowOf({ phone: '555-0111', otherPhones: [], advanced }))).toEqual(['age-range', 'net-worth'])
    const about = ['Company phone', 'Mobile', 'Cell', 'Cell number', 'Fax', 'Tel', 'Tel.', 'Direct dial']
    expect(about.filter((name) => !namesPhone({ id: 'x', name }))).toEqual([])
    for (const name of ['Cellar', 'Hotel', 'Telecom industry', 'Faxon'])
      expect(namesPhone({ id: 'x', name })).toBe(false)
  })

  it('are what is known of the lead, and say whether it was given back or its person erased', () => {
    const row = toLeadRow({ ...lead(), referrer: 'https://y.example' }, open, shown, 'client', types)
    expect(row).toMatchObject({
      otherEmails: ['n@example.com'],
      otherPhones: ['(312) 555-0122'],
      street: '1 Loom Street',
      zipCode: '60601',
      referrer: 'https://y.example',
    })
    expect(row.business.find(({ id }) => id === 'company-phone')?.value).toBe('312-555-0133')
    expect(['credit', 'erasedAt'].filter((name) => name in row)).toEqual([])
    const gone = { ...lead(), credit: { at: 3, level: 'client', listOf: 'com_1' } as const, erasedAt: 0 }
    const { credit, erasedAt } = toLeadRow(gone, open, shown, 'client')
    expect([credit, erasedAt]).toEqual([{ at: 3, level: 'client' }, 0])
  })

  it('are read by clients as clients, and by everybody else as their agency', () => {
    const by = (['client', 'agency', 'administrator', 'root', 'sales'] as const).map((role) => viewerOf({ role }))
    expect(by).toEqual(['client', 'agency', 'agency', 'agency', 'agency'])
  })

  it('CMP-60+ lack home addresses where the campaign carries none', () => {
    const row = toLeadRow(lead(), { ...open, hasHomeAddress: false }, shown, 'client')
    expect([row.street, row.zipCode, row.city]).toEqual(['', '', 'Chicago'])
  })

  it('have extra information of the types that the campaign asks for alone, by their names', () => {
    const chosen = { advanced: types.advanced.filter(({ id }) => id === 'age-range'), business: [] }
    const row = toLeadRow(lead(), open, shown, 'client', chosen)
    expect(row.advanced).toEqual([{ id: 'age-range', name: 'Age range', value: '35-44' }])
    expect(row.business).toEqual([])
    expect(JSON.stringify(row)).not.toContain('secret')
  })

  it('have wholesale prices for the agency alone, and none for a tool', () => {
    const prices = viewers.map((viewer) => {
      const row = toLeadRow(lead(), open, shown, viewer)
      return [row.retailCentiCents, row.wholesaleCentiCents]
    })
    expect(prices).toEqual([
      [10_000, 4000],
      [10_000, undefined],
      [undefined, undefined],
    ])
  })

  it('INT-50+ CMP-45+ go to webhooks as one flat object, marked when it is a test', () => {
    const row = toLeadRow(lead(), open, shown, 'destination', types)
    const payload = toLeadPayload(row, { ...named, isTest: true })
    expect(payload).toMatchObject({
      test: true,
      zip: '60601',
      advanced: { 'age-range': '35-44' },
      keyword: 'roof repair',
    })
    expect('test' in toLeadPayload(row, named)).toBe(false)
  })
})
