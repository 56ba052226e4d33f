// What the double keeps, in the shapes that Stripe answers with (as far as anybody here reads them).
export type Metadata = Record<string, string>

export type Customer = {
  id: string
  object: 'customer'
  created: number
  name: string | null
  email: string | null
  address: object | null
  metadata: Metadata
  invoice_settings: { default_payment_method: string | null }
  livemode: false
}

export type CardError = { type: 'card_error'; code: string; decline_code?: string; message: string }

export type PaymentMethod = {
  id: string
  object: 'payment_method'
  created: number
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: 'credit'; country: 'US' }
  billing_details: object
  metadata: Metadata
  livemode: false
  /** Which of Stripe's test cards it is; never answered. */
  behaviour: string
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export type SetupIntent = {
  id: string
  object: 'setup_intent'
  created: number
  status: IntentStatus
  client_secret: string
  customer: string | null
  payment_method: string | null
  usage: string
  last_setup_error: CardError | null
  next_action: object | null
  metadata: Metadata
  livemode: false
}

export type PaymentIntent = {
  id: string
  object: 'payment_intent'
  created: number
  amount: number
  amount_received: number
  application_fee_amount: number | null
  currency: string
  status: IntentStatus
  client_secret: string
  customer: string | null
  description: string | null
  payment_method: string | null
  payment_method_types: string[]
  last_payment_error: CardError | null
  latest_charge: string | null
  next_action: object | null
  transfer_data: { destination: string } | null
  metadata: Metadata
  livemode: false
}

export type Charge = {
  id: string
  object: 'charge'
  created: number
  amount: number
  amount_refunded: number
  /** Whether all of it went back. */
  refunded: boolean
  disputed: boolean
  application_fee: string | null
  application_fee_amount: number | null
  currency: string
  customer: string | null
  description: string | null
  paid: true
  payment_intent: string
  payment_method: string | null
  status: 'succeeded'
  metadata: Metadata
  livemode: false
}

/** It lies with the platform, no matter in which account the charge was made. */
export type ApplicationFee = {
  id: string
  object: 'application_fee'
  created: number
  /** The connected account that it was taken from. */
  account: string
  amount: number
  amount_refunded: number
  charge: string
  currency: string
  originating_transaction: string | null
  refunded: boolean
  livemode: false
}

export type FeeRefund = {
  id: string
  object: 'fee_refund'
  created: number
  amount: number
  currency: string
  fee: string
  metadata: Metadata
}

export type Refund = {
  id: string
  object: 'refund'
  created: number
  amount: number
  charge: string
  currency: string
  payment_intent: string
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason?: string
  metadata: Metadata
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
export type Dispute = {
  id: string
  object: 'dispute'
  created: number
  amount: number
  charge: string
  currency: string
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
  is_charge_refundable: boolean
  payment_intent: string
  reason: string
  status: DisputeStatus
  metadata: Metadata
  livemode: false
}

export type Payout = {
  id: string
  object: 'payout'
  created: number
  amount: number
  arrival_date: number
  automatic: boolean
  currency: string
  failure_code: string | null
  failure_message: string | null
  method: 'standard'
  status: 'paid' | 'failed'
  type: 'bank_account'
  metadata: Metadata
  livemode: false
}

export type Transfer = {
  id: string
  object: 'transfer'
  created: number
  amount: number
  currency: string
  destination: string
  description: string | null
  amount_reversed: number
  reversed: boolean
  transfer_group: string | null
  metadata: Metadata
}

export type TransferReversal = {
  id: string
  object: 'transfer_reversal'
  created: number
  amount: number
  currency: string
  transfer: string
  metadata: Metadata
}

export type Account = {
  id: string
  object: 'account'
  created: number
  type: string
  country: string
  email: string | null
  business_profile: { name: string | null }
  details_submitted: boolean
  charges_enabled: boolean
  payouts_enabled: boolean
  capabilities: Record<string, string>
  requirements: {
    currently_due: string[]
    current_deadline: number | null
    past_due: string[]
    eventually_due: string[]
    pending_verification: string[]
    disabled_reason: string | null
    errors: { code: string; reason: string; requirement: string }[]
  }
  metadata: Metadata
}

export type AccountLink = {
  id: string
  object: 'account_link'
  created: number
  account: string
  return_url: string
  refresh_url: string
  isUsed: boolean
}

export type Coupon = {
  id: string
  object: 'coupon'
  created: number
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  duration: string
  valid: boolean
  metadata: Metadata
}

export type Event = {
  id: string
  object: 'event'
  created: number
  api_version: string
  type: string
  account?: string
  data: { object: { id: string } }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
}

export type Objects = {
  customer: Customer
  payment_method: PaymentMethod
  setup_intent: SetupIntent
  payment_intent: PaymentIntent
  charge: Charge
  application_fee: ApplicationFee
  fee_refund: FeeRefund
  refund: Refund
  dispute: Dispute
  payout: Payout
  transfer: Transfer
  account: Account
  account_link: AccountLink
  coupon: Coupon
  event: Event
}
export type Kind = keyof Objects

export const prefixes: Record<Kind, string> = {
  customer: 'cus',
  payment_method: 'pm',
  setup_intent: 'seti',
  payment_intent: 'pi',
  charge: 'ch',
  application_fee: 'fee',
  fee_refund: 'fr',
  refund: 're',
  dispute: 'du',
  payout: 'po',
  transfer: 'tr',
  account: 'acct',
  account_link: 'alink',
  coupon: 'coupon',
  event: 'evt',
}
