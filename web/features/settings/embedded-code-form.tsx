import { Button, Group, Paper, Radio, Stack, Text, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { toCount } from '../../ui/format.ts'
import { onlyChanged } from '../../ui/only-changed.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import classes from './embedded-code-form.module.css'
import { useSaveSetting } from './use-save-setting.ts'
import type { SettingValue } from './use-setting.ts'

type Code = SettingValue<'rootAgencyEmbeddedCode'>

const MAX_BYTES = 20_480
const bytesOf = (text: string) => new TextEncoder().encode(text).length

const places = [
  { value: 'head', label: 'Head', description: 'Runs unseen: visitor statistics, tag managers.' },
  { value: 'body', label: 'Body', description: 'Is shown above the content of each page.' },
  { value: 'footer', label: 'Footer', description: 'Is shown below the content of each page.' },
] as const

/** Any place but the first two means the footer. */
const toPlace = (text: string) => (text === 'head' || text === 'body' ? text : 'footer')

/** Code of the agency's own on its pages. */
export function EmbeddedCodeForm({ saved, mayChange }: { saved: Code; mayChange: boolean }) {
  const kept = { placeEmbedded: toPlace(saved.placeEmbedded), embeddedCode: saved.embeddedCode }
  const { values, setValues, began, isDirty, sending: leaves } = useKept<Code>(kept)
  const { embeddedCode: code, placeEmbedded: place } = values
  const { save, sending, errors } = useSaveSetting()
  const bytes = bytesOf(code)
  useLeaveGuard(isDirty)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isKept = leaves()
    if (!(await save({ settingName: 'rootAgencyEmbeddedCode', value: onlyChanged(began, values) }))) return
    isKept()
  }
  const tooMuch = bytes > MAX_BYTES ? 'Use at most 20 kB of code.' : undefined

  return (
    <Paper component="form" p="lg" maw={760} noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text size="sm">
          The code runs on your own addresses in a frame of its own. It may show things and measure visits; it cannot
          read or change the page around it, nor what people type. It is left out where people log in, enter codes,
          passwords or cards, and while somebody views as another person.
        </Text>
        <Radio.Group
          label="Place"
          value={place}
          onChange={(next) => setValues({ ...values, placeEmbedded: next })}
          error={errors.placeEmbedded}
        >
          <Stack gap="sm" mt="xs">
            {places.map((each) => (
              <Radio key={each.value} {...each} disabled={!mayChange} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Code"
          description={`${toCount(bytes)} of ${toCount(MAX_BYTES)} bytes`}
          value={code}
          onChange={({ currentTarget: { value } }) => setValues({ ...values, embeddedCode: value })}
          error={errors.embeddedCode ?? tooMuch}
          readOnly={!mayChange}
          rows={12}
          resize="vertical"
          spellCheck={false}
          autoCapitalize="none"
          classNames={{ input: classes.code }}
        />
        {mayChange && (
          <Group justify="flex-end">
            <Button type="submit" loading={sending}>
              Save code
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
