import { TagsInput, type TagsInputProps } from '@mantine/core'
import { cleanTags } from '#shared/text.ts'

type Props = Omit<TagsInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  value: readonly string[]
  onChange: (tags: string[]) => void
}

const SPLIT = [',', '\n']

/** Words as tags. Enter or a comma ends one; blank entries and repetitions are left out. */
export function TagInput({ value, onChange, ...field }: Props) {
  return (
    <TagsInput
      splitChars={SPLIT}
      acceptValueOnBlur
      {...field}
      value={[...value]}
      onChange={(tags) => onChange(cleanTags(tags))}
    />
  )
}
