import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/api-error.ts'
import { enterBySso } from '../../api/sso.ts'
import { useTenant } from '../../api/tenant.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Comes from an agency's own system with a token in its address, which is taken out of the address at once. */
export default function SsoPage() {
  const { data } = useTenant()
  const navigate = useNavigate()
  const [failure, setFailure] = useState('')
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const token = new URLSearchParams(location.search).get('token')
    if (!token) {
      navigate('/login', { replace: true })
      return
    }
    history.replaceState(history.state, '', location.pathname)
    enterBySso(token, data.subdomain).then(
      () => navigate('/', { replace: true, state: { landing: 'sso' } }),
      (error: unknown) => setFailure(messageOf(error)),
    )
  }, [data.subdomain, navigate])

  if (!failure) {
    return (
      <VisitorCard title="Signing you in">
        <SkeletonLines label="Signing you in" />
      </VisitorCard>
    )
  }
  return (
    <VisitorCard title="You could not be signed in" failure={failure}>
      <Text size="sm">You can also log in with your password.</Text>
      <Button component={Link} to="/login" size="md" fullWidth>
        Log in
      </Button>
    </VisitorCard>
  )
}
