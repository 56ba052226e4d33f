import { Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { MOST_ZIPS, refusalForZips } from '#shared/model/zip-codes.ts'
import { splitZips } from '#shared/text.ts'
import { toCount } from '../format.ts'
import { ZipTextArea } from '../zip-text-area.tsx'

type Props = {
  label: string
  /** The text as it was typed. What is saved is `splitZips(value)`, once `refusalForZips` has nothing against it. */
  value: string
  onChange: (text: string) => void
  error?: ReactNode
  description?: string
  required?: boolean
  disabled?: boolean
  /** Which zip codes no table knows; asked when the field is left. A hint: none of them is refused. */
  findUnknown?: (zips: readonly string[]) => Promise<readonly string[]>
}

/** What was said of a text when the field was left; it holds for that text alone. */
type Left = { text: string; fault?: string | undefined; twice: number; unknown: readonly string[] }
const untouched: Left = { text: '', twice: 0, unknown: [] }
const MOST_NAMED = 5

function sayUnknown(unknown: readonly string[]): string {
  const named = unknown.slice(0, MOST_NAMED).join(', ')
  const more = unknown.length > MOST_NAMED ? ` and ${toCount(unknown.length - MOST_NAMED)} more` : ''
  return `Please check: we do not know ${named}${more}. You can use ${unknown.length === 1 ? 'it' : 'them'} all the same.`
}

const lines = (text: string) => text.split('\n').filter(Boolean).length

/** Zip codes with their count. When it is left, blank lines and repetitions go, and it says what is wrong or looks wrong. */
export function ZipField({ label, value, onChange, error, description, findUnknown, ...field }: Props) {
  const [left, setLeft] = useState<Left>(untouched)
  const asked = useRef(0)
  const zips = splitZips(value)
  const said = left.text === value ? left : untouched

  const leave = () => {
    const text = zips.join('\n')
    const fault = refusalForZips(zips)
    const now: Left = { text, fault, twice: lines(value) - zips.length, unknown: [] }
    setLeft(now)
    if (text !== value) onChange(text)
    const turn = ++asked.current
    if (fault || zips.length === 0 || !findUnknown) return
    // Without an answer there is no hint, which harms nobody.
    findUnknown(zips).then(
      (unknown) => turn === asked.current && setLeft({ ...now, unknown }),
      () => undefined,
    )
  }

  const count = `${toCount(zips.length)} of ${toCount(MOST_ZIPS)}.`
  const notes = [
    ...(said.twice > 0
      ? [`${toCount(said.twice)} that stood here twice ${said.twice === 1 ? 'was' : 'were'} removed.`]
      : []),
    ...(said.unknown.length > 0 ? [sayUnknown(said.unknown)] : []),
  ]
  return (
    <Stack gap={4}>
      <ZipTextArea
        {...field}
        label={label}
        description={description ? `${description} ${count}` : count}
        value={value}
        error={error ?? said.fault}
        onChange={onChange}
        onBlur={leave}
      />
      <div role="status">
        {notes.map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </div>
    </Stack>
  )
}
