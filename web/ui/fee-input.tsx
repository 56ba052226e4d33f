import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { centsOf, cleanDecimal, feeCents, textOf } from './decimal.ts'
import { toCurrency } from './format.ts'
import { useCleanText } from './use-clean-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  cents: number
  onChange: (cents: number) => void
}

/** A fee: plain digits while it is edited, currency when it is left. What is not a number becomes 0. */
export function FeeInput({ cents, onChange, onBlur, onFocus, ...field }: Props) {
  const [typed, setTyped] = useState<string>()
  const change = useCleanText(cleanDecimal, (text) => {
    setTyped(text)
    onChange(centsOf(text) ?? 0)
  })
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={typed ?? toCurrency(cents)}
      onChange={change}
      onFocus={(event) => {
        setTyped(textOf(cents))
        onFocus?.(event)
      }}
      onBlur={(event) => {
        if (typed !== undefined) onChange(feeCents(typed))
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
