import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useFields } from './use-fields.ts'
import classes from './visitor-card.module.css'

const check = ({ password }: { password: string }) => ({
  password: password === '' ? 'Enter your password.' : undefined,
})

/** Asks for the own password before a document is handed out. */
export default function DownloadAuthPage() {
  const urlData = decodeURIComponent(useLocation().pathname.split('/')[2] ?? '')
  const { values, isReady, takeFailure, clear, field } = useFields({ password: '' }, check)
  const [failure, setFailure] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure('')
    setSaid('')
    if (!isReady()) return
    setBusy(true)
    try {
      const { url } = await send('session.documentAccess', { password: values.password, urlData })
      clear()
      setSaid('Your download begins. The link works once.')
      location.assign(url)
    } catch (error) {
      if (!takeFailure(error)) setFailure(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <Paper component="form" noValidate onSubmit={submit} className={classes.card} aria-labelledby="document-title">
      <Stack gap="md">
        <div>
          <Title order={1} id="document-title">
            Download a document
          </Title>
          <Text c="dimmed">Enter the password of your account. The document is then sent to this device.</Text>
        </div>
        {failure && (
          <div role="alert" className={classes.failure}>
            {failure}
          </div>
        )}
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" autoFocus />
        <Text size="sm" role="status">
          {said}
        </Text>
        <Button type="submit" loading={busy}>
          Download
        </Button>
      </Stack>
    </Paper>
  )
}
