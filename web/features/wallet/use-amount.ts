import { useState } from 'react'
import { type Cents, cents } from '#shared/money/cents.ts'
import { amountFault, CUSTOM_MINIMUM_CENTS, minimumHint } from '#shared/money/wallet.ts'
import { notify } from '../../ui/notify.tsx'
import { fromWire } from './amounts.ts'
import type { Wallet } from './balances.tsx'

/** What is wrong with a custom amount, under its field while it is typed and for as long as it stands there. */
function hintFor(typed: number | undefined): string | undefined {
  if (typed === undefined) return undefined
  return typed < CUSTOM_MINIMUM_CENTS ? minimumHint(true) : amountFault(cents(typed), true)
}

/** The amount of a top-up as it is chosen or typed. */
export function useAmount(wallet: Wallet) {
  const saved = wallet.amount > 0 ? fromWire(wallet.amount) : undefined
  const [isCustom, setCustom] = useState(wallet.customAmount)
  const [preset, setPreset] = useState<Cents | undefined>(isCustom ? undefined : saved)
  const [typed, setTyped] = useState<number | undefined>(isCustom ? saved : undefined)
  const amount = isCustom ? (typed === undefined ? undefined : cents(typed)) : preset

  /** What is to be bought, if it may be; otherwise says why not. What was typed stays as it is. */
  function take(): Cents | undefined {
    const fault = amountFault(amount, isCustom)
    if (!fault) return amount
    notify('danger', fault)
    return undefined
  }

  return {
    isCustom,
    setCustom,
    preset,
    setPreset,
    typed,
    setTyped,
    amount,
    hint: hintFor(typed),
    isDirty: isCustom && typed !== undefined && typed !== saved,
    take,
  }
}
