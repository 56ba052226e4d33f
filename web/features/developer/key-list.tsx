import { Anchor, Badge, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { scopeNames } from '#shared/model/api-key.ts'
import { DEVELOPER_PAGES } from '#shared/openapi/places.ts'
import { messageOf } from '../../api/api-error.ts'
import type { UserData } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import classes from './key-list.module.css'
import { NewKey, type Wanted } from './new-key.tsx'
import { useMakeKey } from './use-make-key.tsx'

type Key = Output<'developer.keys'>['keys'][number]
type Made = { clientId: string; secretKey: string }

/** Where programs call, and the keys that they call with. A secret is shown once, when it is made. */
export function KeyList({ user }: { user: UserData }) {
  const { data, error, reload } = useCall('developer.keys', { companyId: user.companyId })
  const [made, setMade] = useState<Made>()
  const [isAdding, setAdding] = useState(false)
  const { make, making, question } = useMakeKey(user)
  const mayMake = useMay()('api-key:update', 'POST')

  const generate = async (wanted: Wanted) => {
    const pair = await make(wanted)
    if (!pair) return
    setMade(pair)
    setAdding(false)
  }
  // A secret that is shown once stays, no matter what becomes of the list under it.
  if (made)
    return (
      <Stack gap="sm">
        <Field label="Client ID" value={made.clientId} />
        {data && <Field label="Base URL" value={data.baseUrl} />}
        <SecretOnce label="secret key" secret={made.secretKey} onDone={() => setMade(undefined)} />
      </Stack>
    )
  // What is typed for a new key stays as well.
  if (error !== undefined && !(data && isAdding))
    return (
      <>
        {question}
        <ErrorState title="The keys could not be loaded" onRetry={() => void reload()}>
          {messageOf(error)}
        </ErrorState>
      </>
    )
  if (!data) return <SkeletonLines />
  return (
    <Stack gap="md">
      {question}
      <Field label="Base URL" value={data.baseUrl} />
      <Text size="sm">
        <Anchor href={DEVELOPER_PAGES} target="_blank" underline="always">
          How programs call, with examples
        </Anchor>
      </Text>
      {data.keys.length === 0 && !isAdding && (
        <EmptyState title="No key yet">Programs call with a key: an id and a secret that is shown once.</EmptyState>
      )}
      {data.keys.length > 0 && (
        <ul className={classes.list}>
          {data.keys.map((key) => (
            <Row
              key={key.id}
              apiKey={key}
              companyId={user.companyId}
              mayGive={data.mayGive}
              isMaking={making}
              onRenew={() => generate({ name: key.name, scopes: key.scopes, expiresInDays: undefined })}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewKey
          making={making}
          mayGive={data.mayGive}
          taken={data.keys.map(({ name }) => name)}
          onMake={generate}
          onCancel={() => setAdding(false)}
        />
      ) : (
        mayMake && (
          <Group justify="flex-end">
            <Button onClick={() => setAdding(true)}>Generate a key</Button>
          </Group>
        )
      )}
    </Stack>
  )
}

function Field({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <CopyText value={value} label={label} />
    </div>
  )
}

type RowProps = {
  apiKey: Key
  companyId: string
  mayGive: Key['scopes']
  /** A secret is on its way: another one would take its place before anybody has seen it. */
  isMaking: boolean
  onRenew: () => Promise<void>
}

function Row({ apiKey, companyId, mayGive, isMaking, onRenew }: RowProps) {
  const { send, sending } = useSend('developer.removeKey')
  const may = useMay()
  const { id, name, scopes, clientId, secretKey, createdAt, createdBy, expiresAt, lastUsedAt } = apiKey
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove the key ${name}?`,
      children: 'Programs that use it are refused at once. This cannot be undone.',
      confirmLabel: 'Remove the key',
      danger: true,
    })
    if (!isSure) return
    await send({ companyId, keyId: id }).then(
      ({ message }) => notify('success', message),
      (failure: unknown) => notify('danger', messageOf(failure)),
    )
  }
  const renew = async () => {
    const isSure = await confirm({
      title: `Replace the secret of ${name}?`,
      children:
        'The old secret stops at once. To change over without a break, generate a second key, move your programs to it, and then remove this one.',
      confirmLabel: 'Replace the secret',
      danger: true,
    })
    if (isSure) await onRenew()
  }
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <Text fw={500} className={classes.name}>
          {name}
        </Text>
        <Field label="Client ID" value={clientId} />
        <Text size="sm">
          <Text span c="dimmed">
            Secret key
          </Text>{' '}
          {secretKey}
        </Text>
        <Group gap={4} my={4}>
          {scopes.map((scope) => (
            <Badge key={scope} variant="light">
              {scopeNames[scope]}
            </Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          Made <RelativeTime at={createdAt} />
          {createdBy !== '' && <> by {createdBy}</>}
          {', '}
          {lastUsedAt === null ? 'never used' : <>last used {<RelativeTime at={lastUsedAt} />}</>}
          {expiresAt !== null && <>, ends {<RelativeTime at={expiresAt} />}</>}
        </Text>
      </div>
      <Group gap="xs">
        {may('api-key:update', 'POST') && scopes.every((scope) => mayGive.includes(scope)) && (
          <Button variant="default" size="compact-sm" disabled={isMaking} onClick={() => void renew()}>
            Replace secret<VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        {may('api-key:update', 'DELETE') && (
          <Button variant="light" color="red" size="compact-sm" loading={sending} onClick={() => void remove()}>
            Remove<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
      </Group>
    </li>
  )
}
