import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { messageOf } from '../../api/api-error.ts'
import { solveCaptcha } from '../../api/captcha.ts'
import { send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { useFields } from './use-fields.ts'
import { VisitorCard } from './visitor-card.tsx'

const check = ({ username }: { username: string }) => ({
  username: username.trim() === '' ? 'Enter your e-mail address.' : undefined,
})

export default function ForgotPasswordPage() {
  const { data } = useTenant()
  const { values, isReady, takeFailure, field } = useFields({ username: '' }, check)
  const [failure, setFailure] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    setFailure('')
    setSaid('')
    if (!isReady()) return
    setBusy(true)
    try {
      const { message } = await send('session.forgot', {
        username: values.username,
        captchaToken: await solveCaptcha(data.captchaKey, 'forgot'),
        ownedCompanyId: data.ownedCompanyId,
        companyRootId: data.rootId,
      })
      setSaid(message)
    } catch (error) {
      if (!takeFailure(error)) setFailure(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <VisitorCard
      title="Forgot your password?"
      intro="We send you a link to set a new one."
      failure={failure}
      onSubmit={() => void submit()}
    >
      <EmailInput {...field('username')} label="E-mail" autoComplete="username" size="md" autoFocus />
      <Text size="sm" role="status">
        {said}
      </Text>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {said ? 'Send again' : 'Send the link'}
      </Button>
      <Anchor component={Link} to="/login" size="sm">
        Back to log in
      </Anchor>
    </VisitorCard>
  )
}
