import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { API_KEY_NAME_MAX, type ApiScope, apiScopes, scopeNames } from '#shared/model/api-key.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

export type Wanted = { name: string; scopes: ApiScope[]; expiresInDays: number | undefined }

const lives = [
  { value: '', label: 'Until it is removed' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
]

type Props = {
  /** What the person may do themselves: a key of theirs does no more. */
  mayGive: readonly ApiScope[]
  making: boolean
  /** Names of keys that there are: another secret for one of them is asked for at that key. */
  taken: readonly string[]
  onMake: (wanted: Wanted) => Promise<void>
  onCancel: () => void
}

/** A key reads unless somebody says that it does more. */
const isReading = (scope: string) => scope.endsWith(':read')

export function NewKey({ mayGive, making, taken, onMake, onCancel }: Props) {
  const [name, setName] = useState('')
  const [began] = useState(() => mayGive.filter(isReading))
  const [scopes, setScopes] = useState<string[]>(began)
  const [life, setLife] = useState('')
  const [faults, setFaults] = useState<{ name?: string; scopes?: string }>({})
  const isAsBegan = mayGive.every((scope) => scopes.includes(scope) === began.includes(scope))
  useLeaveGuard(name.trim() !== '' || life !== '' || !isAsBegan)

  const submit = async () => {
    const isTaken = taken.some((each) => each.toLowerCase() === name.trim().toLowerCase())
    const found = {
      ...(name.trim() === '' && { name: 'Enter a name.' }),
      ...(isTaken && { name: 'There is a key of this name.' }),
      ...(scopes.length === 0 && { scopes: 'Choose what the key is for.' }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    await onMake({
      name: name.trim(),
      scopes: apiScopes.filter((scope) => scopes.includes(scope)),
      expiresInDays: life === '' ? undefined : Number(life),
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Which program it is for."
          maxLength={API_KEY_NAME_MAX}
          value={name}
          error={faults.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoFocus
        />
        <Checkbox.Group
          label="What it may do"
          {...(mayGive.length < apiScopes.length && { description: 'A key may do no more than you may yourself.' })}
          value={scopes}
          error={faults.scopes}
          onChange={setScopes}
        >
          <Stack gap={6} mt={4}>
            {mayGive.map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeNames[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label="How long it holds"
          data={lives}
          value={life}
          allowDeselect={false}
          onChange={(value) => setLife(value ?? '')}
        />
        <Group justify="flex-end" gap="sm">
          <CancelButton onCancel={onCancel} />
          <Button type="submit" loading={making}>
            Generate
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
