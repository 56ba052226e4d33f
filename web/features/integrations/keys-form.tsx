import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldFaults, inSentence, tools } from '#shared/integrations/tools.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

type Props = {
  tool: Output<'integrations.tool'>['data']
  companyId: string
  onSaved: () => void
  onCancel?: () => void
}

/** The keys of a tool. They are tried at the tool before they are kept, so that what is saved works. */
export function KeysForm({ tool, companyId, onSaved, onCancel }: Props) {
  const open = () => Object.fromEntries(tool.fields.map(({ name, secret, value }) => [name, secret ? '' : value]))
  const [typed, setTyped] = useState(open)
  const { errors, setErrors, mend } = useFieldErrors()
  const { send, sending } = useSend('integrations.connectTool')
  const before = open()
  const isDirty = Object.entries(typed).some(([name, value]) => value !== before[name])
  const saved = useLeaveGuard(isDirty)
  const hasEarlier = tool.connectedAt !== null

  const save = async () => {
    const kept = hasEarlier ? tool.fields.filter(({ secret }) => secret).map(({ name }) => name) : []
    const faults = fieldFaults(tools[tool.slug], typed, kept)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    try {
      const { message } = await send({ companyId, integrationSlug: tool.slug, settings: typed })
      saved()
      notify('success', message)
      onSaved()
    } catch (error) {
      const fields = fieldsOf(error)
      if (fields) setErrors(fields)
      else notify('danger', messageOf(error))
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        {tool.fields.map(({ name, label, secret, help, value }) => {
          const Field = secret ? PasswordInput : TextInput
          const isKept = secret && hasEarlier
          return (
            <Field
              key={name}
              label={label}
              required={!isKept}
              description={isKept ? `${help} Leave it empty to keep the one that ends in ${value.slice(-4)}.` : help}
              autoComplete="off"
              maxLength={500}
              value={typed[name] ?? ''}
              error={errors[name]}
              {...(secret && {
                visibilityToggleButtonProps: { 'aria-label': `Show or hide the ${inSentence(label)}` },
              })}
              onChange={({ currentTarget }) => {
                setTyped({ ...typed, [name]: currentTarget.value })
                mend(name)
              }}
            />
          )
        })}
        <Group justify="flex-end" gap="xs">
          {onCancel && <CancelButton onCancel={onCancel} />}
          <Button type="submit" loading={sending}>
            {tool.connected ? 'Save' : `Connect ${tool.name}${hasEarlier ? ' again' : ''}`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
