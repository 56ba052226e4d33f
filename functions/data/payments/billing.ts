import { Entity } from 'electrodb'
import { type Billing, billingMethods, emptyBilling } from '#shared/model/billing.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string' } as const
const number = { type: 'number' } as const

const schema = {
  model: model('billing'),
  attributes: {
    companyId: { type: 'string', required: true },
    customerId: text,
    accountId: text,
    cardId: text,
    cardBrand: text,
    cardLast4: text,
    cardExpMonth: number,
    cardExpYear: number,
    cardSavedAt: number,
    isDirect: { type: 'boolean' },
    billingMethod: { type: billingMethods },
    couponCode: text,
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}'), sk: key('sk', [], 'BILLING') } },
} as const

export type BillingChanges = Partial<Omit<Billing, 'companyId' | 'customerId' | 'accountId'>>

/** How a company pays: who it is at the payment provider, its card as far as it may be shown, and the method it chose. */
export function billings(table: Table) {
  const entity = new Entity(schema, electro(table))
  async function get(companyId: string): Promise<Billing> {
    const { data } = await entity.get({ companyId }).go({ consistent: true })
    return { ...emptyBilling, ...data, companyId }
  }

  return {
    get,
    async save(companyId: string, changes: BillingChanges): Promise<void> {
      await entity.update({ companyId }).set(withoutNulls(changes)).go()
    },
    /** Remembers who the company is at the provider, once for an account; answers the one that holds. */
    async claimCustomer(companyId: string, accountId: string, customerId: string): Promise<string> {
      try {
        await entity
          .update({ companyId })
          .set({ customerId, accountId })
          .remove(['cardId', 'cardBrand', 'cardLast4', 'cardExpMonth', 'cardExpYear', 'cardSavedAt'])
          .where((item, { notExists, ne }) => `${notExists(item.customerId)} OR ${ne(item.accountId, accountId)}`)
          .go()
        return customerId
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        return (await get(companyId)).customerId
      }
    },
  }
}
