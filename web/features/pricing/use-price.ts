import { useState } from 'react'
import type { Input, Output } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { amountText } from '#shared/money/cost-wire.ts'
import { comparePrices, type Fees, type RetailPrice } from '#shared/money/price-list.ts'
import { priceText, readPrice } from '#shared/money/price-text.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

export type PriceAnswer = Output<'pricing.getPrice'>

const cents = (text: string) => (readPrice(text, 2) ?? 0) / 100
const perLead = (text: string) => readPrice(text, 4) ?? 0

const readRetail = ({ data }: PriceAnswer): RetailPrice => ({
  term: data.PaymentTerm,
  perLeadCentiCents: perLead(data.CostSet),
  perLeadAdvancedCentiCents: perLead(data.CostSetAdvanced),
  perLeadB2bCentiCents: perLead(data.CostSetB2b),
  periodFeeCents: cents(data.CostMonth),
  platformFeeCents: cents(data.PlatformFee),
  aboveLimitCentiCents: perLead(data.CostMaxLead),
  limit: { count: data.LimitLead, every: data.LimitLeadFreq, fromOn: data.LimitLeadStart, toOn: data.LimitLeadEnd },
  topUp: { mode: data.topupoptions, leads: data.leadsbuy },
})

const toInput = (price: RetailPrice) => ({
  CostSet: priceText(price.perLeadCentiCents),
  CostSetAdvanced: priceText(price.perLeadAdvancedCentiCents),
  CostSetB2b: priceText(price.perLeadB2bCentiCents),
  CostMonth: amountText(price.periodFeeCents),
  CostMaxLead: priceText(price.aboveLimitCentiCents),
  LimitLead: price.limit.count,
  LimitLeadFreq: price.limit.every,
  LimitLeadStart: price.limit.fromOn,
  LimitLeadEnd: price.limit.toOn,
  PaymentTerm: price.term,
  topupoptions: price.topUp.mode,
  leadsbuy: price.topUp.leads,
  PlatformFee: amountText(price.platformFeeCents),
})

const readFees = (wholesale: PriceAnswer['wholesale'][keyof PriceAnswer['wholesale']]): Fees => ({
  platformFeeCents: cents(wholesale.platform_fee),
  periodFeeCents: cents(wholesale.cost_month),
  perLeadCentiCents: perLead(wholesale.cost_per_lead),
  perLeadAdvancedCentiCents: perLead(wholesale.cost_per_lead_advanced),
})

type About = Pick<Input<'pricing.savePrice'>, 'ClientID' | 'ModuleID' | 'leadspeekID'>

/** A client's prices while they are edited, beside what the agency pays under the chosen term. */
export function usePrice(about: About, line: ProductLine, answer: PriceAnswer) {
  const { send, sending } = useSend('pricing.savePrice')
  const [price, setPrice] = useState(() => readRetail(answer))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const compared = comparePrices(price, readFees(answer.wholesale[price.term]), line)

  const save = async (): Promise<boolean> => {
    setErrors({})
    try {
      const { message } = await send({ ...about, ...toInput(price) })
      notify('success', message)
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      notify('danger', messageOf(error, messages.busy))
      return false
    }
  }
  return {
    price,
    compared,
    errors,
    save,
    sending,
    change: (changes: Partial<RetailPrice>) => setPrice({ ...price, ...changes }),
  }
}
