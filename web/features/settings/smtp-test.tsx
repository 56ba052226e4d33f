import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { SmtpServer } from '#shared/model/smtp.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useMe } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { InviteHint } from '../../ui/invite-hint.tsx'

type Errors = Readonly<Record<string, string>>
/** What is wrong with fields is kept by the form above, whose fields are sent as well. */
type Props = {
  server: SmtpServer
  to: string
  errors: Errors
  onErrors: (errors: Errors) => void
  onMend: (name: string) => void
}
type Outcome = { isSent: boolean; text: string }

/** Sends one mail by what is typed, saved or not, and says what the server said. */
export function SmtpTest({ server, to, errors, onErrors, onMend }: Props) {
  const me = useMe()
  const [sendTo, setSendto] = useState(to)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { send, sending } = useSend('settings.testSmtp')
  const attempt = async () => {
    setOutcome(null)
    onErrors({})
    try {
      const { result, message } = await send({ companyId: me.companyId, ...server, sendTo })
      setOutcome({ isSent: result === 'success', text: message })
    } catch (error) {
      if (isDeclined(error)) return
      if (error instanceof ApiError) onErrors(error.fields)
      setOutcome({ isSent: false, text: messageOf(error) })
    }
  }
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          Try it
        </Title>
        <InviteHint why={me.whyNotInvite} />
        <Group align="flex-end" gap="sm">
          <EmailInput
            label="Send a mail to"
            flex={1}
            miw={200}
            value={sendTo}
            error={errors.sendTo}
            onChange={(address) => {
              onMend('sendTo')
              setSendto(address)
            }}
          />
          <Button variant="default" loading={sending} disabled={!server.host.trim()} onClick={() => void attempt()}>
            Send a test mail
          </Button>
        </Group>
        <div aria-live="polite">
          {outcome && (
            <Alert color={outcome.isSent ? 'green' : 'red'} title={outcome.isSent ? 'It was sent' : 'It was not sent'}>
              {outcome.text}
            </Alert>
          )}
        </div>
      </Stack>
    </Paper>
  )
}
