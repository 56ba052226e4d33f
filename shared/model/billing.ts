/** What a company's charges are taken from. */
export const billingMethods = ['credit_card', 'data_wallet'] as const
export type BillingMethod = (typeof billingMethods)[number]

/** How a company pays. Of its card only what may be shown to people. */
export type Billing = {
  companyId: string
  /** Who it is at the payment provider; empty without a card. */
  customerId: string
  /** The connected account that keeps the customer: of a client its agency's; empty for the platform's own. */
  accountId: string
  cardId: string
  cardBrand: string
  cardLast4: string
  cardExpMonth: number
  cardExpYear: number
  cardSavedAt: number | null
  /** The agency pays the root's prices directly. */
  isDirect: boolean
  billingMethod: BillingMethod
  couponCode: string
}

export const emptyBilling = {
  customerId: '',
  accountId: '',
  cardId: '',
  cardBrand: '',
  cardLast4: '',
  cardExpMonth: 0,
  cardExpYear: 0,
  cardSavedAt: null,
  isDirect: false,
  billingMethod: 'credit_card',
  couponCode: '',
} as const satisfies Omit<Billing, 'companyId'>

/** Whether there is a card that can be charged. */
export const hasCard = (billing: Pick<Billing, 'customerId' | 'cardId'>) =>
  billing.customerId !== '' && billing.cardId !== ''
