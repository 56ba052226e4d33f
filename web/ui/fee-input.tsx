import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { toCurrency } from '#shared/money/format.ts'
import { cleanDecimal, feeCents, MOST_CENTS_TYPED, textOf } from './decimal.ts'
import { useCleanText } from './use-clean-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  cents: number
  onChange: (cents: number) => void
}

const fault = `Enter an amount of at most ${toCurrency(MOST_CENTS_TYPED)}.`

/**
 * A fee: plain digits while it is edited, currency when it is left; an empty field is 0. What is no fee stays as it was
 * typed, says so, and is told as no number, which `findFault` finds before a form is sent.
 */
export function FeeInput({ cents, onChange, onBlur, onFocus, error, ...field }: Props) {
  const [typed, setTyped] = useState<string>()
  const [kept, setKept] = useState<string>()
  const isWrong = kept !== undefined && Number.isNaN(cents)
  const change = useCleanText(cleanDecimal, (text) => {
    setTyped(text)
    onChange(feeCents(text))
  })
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={typed ?? (isWrong ? kept : toCurrency(cents))}
      error={isWrong && typed === undefined ? fault : error}
      data-fault={isWrong || undefined}
      onChange={change}
      onFocus={(event) => {
        setTyped(isWrong ? kept : textOf(cents))
        onFocus?.(event)
      }}
      onBlur={(event) => {
        const left = typed === undefined ? cents : feeCents(typed)
        setKept(Number.isNaN(left) ? typed : undefined)
        setTyped(undefined)
        if (typed !== undefined) onChange(left)
        onBlur?.(event)
      }}
    />
  )
}
