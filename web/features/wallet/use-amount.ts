import { useRef, useState } from 'react'
import { type Cents, cents } from '#shared/money/cents.ts'
import { amountFault, CUSTOM_MINIMUM_CENTS, minimumHint } from '#shared/money/wallet.ts'
import { notify } from '../../ui/notify.tsx'
import { fromWire } from './amounts.ts'
import type { Wallet } from './balances.tsx'

/** The amount of a top-up as it is chosen or typed. */
export function useAmount(wallet: Wallet) {
  const saved = wallet.amount > 0 ? fromWire(wallet.amount) : undefined
  const [isCustom, setCustom] = useState(wallet.custom_amount === 'T')
  const [preset, setPreset] = useState<Cents | undefined>(isCustom ? undefined : saved)
  const [typed, setTyped] = useState<number | undefined>(isCustom ? saved : undefined)
  const amount = isCustom ? (typed === undefined ? undefined : cents(typed)) : preset
  const pressed = useRef<{ amount: Cents | undefined }>(null)

  /**
   * What is to be bought, if it may be; otherwise says why not. Pressing a button leaves the field, which raises a small
   * amount: what counts is the amount as it stood when the press began.
   */
  function take(): Cents | undefined {
    const asked = pressed.current ? pressed.current.amount : amount
    pressed.current = null
    const fault = amountFault(asked, isCustom)
    if (!fault) return asked
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
    hint: typed !== undefined && typed < CUSTOM_MINIMUM_CENTS ? minimumHint(true) : undefined,
    /** For buttons that take the amount. */
    pressing: {
      onPointerDown: () => {
        pressed.current = { amount }
      },
    },
    take,
  }
}
