import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { spend } from '#functions/domain/wallet/top-up.ts'
import { cents } from '#shared/money/cents.ts'
import type { ScheduleName } from '#shared/schedules.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'

/** What tests of the wallet begin with: agencies with a card and an agreement. */
export function walletStage(h: Harness) {
  const { services, db } = h
  const companyOf = (who: Member) => h.cast.users[who].companyId

  async function giveCard(companyId: string, token = 'pm_card_visa'): Promise<string> {
    const { payments } = services
    const { customerId: known } = await db.billing.get(companyId)
    const holder = { name: 'Agency', email: 'agency@example.com' }
    const made = known ? { id: known } : await payments.createCustomer({ key: `c-${companyId}`, holder, metadata: {} })
    const customerId = await db.billing.claimCustomer(companyId, '', made.id)
    const key = crypto.randomUUID()
    const asked = await payments.setUpCard({ key, customerId, paymentMethodId: token, metadata: {} })
    if (asked.status === 'action') h.stripe.authenticate(asked.clientSecret, '', true)
    const setup = asked.status === 'action' ? await payments.readSetup({ setupId: asked.id, customerId }) : asked
    if (setup.status !== 'saved') throw new Error(`The card was not saved: ${setup.status}.`)
    const { id: cardId, brand: cardBrand, last4: cardLast4 } = setup.card
    await db.billing.save(companyId, { cardId, cardBrand, cardLast4 })
    return customerId
  }

  async function agree(who: Member): Promise<void> {
    const { status } = await h.call(who, 'documents.agreeFeature', {
      feature_id: 'data_wallet',
      feature_name: 'Data Wallet',
      user_id: h.cast.users[who].id,
      is_marketing_services_agreement_feature: 'T',
      company_name: 'x',
      company_id: companyOf(who),
      location_menu: 'Data Wallet',
    })
    if (status !== 200) throw new Error(`The agreement was refused with ${status}.`)
  }

  type Order = { amount?: number | string; custom?: boolean; stop?: boolean | undefined; keep?: boolean; key?: string }
  const charge = (who: Member, { amount = 250, custom = false, stop, keep = true, key }: Order = {}) =>
    h.call(
      who,
      'wallet.charge',
      {
        company_id: companyOf(who),
        amount,
        custom_amount: custom ? 'T' : 'F',
        ...(stop !== undefined && { stop_continual: stop ? ('T' as const) : ('F' as const) }),
        ...(keep && { save_amount: 'T' as const }),
        ip_user: '198.51.100.99',
        timezone: 'America/Chicago',
        payment_type: 'credit_card',
      },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    )

  const confirm = (who: Member, transaction_id: string) =>
    h.call(who, 'wallet.confirm', { company_id: companyOf(who), transaction_id })

  const read = async (who: Member, date?: string) =>
    (await h.call(who, 'wallet.get', { company_id: companyOf(who), ...(date && { date }) })).body
  const paymentDeps = () => makePaymentDeps(services)
  let spent = 0
  /** Spends as a worker does: dollars, under an id of its own. */
  const pay = (companyId: string, dollars: number, id = `t${++spent}`) =>
    spend(paymentDeps(), {
      companyId,
      id,
      amountCents: cents(Math.round(dollars * 100)),
      at: services.now(),
      title: '10 leads of Website visitors',
      rule: 'Each lead is charged at the price of its campaign.',
      facts: { Leads: '10', Price: '$1.00' },
    })

  const run = async (name: ScheduleName) => {
    await h.runner.trigger(name, services.now())
    await h.drain()
  }
  const paid = () => h.stripe.list('payment_intent').filter(({ status }) => status === 'succeeded')
  const paidBy = (companyId: string) => paid().filter(({ metadata }) => metadata.company === companyId)

  return { companyOf, giveCard, agree, charge, confirm, read, paymentDeps, pay, run, paidBy }
}
