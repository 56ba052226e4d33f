import { messages } from '#shared/messages.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { comparePrices, type RetailPrice } from '#shared/money/price-list.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { readFeeTexts, readPriceTexts, toPriceTexts } from '../../api/price-texts.ts'
import type { Input, Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { changedFrom } from '../../ui/only-changed.ts'
import { findFault } from '../../ui/price-fault.ts'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

export type PriceAnswer = Output<'pricing.getPrice'>

type About = Pick<Input<'pricing.savePrice'>, 'clientId' | 'productLine' | 'campaignId'>

/** A client's prices while they are edited, beside what the agency pays under the chosen term. */
export function usePrice(about: About, line: ProductLine, answer: PriceAnswer) {
  const { send, sending } = useSend('pricing.savePrice')
  const {
    values: price,
    setValues: setPrice,
    began,
    met,
    isDirty,
    sending: leaves,
  } = useKept<RetailPrice>(readPriceTexts(answer.data))
  useLeaveGuard(isDirty)
  const { errors, setErrors, mend } = useFieldErrors()
  const compared = comparePrices(price, readFeeTexts(answer.wholesale[price.term]), line)

  const save = async (): Promise<boolean> => {
    if (findFault(price)) return false
    setErrors({})
    const kept = leaves(price)
    try {
      const changed = changedFrom(toPriceTexts(began), toPriceTexts(price), toPriceTexts(met))
      const { message } = await send({ ...about, ...changed })
      kept()
      notify('success', message)
      return true
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messageOf(error, messages.busy))
      return false
    }
  }
  return {
    price,
    compared,
    errors,
    isDirty,
    save,
    sending,
    reset: () => {
      setPrice(began)
      setErrors({})
    },
    /** `mended`: names of the fields that were changed, of which nothing is said any more. */
    change: (changes: Partial<RetailPrice>, ...mended: string[]) => {
      for (const name of mended) mend(name)
      setPrice((before) => ({ ...before, ...changes }))
    },
  }
}
