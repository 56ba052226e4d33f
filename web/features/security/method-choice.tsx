import { Anchor, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './method-choice.module.css'
import { type Method, methods } from './methods.ts'

const icons = { email: IconMail, google: IconDeviceMobile }

type Props = {
  userId: string
  /** What was chosen before this stage was left; undefined shows what is saved. */
  chosen: Method | null | undefined
  busy: boolean
  /** One of the methods must be on. */
  isRequired: boolean
  onSave: (method: Method | null, former: Method | '') => void
  onRenewCodes: () => void
}

/** None or one of the methods is on: the other one switches over, the same one again switches off. */
export function MethodChoice({ userId, chosen, busy, isRequired, onSave, onRenewCodes }: Props) {
  const found = useCall('security.getTwoFactor', { userId })
  const { data, error } = found
  const [picked, setPicked] = useState(chosen)
  useEffect(() => {
    if (error) notify('danger', messageOf(error))
  }, [error])

  if (!data) {
    return <NotYet of={found} title="The setting could not be loaded" rows={4} height={28} />
  }
  const saved = data.twoFactorAuth ? data.twoFactorAuthType : ''
  const current = picked === undefined ? saved || null : picked
  return (
    <Stack gap="md">
      <Text size="sm">A code after the password keeps others out, even if they learn your password.</Text>
      <Stack gap="xs" role="group" aria-label="Method">
        {methods.map(({ id, name, text }, at) => (
          <MethodButton
            key={id}
            id={id}
            name={name}
            text={text}
            isOn={current === id}
            first={at === 0}
            onClick={() => setPicked(current === id ? null : id)}
          />
        ))}
      </Stack>
      {saved !== '' && (
        <Text size="sm" c="dimmed">
          {data.recoveryCodesLeft} of your recovery codes {data.recoveryCodesLeft === 1 ? 'is' : 'are'} left.{' '}
          <Anchor component="button" type="button" size="sm" onClick={onRenewCodes}>
            Make new ones
          </Anchor>
        </Text>
      )}
      <Group justify="flex-end">
        <Button loading={busy} disabled={isRequired && current === null} onClick={() => onSave(current, saved)}>
          Save
        </Button>
      </Group>
    </Stack>
  )
}

type MethodProps = { id: Method; name: string; text: string; isOn: boolean; first: boolean; onClick: () => void }

function MethodButton({ id, name, text, isOn, first, onClick }: MethodProps) {
  const Icon = icons[id]
  return (
    <UnstyledButton
      className={classes.method}
      aria-pressed={isOn}
      data-on={isOn || undefined}
      data-autofocus={first || undefined}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.5} aria-hidden />
      <span>
        <Text component="span" fw={500} display="block">
          {name}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block">
          {text}
        </Text>
      </span>
      <IconCheck size={18} aria-hidden className={classes.mark} />
    </UnstyledButton>
  )
}
