import { Code } from '@mantine/core'

/** A sentence of the document: what stands between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <Code key={at}>{part}</Code>
    ) : (
      part
    ),
  )
}
