import { Text, type TextProps } from '@mantine/core'
import { toCurrency } from '#shared/money/format.ts'

type Props = TextProps & {
  /** Missing until it is known. */
  cents: number | undefined
}

/** An amount in figures that stand under one another. What is owed has a real minus sign. */
export function Money({ cents, ...text }: Props) {
  return (
    <Text span inherit {...text} data-figures>
      {cents === undefined ? '—' : toCurrency(cents)}
    </Text>
  )
}
