import { TextInput, type TextInputProps } from '@mantine/core'
import { useCleanText } from './use-clean-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> & {
  value: string
  onChange: (text: string) => void
  /** Turns capitals into small letters as they are typed. */
  forceLowercase?: boolean
}

const asTyped = (text: string) => text
const lower = (text: string) => text.toLowerCase()

/** Not of the type `email`: browsers hide the caret of those, and it must stay where it is. */
export function EmailInput({ value, onChange, forceLowercase = true, ...field }: Props) {
  const change = useCleanText(forceLowercase ? lower : asTyped, onChange)
  return (
    <TextInput
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      value={value}
      onChange={change}
    />
  )
}
