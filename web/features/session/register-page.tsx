import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { Route } from '#shared/access/routes.ts'
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'
import { messageOf } from '../../api/api-error.ts'
import { type RegistrationForm, register } from '../../api/registration.ts'
import { useTenant } from '../../api/tenant.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { notify } from '../../ui/notify.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { fetchCountry } from './fetch-country.ts'
import { useFields } from './use-fields.ts'
import { VisitorCard } from './visitor-card.tsx'

const empty = { companyName: '', name: '', email: '', phone: '', password: '', confirmation: '' }
type Values = typeof empty

const need = (text: string, sentence: string) => (text.trim() === '' ? sentence : undefined)

const check = ({ companyName, name, email, phone, password, confirmation }: Values) => ({
  companyName: need(companyName, 'Enter the name of the company.'),
  name: need(name, 'Enter your name.'),
  email: need(email, 'Enter your e-mail address.'),
  phone: need(phone, 'Enter a phone number.'),
  password: passwordFault(password, email),
  confirmation: confirmation === password ? undefined : 'The two passwords differ.',
})

/** The registration of agencies on a root's site, and of clients on an agency's. */
export default function RegisterPage({ route }: { route: Route }) {
  const tenant = useTenant()
  const { brand, isRootCompany } = tenant.data
  const isRoot = isRootCompany
  if (route.id === 'agencyRegister' && !isRoot) {
    return (
      <VisitorCard title="Agencies do not register here" intro={`This is the site of ${brand.name}.`}>
        <Anchor component={Link} to="/register">
          Create an account as a client
        </Anchor>
      </VisitorCard>
    )
  }
  return <RegisterForm userType={isRoot ? 'agency' : 'client'} brandName={brand.name} />
}

type FormProps = { userType: RegistrationForm['userType']; brandName: string }

function RegisterForm({ userType, brandName }: FormProps) {
  const tenant = useTenant()
  const navigate = useNavigate()
  const referralCode = useLocation().pathname.split('/')[2] ?? ''
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [phone, setPhone] = useState('')
  const { values, set, isReady, takeFailure, field } = useFields(empty, check)

  const submit = async () => {
    setFailure('')
    if (!isReady()) return
    setBusy(true)
    const { confirmation: _, ...form } = values
    try {
      const notice = await register({ ...form, userType, referralCode: decodeURIComponent(referralCode) }, tenant)
      navigate('/', { replace: true })
      if (notice) notify('warning', notice, { timeout: 0 })
    } catch (error) {
      setBusy(false)
      if (!takeFailure(error)) setFailure(messageOf(error))
    }
  }
  const text = (name: 'companyName' | 'name') => {
    const { onChange, ...rest } = field(name)
    return { ...rest, onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value) }
  }

  return (
    <VisitorCard
      title={userType === 'client' ? 'Create your account' : 'Create your agency account'}
      intro={`at ${brandName}`}
      failure={failure}
      onSubmit={() => void submit()}
    >
      <TextInput {...text('companyName')} label="Company name" autoComplete="organization" required autoFocus />
      <TextInput {...text('name')} label="Your name" autoComplete="name" required />
      <EmailInput {...field('email')} label="E-mail" required />
      <PhoneInput
        label="Phone"
        value={phone}
        error={field('phone').error}
        required
        fetchCountry={fetchCountry}
        onChange={(result) => {
          setPhone(result.phoneNumber)
          set('phone', result.e164 ?? result.phoneNumber)
        }}
      />
      <PasswordInput
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        rules={passwordRules}
        required
      />
      <PasswordInput {...field('confirmation')} label="Confirm password" autoComplete="new-password" required />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Create account
      </Button>
      <Text size="sm">
        You have an account already?{' '}
        <Anchor component={Link} to="/login">
          Log in
        </Anchor>
      </Text>
    </VisitorCard>
  )
}
