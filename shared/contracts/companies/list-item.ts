// A company as the lists name it on the wire: agencies below a root, clients below an agency.
import * as z from 'zod'
import { connectionStates, paymentTerms, productLines } from '../../model/company.ts'
import { campaignStates, cardStatuses } from '../../model/node.ts'
import { leadTypes } from '../../model/user.ts'
import { WireFlag } from '../../wire.ts'

const Choice = z.object({ value: z.string(), label: z.string() })

export const NodeRow = z.object({
  id: z.string(),
  company_id: z.string(),
  company_root_id: z.string(),
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  phonenum: z.string(),
  phone_country_code: z.string(),
  phone_country_calling_code: z.string(),
  user_type: z.enum(['userdownline', 'client']),
  package_id: z.string(),
  /** The whole host; `orisubdomain` is its first part alone. */
  subdomain: z.string(),
  orisubdomain: z.string(),
  domain: z.string(),
  external_organizationid: z.string(),
  manual_bill: WireFlag,
  is_whitelabeling: WireFlag,
  api_mode: WireFlag,
  /** It takes part in what the platform tries out. */
  isBeta: WireFlag,
  /** Of an agency whose contract with the platform was cancelled; operators alone are told. */
  is_cancelled: z.literal(true).optional(),
  is_user_generate_api: z.boolean(),
  is_marketing_services_agreement_developer: WireFlag,
  exclude_minimum_spend: z.union([z.literal(0), z.literal(1)]),
  exclude_onboard_charge: WireFlag,
  is_onboard_charged: WireFlag,
  customer_payment_id: z.string(),
  payment_status: z.enum(['failed', '']),
  plan_minspend_id: z.string(),
  company_agreement_file: z.string(),
  salesrep: z.string(),
  salesrepid: z.string(),
  accountexecutive: z.string(),
  accountexecutiveid: z.string(),
  accountref: z.string(),
  accountrefid: z.string(),
  created_at: z.string(),
  status_acc: z.enum(connectionStates),
  profile_setup_completed: WireFlag,
  role_id: z.string(),
  /** Of a client: the product whose dashboard it lands on; empty means the first. */
  leadspeek_type: z.enum(leadTypes),
  selected_modules: z.array(z.object({ type: z.enum(productLines), status: z.boolean() })),
  selected_payment_term: z.array(z.object({ term: z.enum(paymentTerms), status: z.boolean() })),
  rootmodules: z.array(Choice),
  rootpaymentterm: z.array(Choice),
  /** What screens need besides: whether the person chose a password yet, and the state of card and campaigns. */
  is_invited: z.boolean(),
  /** An address that waits to be confirmed before it counts. */
  pending_email: z.string(),
  /** Why the caller may not change what the person signs in with; empty when they may. */
  why_not_sign_in: z.string(),
  /** The caller may let the person in again who is locked out. */
  may_unlock: z.boolean(),
  card_status: z.enum(cardStatuses),
  campaign_status: z.enum(campaignStates),
  active_campaigns: z.number(),
  disable_client_add_campaign: WireFlag,
  disabledreceivedemail: WireFlag,
  enablephonenumber: WireFlag,
  editorspreadsheet: WireFlag,
})
export type NodeRow = z.output<typeof NodeRow>
