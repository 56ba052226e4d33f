import { Alert, Button, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { KEPT_PASSWORD, noSmtp, type SmtpServer, smtpPorts } from '#shared/model/smtp.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { HeldNote } from '../../ui/held-note.tsx'
import { onlyChanged } from '../../ui/only-changed.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { SmtpTest } from './smtp-test.tsx'
import classes from './theme-form.module.css'
import { useSaveSetting } from './use-save-setting.ts'
import type { SettingValue } from './use-setting.ts'

type View = SettingValue<'customsmtpmodule'>

const securities = [
  { value: 'tls', label: 'STARTTLS' },
  { value: 'ssl', label: 'SSL/TLS' },
  { value: 'none', label: 'None' },
]
const isSecurity = (text: string | null): text is SmtpServer['security'] =>
  text === 'tls' || text === 'ssl' || text === 'none'

function State({ saved }: { saved: View }) {
  if (saved.state === 'failing')
    return (
      <Alert color="red" title={`${saved.host} refuses mails`} role="status">
        The platform sends them instead, so that they arrive. The server said:{' '}
        <span className={classes.words}>{saved.failure}</span> (<RelativeTime at={saved.failedAt} />)
      </Alert>
    )
  return (
    <Text size="sm" c="dimmed">
      {saved.state === 'active'
        ? `Your mails go out by ${saved.host}. If it refuses one, the platform sends it, and you are told.`
        : 'Your mails are sent by the platform. With a server of your own they come from your own address.'}{' '}
      Links and codes that open an account, and what concerns its safety, always leave by the platform, in your brand.
    </Text>
  )
}

/** The mail server of the agency: typed, tried, saved. Its password is never shown again. */
export function SmtpForm({ saved, mayChange: mayByRole }: { saved: View; mayChange: boolean }) {
  const me = useMe()
  const may = useMay()
  const { state: _, failure: __, failedAt: ___, whyNot, ...start } = saved
  const { values: server, setValues: setServer, began, isDirty, sending: leaves } = useKept<SmtpServer>(start)
  const { save, sending, errors, setErrors, mend } = useSaveSetting()
  const [isAtPassword, setAtPassword] = useState(false)
  const mayChange = mayByRole && whyNot === ''
  useLeaveGuard(isDirty)
  const set = (changes: Partial<SmtpServer>) => {
    for (const name of Object.keys(changes)) mend(name)
    // A kept password is for one server and user; mails come from the user name where no address is given.
    if ('host' in changes || 'username' in changes) mend('password')
    if ('username' in changes) mend('fromAddress')
    setServer((before) => ({ ...before, ...changes }))
  }
  const text = (name: 'host' | 'username') => ({
    value: server[name],
    error: errors[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  })
  /** It is over with what is typed, too. */
  const end = async () => {
    const isKept = leaves()
    if (await save({ settingName: 'customsmtpmodule', value: noSmtp })) isKept(noSmtp)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!server.host.trim()) return setErrors({ host: 'Enter the name of a server, such as smtp.example.com.' })
    // Its button takes no focus from the field, and Enter does not leave it: what stands empty there is the kept one.
    const whole = { ...server, password: server.password || began.password }
    const saved = leaves()
    const { host, username, password } = whole
    const changed = onlyChanged(began, whole)
    // Server, user and password belong together: none of them goes with what somebody else typed.
    const isOther = 'host' in changed || 'username' in changed || 'password' in changed
    const value = { ...changed, ...(isOther && { host, username, password }) }
    if (!(await save({ settingName: 'customsmtpmodule', value }))) return
    saved({ ...whole, password: password && KEPT_PASSWORD })
  }

  return (
    <Stack gap="lg" maw={640}>
      {mayByRole && whyNot && <HeldNote>{whyNot}</HeldNote>}
      <State saved={saved} />
      <Paper component="form" p="lg" noValidate onSubmit={submit}>
        <fieldset disabled={!mayChange} className={classes.fields}>
          <Stack gap="md">
            <TextInput label="Server" placeholder="smtp.example.com" maxLength={253} {...text('host')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <Select
                label="Port"
                data={[...new Set([...smtpPorts, server.port])].map(String)}
                value={String(server.port)}
                error={errors.port}
                allowDeselect={false}
                onChange={(port) => set({ port: Number(port) })}
              />
              <Select
                label="Security"
                data={securities}
                value={server.security}
                error={errors.security}
                allowDeselect={false}
                onChange={(security) => isSecurity(security) && set({ security })}
              />
              <TextInput label="User name" maxLength={254} {...text('username')} />
              <PasswordInput
                label="Password"
                autoComplete="new-password"
                // A place to type in: the kept one stays until something else stands there.
                value={isAtPassword && server.password === KEPT_PASSWORD ? '' : server.password}
                error={errors.password}
                description={
                  server.password === KEPT_PASSWORD ? 'The saved one is kept. Type to change it.' : undefined
                }
                onFocus={() => setAtPassword(true)}
                onBlur={() => {
                  setAtPassword(false)
                  if (server.password === '') setServer((before) => ({ ...before, password: began.password }))
                }}
                onChange={(password) => set({ password })}
              />
            </SimpleGrid>
            <EmailInput
              label="Mails come from"
              description="An address that this server may send for. The user name, where that is an address."
              value={server.fromAddress}
              error={errors.fromAddress}
              onChange={(fromAddress) => set({ fromAddress })}
            />
            {mayChange && (
              <FormButtons>
                {saved.state !== 'off' && (
                  <Button variant="default" disabled={sending} onClick={() => void end()}>
                    Stop using it
                  </Button>
                )}
                <Button type="submit" loading={sending}>
                  Save mail server
                </Button>
              </FormButtons>
            )}
          </Stack>
        </fieldset>
      </Paper>
      {may('setting:update', 'POST') && whyNot === '' && (
        <SmtpTest server={server} to={me.email} errors={errors} onErrors={setErrors} onMend={mend} />
      )}
    </Stack>
  )
}
