import { Alert, Group, Loader, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { companyPath } from '#shared/access/routes.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

type Props = { companyId: string; slug: ToolSlug; name: string; onConnected: () => void }

/** What is said to somebody who comes back from a tool's own sign-in, which is finished here, once. */
export function SignInReturn({ companyId, slug, name, onConnected }: Props) {
  const [search, setSearch] = useSearchParams()
  const { send } = useSend('integrations.finishSignIn')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const done = useRef('')
  const state = search.get('state') ?? ''
  const code = search.get('code') ?? ''
  const isRefused = search.has('refused')
  const forCompany = search.get('company') ?? companyId
  const navigate = useNavigate()

  useEffect(() => {
    if (state === '' || done.current === state) return
    done.current = state
    if (forCompany !== companyId) {
      // It was begun for a client, on the page of that client: it is finished there.
      navigate(`${companyPath(encodeURIComponent(forCompany), 'integrations')}&tool=${slug}&${search}`, {
        replace: true,
      })
      return
    }
    // The code is worth nothing a second time, and is no part of an address that somebody keeps.
    const rest = new URLSearchParams(search)
    for (const field of ['company', 'state', 'code', 'refused']) rest.delete(field)
    setSearch(rest, { replace: true })
    if (isRefused || code === '') {
      setFault(`Nothing was connected, because access was refused at ${name}.`)
      return
    }
    setBusy(true)
    send({ companyId, integrationSlug: slug, state, code })
      .then(({ message }) => {
        notify('success', message)
        onConnected()
      })
      .catch((error: unknown) => setFault(messageOf(error)))
      .finally(() => setBusy(false))
  }, [search, state, code, isRefused, forCompany, companyId, slug, name, send, setSearch, navigate, onConnected])

  if (isBusy)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">{name} is being connected …</Text>
      </Group>
    )
  return fault === '' ? null : (
    <Alert color="red" role="alert">
      <Text size="sm">{fault}</Text>
    </Alert>
  )
}
