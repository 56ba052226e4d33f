import { useState } from 'react'
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import { readCostTexts, toCostTexts } from '#shared/money/cost-texts.ts'
import {
  belowMinimum,
  type Costs,
  type Fees,
  isFloored,
  raisedToMinimum,
  type TermKey,
  termKeyOf,
  termKeys,
} from '#shared/money/price-list.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { namedAs, onlyChanged } from '../../ui/only-changed.ts'
import { findFault } from '../../ui/price-fault.ts'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

export type CostAnswer = Extract<Output<'settings.get'>, { settingName: 'costagency' }>
type CostTexts = ReturnType<typeof toCostTexts>
type Changed = { [Line in ProductLine]?: { [Key in TermKey]?: Partial<CostTexts[Line][Key]> } }

/** Only what was changed leaves: what somebody else set meanwhile stays. `shown`: what is answered of it. */
function changedTexts(began: CostTexts, now: CostTexts, shown = now): Changed {
  const of = <Line extends ProductLine>(line: Line) =>
    Object.fromEntries(
      termKeys.flatMap((key) => {
        const block = onlyChanged(began[line][key], now[line][key])
        return Object.keys(block).length > 0 ? [[key, namedAs(block, shown[line][key])]] : []
      }),
    )
  return { local: of('local'), locator: of('locator'), enhance: of('enhance'), b2b: of('b2b') }
}

const cell = (line: ProductLine, term: TermKey) => `${line}.${term}`

/** Costs while they are edited: the block of the chosen term, the floors under it, and what was raised to them. */
export function useCosts(companyId: string, answer: CostAnswer, isRoot: boolean) {
  const { send, sending } = useSend('settings.save')
  const {
    values,
    setValues,
    began,
    met,
    isDirty,
    sending: leaves,
  } = useKept<{ costs: Costs; term: PaymentTerm }>({
    costs: readCostTexts(answer.data),
    term: answer.defaultTerm,
  })
  const { costs, term } = values
  useLeaveGuard(isDirty)
  const { errors, setErrors, mend } = useFieldErrors()
  const [raised, setRaised] = useState<ReadonlySet<string>>(new Set())
  const floors = readCostTexts(answer.rootCosts)
  const key = termKeyOf[term]

  const save = async (): Promise<boolean> => {
    if (findFault(costs)) return false
    const low = isRoot ? [] : belowMinimum(costs, floors)
    const saved = isRoot ? costs : raisedToMinimum(costs, floors)
    setValues({ costs: saved, term })
    setRaised(new Set([...raised, ...low.map((each) => cell(each.line, each.term))]))
    setErrors({})
    const kept = leaves({ costs: saved, term })
    const before = toCostTexts(began.costs)
    const now = toCostTexts(saved)
    try {
      const { message } = await send({
        companyId,
        actionType: 'customsmtpmodule',
        settingName: 'costagency',
        value: changedTexts(before, now),
        seen: changedTexts(before, now, toCostTexts(met.costs)),
        ...(term !== began.term && { defaultTerm: term }),
      })
      kept()
      notify('success', message)
      return true
    } catch (error) {
      const fields = fieldsOf(error)
      setErrors(fields ?? {})
      if (!fields) notify('danger', messageOf(error))
      return false
    }
  }

  return {
    term,
    setTerm: (next: PaymentTerm) => setValues({ ...values, term: next }),
    save,
    sending,
    reset: () => {
      setValues(began)
      setRaised(new Set())
      setErrors({})
    },
    /** What is said of costs that another product or term has. */
    elsewhere: (line: ProductLine) =>
      Object.entries(errors).flatMap(([name, text]) => (name.startsWith(`value.${line}.${key}.`) ? [] : text)),
    of: (line: ProductLine) => ({
      term,
      fees: costs[line][key],
      minimum: !isRoot && isFloored(line) ? floors[line][key].perLeadCentiCents : undefined,
      wasRaised: raised.has(cell(line, key)),
      errorOf: (name: string) => errors[`value.${line}.${key}.${name}`],
      onChange: (fees: Fees, mended: string) => {
        mend(`value.${line}.${key}.${mended}`)
        setValues({ ...values, costs: { ...costs, [line]: { ...costs[line], [key]: fees } } })
        setRaised(new Set([...raised].filter((each) => each !== cell(line, key))))
      },
      onRaise: () => setRaised(new Set([...raised, cell(line, key)])),
    }),
  }
}
