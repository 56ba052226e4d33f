import { TextInput, type TextInputProps } from '@mantine/core'
import { type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Decimals, MOST_DOLLARS, priceCurrency, priceText, readPrice } from '#shared/money/price-text.ts'
import { cleanDecimal, typedDecimal } from './decimal.ts'
import { useCleanText } from './use-clean-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Hundredths of a cent; undefined while nothing was entered, where that may be. */
  price: number | undefined
  decimals: Decimals
  onChange: (price: number) => void
  /** Where a price may be missing: told when the field is emptied. */
  onEmpty?: () => void
  /** Told when the field is left, with what it came to. */
  onLeave?: (price: number) => void
}

const stop = (event: ClipboardEvent) => event.preventDefault()

/** What is told for a text that is no price. It equals nothing, so a form that holds it is never taken for a good one. */
const NO_PRICE = Number.NaN
const fault = `Enter an amount of at most ${priceCurrency(MOST_DOLLARS * 10_000)}.`

/**
 * A price: plain digits while it is edited, currency when it is left. It must be typed; an empty field is 0. What is no
 * price stays as it was typed, says so, and is told as no number: `findFault` finds the field before a form is sent. Of which something is
 * said stays as it is said, as currency, until somebody types: the focus comes there by itself.
 */
export function PriceInput({ price, decimals, onChange, onEmpty, onLeave, ...input }: Props) {
  const [typed, setTyped] = useState<string>()
  const began = useRef('')
  const field = useRef<HTMLInputElement>(null)
  const isEdited = typed !== undefined
  // What stands there is most often replaced as a whole.
  useLayoutEffect(() => {
    if (isEdited) field.current?.select()
  }, [isEdited])
  const read = (typed: string) => {
    const text = cleanDecimal(typed, decimals)
    return text === '' || text === '.' ? 0 : (readPrice(text, decimals) ?? NO_PRICE)
  }
  const [kept, setKept] = useState<string>()
  const isWrong = kept !== undefined && Number.isNaN(price)
  const change = useCleanText(
    (text) => typedDecimal(text, decimals),
    (text) => {
      setTyped(text)
      if (onEmpty && text === '') onEmpty()
      else onChange(read(text))
    },
  )
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      // What cannot be changed does not look as if it could.
      {...(input.readOnly && { variant: 'filled' })}
      {...input}
      ref={field}
      value={typed ?? (isWrong ? kept : price === undefined ? '' : priceCurrency(price))}
      error={isWrong && !isEdited ? fault : input.error}
      data-fault={isWrong || undefined}
      onChange={change}
      onCopy={stop}
      onCut={stop}
      onPaste={stop}
      onFocus={() => {
        const textOf = input.error ? priceCurrency : priceText
        began.current = (isWrong ? kept : price === undefined ? '' : textOf(price)) ?? ''
        setTyped(began.current)
      }}
      onBlur={() => {
        setTyped(undefined)
        if (onEmpty && !typed) return
        // Who only stood in the field writes no figure back that another one has taken the place of.
        const isLooked = typed === undefined || (typed === began.current && !isWrong)
        const left = isLooked ? (price ?? 0) : read(typed)
        setKept(Number.isNaN(left) ? typed : undefined)
        if (!Object.is(left, price)) onChange(left)
        if (!Number.isNaN(left)) onLeave?.(left)
      }}
    />
  )
}
