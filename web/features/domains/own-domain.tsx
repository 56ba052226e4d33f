import { Button, Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { type DomainAnswer, DomainState } from './domain-state.tsx'
import { LeavingDomains } from './leaving-domains.tsx'
import classes from './own-domain.module.css'

/** How often a domain that is on its way is looked at again. */
const EVERY_MS = 15_000
const isSettled = ({ status, leaving }: DomainAnswer) =>
  leaving.every(({ isDown }) => isDown) && (status === '' || status === 'active' || status === 'failed')

type Props = {
  companyId: string
  mayChange: boolean
  /** The form that it stands in: it is told what was typed and not asked for yet, and says what is wrong with that. */
  form?: { fault: string; onTyped: (text: string | undefined) => void } | undefined
}

/** An agency's own domain: asked for, followed until it serves, and given up. It is saved by itself. */
export function OwnDomain(props: Props) {
  const found = useCall('domains.get', { companyId: props.companyId }, { every: EVERY_MS, until: isSettled })
  const { data } = found
  return (
    <section className={classes.section} aria-label="Own domain">
      <Heading size="h5">Own domain</Heading>
      {data && <Content {...props} state={data} />}
      <NotYet of={found} title="The domain could not be loaded" rows={4} height={16} />
    </section>
  )
}

/** Asks before a domain goes: what stops working, and what goes on. */
const confirmRemoval = ({ domain, status, serves }: DomainAnswer) =>
  confirm({
    title: `Remove ${domain}?`,
    children: (
      <span className={classes.long}>
        {status === 'active'
          ? `Links to ${domain} stop working within minutes. People log in at the sub-domain again. Delete the DNS record afterwards: until then nobody else can use the domain here.`
          : `${domain} does not serve yet, and is not set up any further. People go on logging in at ${serves}.`}
      </span>
    ),
    confirmLabel: 'Remove the domain',
    danger: true,
  })

function Content({ companyId, mayChange: mayByRole, form, state }: Props & { state: DomainAnswer }) {
  const { send, sending } = useSend('domains.save')
  const mayChange = mayByRole && state.whyNot === ''
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState('')
  const value = typed ?? state.domain
  const isUnsaved = typed !== undefined && typed.trim().toLowerCase() !== state.domain
  const onTyped = form?.onTyped
  useLeaveGuard(isUnsaved)
  useEffect(() => {
    onTyped?.(isUnsaved ? value.trim() : undefined)
  }, [onTyped, isUnsaved, value])
  const field = useRef<HTMLInputElement>(null)
  const formFault = form?.fault
  useEffect(() => {
    if (formFault) field.current?.focus()
  }, [formFault])

  const save = async (input: { domain: string; givesUp?: string }) => {
    setFault('')
    try {
      const { message } = await send({ companyId: companyId, ...input })
      setTyped(undefined)
      notify('success', message)
    } catch (failure) {
      if (isDeclined(failure)) return
      const fields = fieldsOf(failure) ?? {}
      if (fields.domain) setFault(fields.domain)
      else notify('danger', messageOf(failure))
    }
  }
  const ask = () =>
    value.trim() === '' ? setFault('Enter a domain such as leads.example.com.') : save({ domain: value.trim() })
  const remove = async () => {
    if (await confirmRemoval(state)) await save({ domain: '', givesUp: state.domain })
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
        People log in at {state.serves}
        {state.domain && state.domain !== state.serves ? ' until the new domain serves.' : '.'}
      </Text>
      {mayByRole && state.whyNot && <Text size="sm">{state.whyNot}</Text>}
      {mayChange && (
        <div className={classes.ask}>
          <TextInput
            label="Domain"
            description="A sub-domain of a domain that you own, such as leads.example.com."
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={253}
            value={value}
            ref={field}
            error={fault || formFault}
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
      <LeavingDomains leaving={state.leaving} />
    </>
  )
}
