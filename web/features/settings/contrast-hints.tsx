import { ColorSwatch, Group, Text } from '@mantine/core'
import classes from './contrast-hints.module.css'
import type { Hint } from './theme-values.ts'

/** Says where a colour will be moved so that everybody can read what is written in it. */
export function ContrastHints({ hints }: { hints: readonly Hint[] }) {
  return (
    <div role="status" className={classes.hints} data-some={hints.length > 0 || undefined}>
      {hints.map(({ text, from, to }) => (
        <Group key={text} gap={6} wrap="nowrap">
          <ColorSwatch color={from} size={16} component="span" aria-hidden />
          <span aria-hidden>→</span>
          <ColorSwatch color={to} size={16} component="span" aria-hidden />
          <Text size="sm" component="span">
            {text}. It is shown as {to}.
          </Text>
        </Group>
      ))}
      {hints.length === 0 && (
        <Text size="sm" c="dimmed">
          Everything can be read well in these colours.
        </Text>
      )}
    </div>
  )
}
