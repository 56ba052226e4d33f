// Mails about invoices: who gets them, from whom, and that nobody gets one twice.
import { describe, expect, it } from 'vitest'
import { collect } from '#functions/domain/payments/collect.ts'
import { recordPaid } from '#functions/domain/payments/record.ts'
import { siteUrl } from '#functions/domain/settings/site-url.ts'
import { DAY } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect, retry } = stageOf(h)
const { northlight, brightSmiles, users } = h.cast
const site = siteUrl({ scheme: h.services.env.PLATFORM_SCHEME, domain: h.services.env.PLATFORM_DOMAIN }, northlight)
h.setClock(h.services.now() + DAY)
await saveCard('ada')
const account = await connect('ada')
await saveCard('cleo', 'pm_card_visa', account)

const invoiced = async (company: Company, key: string, amountCents = 12_345) =>
  collect(h.services, {
    company: await h.db.company.get(company.id),
    key,
    purpose: 'invoice',
    amountCents,
    description: `Leads ${key}`,
  })
const told = async (who: 'ada' | 'cleo', key: string) => {
  await h.drain()
  return (await h.mailsTo(users[who].email)).filter(({ text = '' }) => text.includes(`Leads ${key}`))
}
const numberOf = async (who: 'ada' | 'cleo', key: string) =>
  (await h.call(who, 'payments.invoices', { company_id: users[who].companyId })).body.data.find(
    ({ description }) => description === `Leads ${key}`,
  )?.invoice_number

describe('the mail about an invoice', () => {
  it('LED-16 tells a client in the name of its agency that it is paid, with a way to the invoice', async () => {
    await invoiced(brightSmiles, 'a')
    const [mail, ...more] = await told('cleo', 'a')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your invoice from Northlight is paid: $123.45')
    const number = await numberOf('cleo', 'a')
    for (const said of ['$123.45', 'Visa ending in 4242', `${site}/user/invoices?invoice=${number}`])
      expect(mail?.text).toContain(said)
    expect(mail?.html).not.toContain('Leadloom')
  })

  it('LED-16 tells an agency in the name of the platform, and leads to where the agency signs in', async () => {
    await invoiced(northlight, 'b')
    const [mail] = await told('ada', 'b')
    expect(mail?.subject).toBe('Your invoice from Leadloom is paid: $123.45')
    expect(mail?.text).toContain(`${site}/user/invoices?invoice=${await numberOf('ada', 'b')}`)
  })

  it('LED-16 comes once, however often it is written down that it is paid', async () => {
    await invoiced(brightSmiles, 'c')
    const paid = await h.db.payment.find({ companyId: brightSmiles.id, key: 'c' })
    if (!paid) throw new Error('There is no payment.')
    const charge = { id: paid.chargeId ?? '', accountId: account }
    for (let again = 0; again < 3; again++)
      // As a worker saw it that crashed before the books said so.
      await recordPaid(h.services, { ...paid, status: 'open', chargeId: null }, charge, { by: 'card' })
    expect(await told('cleo', 'c')).toHaveLength(1)
  })

  it('LED-16 says of one that failed what to do, and where it is; nothing of being paid', async () => {
    await saveCard('cleo', 'pm_card_chargeCustomerFail', account)
    await saveCard('ada', 'pm_card_chargeCustomerFail')
    await invoiced(brightSmiles, 'd')
    await retry()
    const mails = await told('cleo', 'd')
    expect(mails.map(({ subject }) => subject)).toEqual(['A payment at Northlight failed'])
    const number = await numberOf('cleo', 'd')
    expect(mails[0]?.text).toContain(`${site}/user/card-setting?invoice=${number}`)
    await invoiced(northlight, 'e')
    const [ofAgency] = await told('ada', 'e')
    expect(ofAgency?.subject).toBe('A payment at Leadloom failed')
    expect(ofAgency?.text).toContain(`${site}/user/card-setting?invoice=INV-`)
  })

  it('LED-16 tells nobody of an invoice that came to nothing', async () => {
    const at = h.services.now()
    const found = await h.db.payment.find({ companyId: brightSmiles.id, key: 'a' })
    if (!found) throw new Error('There is no payment.')
    const nothing = { ...found, key: 'f', description: 'Leads f', amountCents: 0, chargeId: null, createdAt: at }
    await h.db.payment.notePaid(nothing)
    expect(await told('cleo', 'f')).toEqual([])
  })
})
