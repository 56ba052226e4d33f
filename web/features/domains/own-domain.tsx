import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { type DomainAnswer, DomainState } from './domain-state.tsx'
import classes from './own-domain.module.css'

/** How often a domain that is on its way is looked at again. */
const EVERY_MS = 15_000
const isSettled = ({ status, leaving }: DomainAnswer) =>
  leaving.length === 0 && (status === '' || status === 'active' || status === 'failed')

type Props = { companyId: string; mayChange: boolean }

/** An agency's own domain: asked for, followed until it serves, and given up. It is saved by itself. */
export function OwnDomain({ companyId, mayChange }: Props) {
  const { data, error, reload } = useCall(
    'settings.domain',
    { companyID: companyId },
    { every: EVERY_MS, until: isSettled },
  )
  return (
    <section className={classes.section} aria-label="Own domain">
      <Title order={4} size="h5">
        Own domain
      </Title>
      {data && <Content companyId={companyId} mayChange={mayChange} state={data} />}
      {!data && error === undefined && <SkeletonLines rows={4} height={16} />}
      {!data && error !== undefined && (
        <ErrorState title="The domain could not be loaded" onRetry={() => void reload()}>
          {messageOf(error)}
        </ErrorState>
      )}
    </section>
  )
}

function Content({ companyId, mayChange, state }: Props & { state: DomainAnswer }) {
  const { send, sending } = useSend('settings.saveDomain')
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState('')
  const value = typed ?? state.domain

  const save = async (domain: string) => {
    setFault('')
    try {
      const { message } = await send({ companyID: companyId, DownlineDomain: domain })
      setTyped(undefined)
      notify('success', message)
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.fields : {}
      if (fields.DownlineDomain) setFault(fields.DownlineDomain)
      else notify('danger', messageOf(failure))
    }
  }
  const ask = () => (value.trim() === '' ? setFault('Enter a domain such as leads.example.com.') : save(value.trim()))
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove ${state.domain}?`,
      children: (
        <span className={classes.long}>
          Links to {state.domain} stop working within minutes. People reach this agency by its sub-domain again. You can
          delete the DNS record afterwards.
        </span>
      ),
      confirmLabel: 'Remove the domain',
      danger: true,
    })
    if (isSure) await save('')
  }
  // It may stand inside another form, whose button this is not.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void ask()
  }
  const isSame = state.domain !== '' && value.trim().toLowerCase() === state.domain && state.status !== 'failed'
  return (
    <>
      <Text size="sm" c="dimmed" className={classes.long}>
        People reach this agency at {state.serves}
        {state.domain && state.domain !== state.serves ? ' until the new domain serves.' : '.'}
      </Text>
      {mayChange && (
        <div className={classes.ask}>
          <TextInput
            label="Domain"
            description="A sub-domain of a domain that you own, such as leads.example.com."
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={260}
            value={value}
            error={fault}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setFault('')
            }}
            onKeyDown={onKeyDown}
          />
          <Group gap="xs">
            <Button variant="default" loading={sending} disabled={isSame} onClick={() => void ask()}>
              {state.status === 'failed' && value === state.domain
                ? 'Try again'
                : state.domain
                  ? 'Change the domain'
                  : 'Set the domain'}
            </Button>
            {state.domain && (
              <Button variant="subtle" color="red" disabled={sending} onClick={() => void remove()}>
                Remove
              </Button>
            )}
          </Group>
        </div>
      )}
      <DomainState state={state} />
      {state.leaving.map(({ domain, until }) => (
        <Text key={domain} size="sm" c="dimmed" className={classes.long}>
          {Date.parse(until) > Date.now() ? (
            <>
              {domain} was given up. Links to it work for a while: it is taken down <RelativeTime at={until} />.
            </>
          ) : (
            `${domain} was given up and is being taken down.`
          )}
        </Text>
      ))}
    </>
  )
}
