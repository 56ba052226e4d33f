import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { signIn } from '../../api/session.ts'
import { useTenant } from '../../api/tenant.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { useFields } from './use-fields.ts'
import { useLink } from './use-link.ts'
import { VisitorCard } from './visitor-card.tsx'

const invalidPage = (reason: string) => `/reset-password-invalid?reason=${encodeURIComponent(reason || 'invalid')}`

const checking = (
  <VisitorCard title="Set a new password">
    <SkeletonLines label="Checking the link" />
  </VisitorCard>
)

export default function SetNewPasswordPage() {
  const link = useLink()
  if (!link) return checking
  return <NewPassword token={link.token} email={new URLSearchParams(link.search).get('email') ?? ''} />
}

/** Nothing of the form is shown before the server has said that the link works. */
function NewPassword({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const [state, setState] = useState<'checking' | 'reset' | 'invitation' | { failure: string }>('checking')
  useEffect(() => {
    let isCurrent = true
    send('session.verifyReset', { token, email }).then(
      ({ valid, reason, isInvitation }) => {
        if (!isCurrent) return
        if (valid) setState(isInvitation ? 'invitation' : 'reset')
        else navigate(invalidPage(reason), { replace: true })
      },
      (error: unknown) => {
        if (!isCurrent) return
        // A link without an address, or with half a token, is no link of ours.
        if (error instanceof ApiError && error.code === 'invalid') navigate(invalidPage(''), { replace: true })
        else setState({ failure: messageOf(error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token, email, navigate])

  if (state === 'checking') return checking
  if (typeof state === 'string') return <PasswordForm token={token} email={email} isInvited={state === 'invitation'} />
  return (
    <VisitorCard title="Set a new password" failure={state.failure}>
      <Button onClick={() => location.reload()}>Try again</Button>
    </VisitorCard>
  )
}

type FormProps = { token: string; email: string; isInvited: boolean }

function PasswordForm({ token, email, isInvited }: FormProps) {
  const { brand, ownedCompanyId, rootId: companyRootId, captchaKey } = useTenant().data
  const navigate = useNavigate()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const { values, isReady, takeFailure, field } = useFields(
    { newPassword: '', confirmation: '' },
    ({ newPassword, confirmation }) => ({
      newPassword: passwordFault(newPassword, email),
      confirmation: confirmation === newPassword ? undefined : 'The two passwords differ.',
    }),
  )
  /** The link showed who it is, and the password is known here; where more is asked for, the page for it asks. */
  const enterWith = (password: string) =>
    signIn({ username: email, password, ownedCompanyId, companyRootId }, captchaKey).then(
      (challenge) => challenge === null,
      () => false,
    )
  const submit = async () => {
    setFailure('')
    if (!isReady()) return
    setBusy(true)
    try {
      const { message } = await send('session.setPassword', { token, email, newPassword: values.newPassword })
      const isIn = isInvited && (await enterWith(values.newPassword))
      navigate(isIn ? '/' : '/login', { replace: true, state: isIn ? null : { notice: message } })
    } catch (error) {
      setBusy(false)
      // What is wrong with the link stands above the form, because no field can mend it.
      if (!takeFailure(error)) setFailure(messageOf(error))
    }
  }
  return (
    <VisitorCard
      title={isInvited ? `Welcome to ${brand.name}` : 'Set a new password'}
      intro={isInvited ? `Choose a password for ${email}.` : `for ${email}`}
      failure={failure}
      onSubmit={() => void submit()}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        {...field('newPassword')}
        label={isInvited ? 'Password' : 'New password'}
        autoComplete="new-password"
        rules={passwordRules}
        size="md"
        autoFocus
      />
      <PasswordInput
        {...field('confirmation')}
        label={isInvited ? 'Confirm password' : 'Confirm new password'}
        autoComplete="new-password"
        size="md"
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {isInvited ? 'Save and log in' : 'Save the new password'}
      </Button>
    </VisitorCard>
  )
}
