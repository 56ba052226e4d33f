import { readdirSync, readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { makePaper } from '#functions/domain/billing/make-paper.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { fontEnding, fontFolder, fontPackages } from '#functions/pdf/fonts.ts'
import { drawPaper, type Paper } from '#functions/pdf/paper.ts'
import { openTypesetter } from '#functions/pdf/typeset.ts'
import { unpackFont } from '#functions/pdf/unpack.ts'
import { DAY } from '#shared/dates.ts'
import type { Brand } from '#shared/model/brand.ts'
import { fonts } from '#shared/model/brand.ts'
import { harness } from '../../support/harness.ts'
import { png, webp } from '../../support/pictures.ts'
import { walletStage } from '../wallet/stage.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect } = stageOf(h)
const { agree, charge } = walletStage(h)
const { northlight, users } = h.cast
const start = h.services.now() + DAY
h.setClock(start)

/** The text of a PDF as it stands on its pages, and who wrote it. */
async function read(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf)
  const { info } = await pdf.getMetadata()
  const pictures = await Promise.all(
    text.map(async (_, index) => {
      const { fnArray } = await (await pdf.getPage(index + 1)).getOperatorList()
      // `paintImageXObject` in the library's list of operations.
      return fnArray.filter((operation: number) => operation === 85).length
    }),
  )
  return { pages: text, text: text.join('\n'), info: info as Record<string, unknown>, pictures: pictures[0] ?? 0 }
}
async function download(url: string | undefined) {
  const key = new URL(url ?? '').pathname.split('/').slice(2).join('/')
  return { key, ...(await read((await h.services.files.readBytes(key)) ?? new Uint8Array())) }
}
const numberOf = async (who: 'ada' | 'cleo', companyId: string) =>
  (await h.call(who, 'payments.invoices', { company_id: companyId })).body.data[0]?.invoice_number ?? ''
const ask = (who: 'ada' | 'abe' | 'olive' | 'carl' | 'cleo', companyId: string, number: string) =>
  h.call(who, 'payments.invoiceFile', { company_id: companyId, number })

const lines = [
  { label: 'Minimum of 2027-01-15 to 2027-02-14', amountCents: 134_900 },
  { label: 'Spent', amountCents: -110_000 },
]
await saveCard('ada')
await collect(h.services, {
  company: northlight,
  purpose: 'invoice',
  key: 'a',
  amountCents: 24_900,
  description: 'Minimum spend true-up',
  lines,
})

describe('payments.invoiceFile', () => {
  it('LED-16 draws an invoice of the root in its brand, once, and finds it again', async () => {
    const number = await numberOf('ada', northlight.id)
    expect((await ask('ada', northlight.id, number)).body).toEqual({
      result: 'success',
      status: 'making',
      filename: `${number}.pdf`,
    })
    await h.drain()
    const { body } = await ask('ada', northlight.id, number)
    expect(body.status).toBe('done')
    const paper = await download(body.url)
    expect(paper.info).toMatchObject({ Title: `Invoice ${number}`, Author: 'Leadloom, LLC', Language: 'en-US' })
    // As the pages say it, no matter which zone the company is in.
    for (const said of [
      'All days are days in Central Time.',
      number,
      'Paid',
      'Visa ending in 4242',
      'Spent',
      '$1,349.00',
      '\u2212$1,100.00',
      '$249.00 USD',
    ])
      expect(paper.text).toContain(said)
    expect(paper.text).toContain(northlight.name)
    const ref = { what: 'invoice', companyId: northlight.id, key: 'a' } as const
    expect(await makePaper(h.services, ref)).toContain('drawn before')
    expect((await ask('olive', northlight.id, number)).body.status).toBe('done')
  })

  it('has the day that the pages say, also where its company is in a zone of its own', async () => {
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(start)
    const ours = dayIn('America/Chicago')
    // One of the two has another day by then, at each hour of ours.
    const other = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => dayIn(zone) !== ours) ?? ''
    await h.db.company.update(northlight.id, { timeZone: other })
    const number = await numberOf('ada', northlight.id)
    await ask('ada', northlight.id, number)
    await h.drain()
    const { text } = await download((await ask('ada', northlight.id, number)).body.url)
    expect(text).toContain(ours)
    expect(text).not.toContain(dayIn(other))
    await h.db.company.update(northlight.id, { timeZone: 'America/Chicago' })
  })

  it('is another file once it says something else, and the brand with its picture is in it', async () => {
    const number = await numberOf('ada', northlight.id)
    const before = await download((await ask('ada', northlight.id, number)).body.url)
    const hash = 'a'.repeat(43)
    const root = await h.db.company.get(northlight.rootId)
    await h.services.files.put(`brand/${root.id}/${hash}`, png(120, 30), 'image/png')
    const withLogo = { ...root.brand, logo: `/brand/${root.id}/${hash}` }
    await h.db.company.update(root.id, { brand: withLogo })
    expect((await ask('ada', northlight.id, number)).body.status).toBe('making')
    await h.drain()
    const after = await download((await ask('ada', northlight.id, number)).body.url)
    expect(after.key).not.toBe(before.key)
    expect([before.pictures, after.pictures]).toEqual([0, 1])
    // What a PDF cannot hold gives way to the name.
    await h.services.files.put(`brand/${root.id}/${'b'.repeat(43)}`, webp(120, 30), 'image/webp')
    await h.db.company.update(root.id, { brand: { ...withLogo, logo: `/brand/${root.id}/${'b'.repeat(43)}` } })
    await ask('ada', northlight.id, number)
    await h.drain()
    expect((await download((await ask('ada', northlight.id, number)).body.url)).pictures).toBe(0)
    await h.db.company.update(root.id, { brand: root.brand })
  })

  it('LED-16 stands under the name of the agency where a client pays, and is the client’s and for those above it', async () => {
    await saveCard('cleo', 'pm_card_visa', await connect('ada'))
    const company = await h.db.company.get(users.cleo.companyId)
    await collect(h.services, {
      company,
      purpose: 'invoice',
      key: 'c',
      amountCents: 5_000,
      description: 'Leads of Autumn',
    })
    const number = await numberOf('cleo', company.id)
    await ask('cleo', company.id, number)
    await h.drain()
    const paper = await download((await ask('cleo', company.id, number)).body.url)
    expect(paper.info).toMatchObject({ Author: northlight.legalName })
    for (const said of ['Leads of Autumn', '$50.00 USD', company.name]) expect(paper.text).toContain(said)
    expect(paper.text).not.toContain('Leadloom')
    expect((await ask('abe', company.id, number)).status).toBe(403)
    expect((await ask('ada', company.id, number)).body.status).toBe('done')
  })

  it('goes to who may see the invoice, and a number of somebody else is none', async () => {
    const number = await numberOf('ada', northlight.id)
    expect((await ask('abe', northlight.id, number)).status).toBe(403)
    expect((await ask('cleo', northlight.id, number)).status).toBe(403)
    expect((await ask('cleo', users.cleo.companyId, number)).status).toBe(404)
    expect((await ask('ada', northlight.id, 'INV-0000000000')).status).toBe(404)
    expect((await ask('ada', northlight.id, '../x')).status).toBe(422)
  })

  it('LED-16 says of an invoice that part of it went back, and that all of it did', async () => {
    await collect(h.services, {
      company: northlight,
      purpose: 'invoice',
      key: 'partly-back',
      amountCents: 10_000,
      description: 'Leads',
      lines: [],
    })
    const number = await numberOf('ada', northlight.id)
    const said = async () => {
      await ask('ada', northlight.id, number)
      await h.drain()
      return (await download((await ask('ada', northlight.id, number)).body.url)).text
    }
    expect(await said()).not.toContain('efunded')
    for (const [cents, status] of [
      [4_000, 'Partly refunded'],
      [10_000, 'Refunded'],
    ] as const) {
      const payment = await h.db.payment.find({ companyId: northlight.id, key: 'partly-back' })
      if (!payment?.chargeId) throw new Error('It was not paid.')
      await h.db.payment.setRefunded(payment, payment.chargeId, cents)
      expect(await said()).toContain(status)
    }
  })
})

describe('wallet.receipt', () => {
  it('draws the receipt of a top-up that was paid, for the agency alone, and none for anything else', async () => {
    await agree('ada')
    await charge('ada', { amount: 500, stop: true })
    const month = new Date(start).toISOString().slice(0, 7)
    const { body } = await h.call('ada', 'wallet.history', { company_id: northlight.id, date: month })
    const id = body.transaction_history.find(({ transaction_type }) => transaction_type === 'topup')?.id ?? ''
    const receipt = (who: 'ada' | 'abe' | 'olive', transaction_id: string) =>
      h.call(who, 'wallet.receipt', { company_id: northlight.id, transaction_id })
    expect((await receipt('ada', id)).body.status).toBe('making')
    await h.drain()
    const { body: done } = await receipt('ada', id)
    const paper = await download(done.url)
    expect(done.filename).toMatch(/^RCP-[0-9A-F]{10}\.pdf$/)
    for (const said of ['Receipt', '$500.00 USD', 'can be spent until', 'Leadloom']) expect(paper.text).toContain(said)
    expect((await receipt('abe', id)).status).toBe(403)
    expect((await receipt('olive', id)).status).toBe(403)
    expect((await receipt('ada', `${id}x`)).status).toBe(404)
  })
})

describe('unpackFont', () => {
  /** The sum of a table as its font states it (OpenType); that of the head leaves out what was added for the whole file. */
  function sumOf(table: Buffer, tag: string): number {
    const bytes = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    if (tag === 'head') bytes.writeUInt32BE(0, 8)
    let sum = 0
    for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
    return sum
  }

  it.each(fontPackages.map(({ name }) => name))('gives every table of %s the sum that it states', (name) => {
    const folder = `${fontFolder(name)}/files`
    const file = readdirSync(folder).find((each) => each.endsWith(fontEnding(400))) ?? ''
    const font = unpackFont(readFileSync(`${folder}/${file}`))
    const count = font.readUInt16BE(4)
    expect(count).toBeGreaterThan(8)
    for (let at = 12; at < 12 + 16 * count; at += 16) {
      const [stated = 0, offset = 0, length = 0] = [4, 8, 12].map((field) => font.readUInt32BE(at + field))
      const tag = font.toString('latin1', at, at + 4)
      expect([tag, sumOf(font.subarray(offset, offset + length), tag)]).toEqual([tag, stated])
    }
  })

  it('leaves what is not packed as it is', () => {
    const font = unpackFont(readFileSync(`${fontFolder('inter')}/files/inter-latin${fontEnding(400)}`))
    expect(unpackFont(font)).toBe(font)
  })
})

describe('drawPaper', () => {
  const party = { name: 'A', address: [] }
  const paper = (more: Partial<Paper> = {}, font: Brand['font'] = 'Inter'): Paper => ({
    title: 'Invoice',
    number: 'INV-0123456789',
    at: start,
    brand: { name: 'Northlight', font, linkColour: '#0f766e' },
    issuer: party,
    payer: party,
    facts: [],
    lines: [],
    sums: [],
    afterTotal: [],
    totalCents: 0,
    notes: [],
    ...more,
  })
  const drawn = async (more: Partial<Paper>, font?: Brand['font']) => read(await drawPaper(paper(more, font), null))

  it.each(fonts)('draws names in any script where %s has no letters for them', async (font) => {
    const names = ['Łódź Ξένος Привет', 'नमस्ते', 'บริษัท', '東京商事', '한국어', 'հայերեն', 'ქართული', 'አማርኛ', 'தமிழ்']
    const { text } = await drawn({ payer: { name: 'A', address: names } }, font)
    for (const name of names)
      expect(text.normalize('NFKC').replace(/\s/g, '')).toContain(name.replace(/\s/g, '').slice(0, 2))
    // The sign for a missing glyph would be read as nothing, or as this.
    expect(text).not.toContain('\u0000')
    expect(text).not.toContain('\ufffd')
  })

  it('sets what is read from right to left in its order, with figures and Latin words in theirs', () => {
    const type = openTypesetter(new PDFDocument({ font: '' }), 'Inter')
    const [line] = type.lines('שלום (Acme) 407!', { size: 10, colour: '#000000' }, 400)
    const places = ['!', '407', 'Acme', 'שלום'].map((part) => line?.runs.findIndex(({ text }) => text.includes(part)))
    expect(places).toEqual(places.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    expect(places).not.toContain(-1)
    // Brackets open towards what they hold.
    const shown = line?.runs.map(({ text }) => text).join('')
    expect(shown).toContain('(Acme)')
  })

  it('leaves Arabic figures in their order, and a line in the direction of its whole text', () => {
    const type = openTypesetter(new PDFDocument({ font: '' }), 'Inter')
    const style = { size: 10, colour: '#000000' }
    const shown = (line: ReturnType<typeof type.lines>[number] | undefined) => line?.runs.map(({ text }) => text)
    const figures = (shown(type.lines('عام ٢٠٢٦ م', style, 400)[0]) ?? []).filter((text) =>
      /[\u0660-\u0669]/.test(text),
    )
    expect(figures).toEqual(['٢', '٠', '٢', '٦'])
    // Its second line begins with an Arabic word, and goes on from the left all the same.
    const second = type.lines(`${'m'.repeat(14)} شركة from 2026`, style, 140)[1]
    expect(shown(second)?.join('')).toBe('شركة from 2026')
    expect(shown(second)?.at(-1)).toContain('from')
  })

  it('shows letters without the marks that no font has for them', async () => {
    const { text } = await drawn({ payer: { name: 'Z\u0351\u036b\u0343A\u0334\u0335L e\u0301', address: [] } })
    expect(text.normalize('NFC')).toMatch(/ZAL \u00e9/)
  })

  it('has room for labels of several lines, and for addresses longer than a page', async () => {
    const line = (index: number) => `Line ${index} of the address`
    const address = Array.from({ length: 60 }, (_, index) => line(index))
    const long = 'x'.repeat(120)
    const sums = [
      { label: long, amountCents: 1 },
      { label: 'Next', amountCents: 2 },
    ]
    const bytes = await drawPaper(paper({ issuer: { name: 'Northlight', address }, sums }), null)
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const places: { page: number; text: string; y: number }[] = []
    for (let page = 1; page <= pdf.numPages; page++) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      for (const item of items) if ('str' in item) places.push({ page, text: item.str, y: item.transform[5] })
    }
    // Nothing is below the edge of the paper, or on the line above the foot.
    expect(Math.min(...places.map(({ y }) => y))).toBeGreaterThan(20)
    expect(places.filter(({ text }) => text === line(59)).map(({ page }) => page)).toEqual([2])
    const yOf = (wanted: string) => places.findLast(({ text }) => text.startsWith(wanted))?.y ?? 0
    expect(yOf('x') - yOf('Next')).toBeGreaterThan(10)
    // What follows an address that ends just above the foot begins on the next page.
    for (const count of [36, 37, 38, 39]) {
      const facts = [{ label: 'Date', value: 'Nov 28' }]
      const short = await drawPaper(paper({ payer: { name: 'A', address: address.slice(0, count) }, facts }), null)
      const first = await (await (await getDocumentProxy(new Uint8Array(short))).getPage(1)).getTextContent()
      const foot = first.items.flatMap((item) => ('str' in item && item.transform[5] < 90 ? item.str.trim() || [] : []))
      expect(foot).toEqual(['A', 'Page 1 of 2'])
    }
  })

  it('breaks long names between words, and within a word that is longer than the line', async () => {
    const long = `${'Extraordinarily long names of companies '.repeat(3)}${'x'.repeat(120)}`
    const { text } = await drawn({ payer: { name: long, address: [] } })
    expect(text.replace(/\s/g, '')).toContain(long.replace(/\s/g, ''))
  })

  it('LED-14 shows how many of what at which price, what came off the sum, and what went back of it', async () => {
    const leads = { label: 'Leads basic', amountCents: 1_052, count: '7', unit: '$1.5025' }
    const { text } = await drawn({
      lines: [leads, { label: 'Platform fee', amountCents: 10_000 }],
      sums: [
        { label: 'Subtotal', amountCents: 11_052 },
        { label: 'Discount', amountCents: -1_000 },
      ],
      totalCents: 10_052,
      afterTotal: [{ label: 'Refund', amountCents: -52 }],
    })
    for (const said of ['Quantity', '7', 'Unit price', '$1.5025', '$10.52', '\u2212$10.00', '$100.52 USD', 'Refund'])
      expect(text).toContain(said)
    expect((await drawn({ lines: [{ label: 'Platform fee', amountCents: 1 }] })).text).not.toContain('Quantity')
  })

  it('goes on over pages, with the headings on each and the count at their feet', async () => {
    const many = Array.from({ length: 70 }, (_, index) => ({ label: `Leads of campaign ${index}`, amountCents: index }))
    const { pages } = await drawn({ lines: many, totalCents: 1 })
    expect(pages).toHaveLength(3)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of 3`)
    expect(pages.filter((page) => page.includes('Description')).length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain('$0.01 USD')
  })

  it('is the same file whenever it is drawn', async () => {
    expect(Buffer.from(await drawPaper(paper(), null)).equals(Buffer.from(await drawPaper(paper(), null)))).toBe(true)
  })
})
