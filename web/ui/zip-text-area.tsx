import { Textarea, type TextareaProps } from '@mantine/core'
import { normaliseZipText } from '#shared/text.ts'
import { useCleanText } from './use-clean-text.ts'

type Props = Omit<TextareaProps, 'value' | 'onChange' | 'defaultValue'> & {
  value: string
  onChange: (text: string) => void
}

/** Zip codes, one to a line; commas, blanks and pasted lists become lines of their own. */
export function ZipTextArea({ value, onChange, ...field }: Props) {
  const change = useCleanText(normaliseZipText, onChange)
  return <Textarea rows={5} inputMode="numeric" spellCheck={false} {...field} value={value} onChange={change} />
}
