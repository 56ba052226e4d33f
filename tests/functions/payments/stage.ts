// Cards and connected accounts for the cast, made by the calls that people make.
import type { Input } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'

export function stageOf(h: Harness) {
  const cardForm = (who: Member, token: string, more: Partial<Input<'payments.saveCard'>> = {}) => ({
    company_id: h.cast.users[who].companyId,
    usrID: h.cast.users[who].id,
    token,
    cardholder: h.cast.users[who].name,
    address: '1 Loom Street',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    country: 'US',
    ...more,
  })
  /** `kind` is one of the provider's test cards, or a set-up that was authenticated. */
  const saveCard = (who: Member, kind = 'pm_card_visa', account = '') => {
    const token = kind.startsWith('pm_card_') ? h.stripe.card(kind, account) : kind
    return h.call(who, 'payments.saveCard', cardForm(who, token))
  }

  /** An agency whose connected account takes cards. Answers its id. */
  async function connect(who: 'ada' | 'abe'): Promise<string> {
    const companyID = h.cast.users[who].companyId
    const made = await h.call(who, 'payments.createConnectedAccount', {
      companyID,
      return_url: '/configuration/general-setting',
    })
    if (made.status !== 200) throw new Error(`No account: ${JSON.stringify(made.body)}`)
    const { accountId } = await h.db.connectedAccount.get({ company: companyID })
    h.stripe.setAccount(accountId, 'complete')
    await h.call(who, 'payments.checkConnectedAccount', { companyID })
    return accountId
  }

  /** Sends one event to the hook as the provider would. */
  const post = (body: string, signature: string) =>
    h.send(
      {
        method: 'POST',
        path: '/api/hooks/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: Buffer.from(body),
      },
      'localhost',
    )
  /** Delivers what the double has to tell, and works it off. */
  async function deliver(): Promise<number> {
    const taken = await h.stripe.flush(async (body, signature) => (await post(body, signature)).status)
    await h.drain()
    return taken
  }

  let wanted = 0
  /** Asks a company for money, as an invoice does. */
  async function demand(company: Company, amountCents = 12_000, key = `invoice-${++wanted}`) {
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const fresh = await h.db.company.get(company.id)
    return collect(h.services, { company: fresh, key, purpose: 'invoice', amountCents, description: 'Leads' })
  }

  const retry = async (at = h.services.now()) => {
    const { retryDue } = await import('#functions/domain/payments/retry.ts')
    return retryDue(h.services, at)
  }

  return { cardForm, saveCard, connect, post, deliver, demand, retry }
}
