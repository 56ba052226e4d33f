import { TextInput, type TextInputProps } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import { centsOf, textOf, typedDecimal } from './decimal.ts'
import { useCleanText } from './use-clean-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** The amount in cents; undefined while the field is empty. */
  cents: number | undefined
  onChange: (cents: number | undefined) => void
  /** No copying, cutting or pasting: the amount must be typed. */
  blockClipboard?: boolean
}

/** So many signs hold any amount that is taken, and more than them would be no whole number of cents that a computer can tell. */
const MOST_SIGNS = 12

const stop = (event: ClipboardEvent) => event.preventDefault()

/** An amount in dollars: digits and one dot or comma, the caret stays, cents go in and out. What was typed is never changed into another amount. */
export function MoneyInput({ cents, onChange, blockClipboard = false, onBlur, ...field }: Props) {
  const [typed, setTyped] = useState(() => textOf(cents))
  // What was typed stands as long as it means the same amount: `12.` and `12.5` are on the way to something.
  const text = centsOf(typed) === cents ? typed : textOf(cents)
  const change = useCleanText(typedDecimal, (next) => {
    setTyped(next)
    onChange(centsOf(next))
  })
  const leave: NonNullable<Props['onBlur']> = (event) => {
    setTyped(textOf(cents))
    onBlur?.(event)
  }
  const clipboard = blockClipboard ? { onCopy: stop, onCut: stop, onPaste: stop } : {}
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={MOST_SIGNS}
      leftSection="$"
      {...field}
      {...clipboard}
      value={text}
      onChange={change}
      onBlur={leave}
    />
  )
}
