import { Alert, Badge, Group, Text } from '@mantine/core'
import type { Output } from '#shared/contracts/index.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './own-domain.module.css'

export type DomainAnswer = Output<'settings.domain'>
type Shown = { colour: string; label: string; text: string }

const phases: Record<Exclude<DomainAnswer['phase'], ''>, Shown> = {
  waiting_dns: {
    ...{ colour: 'yellow', label: 'Waiting for DNS' },
    text: 'Set the record below. We look for it every few minutes; it can take an hour until it is seen everywhere.',
  },
  issuing_certificate: {
    ...{ colour: 'blue', label: 'Issuing the certificate' },
    text: 'The record is found. The certificate for safe connections is on its way; leave the record as it is.',
  },
  deploying: {
    ...{ colour: 'blue', label: 'Going online' },
    text: 'The certificate is there. The domain goes online within some minutes.',
  },
  active: { colour: 'green', label: 'Serving', text: 'Everything works. Leave the record as it is.' },
  failed: { colour: 'red', label: 'Failed', text: 'Mend what is said here, then try again.' },
  leaving: { colour: 'gray', label: 'Given up', text: '' },
}

/** How far the domain is, and what to do about it. */
export function DomainState({ state }: { state: DomainAnswer }) {
  if (!state.phase) return null
  const { colour, label, text } = phases[state.phase]
  return (
    <>
      <Group gap="xs" wrap="wrap">
        <Text span size="sm" fw={500} className={classes.long}>
          {state.domain}
        </Text>
        <Badge color={colour} role="status">
          {label}
        </Badge>
        {state.checked_at && (
          <Text span size="xs" c="dimmed">
            DNS looked at <RelativeTime at={state.checked_at} />
          </Text>
        )}
      </Group>
      {state.reason && (
        <Alert
          color={state.phase === 'failed' ? 'red' : 'yellow'}
          {...(state.phase === 'active' && { title: 'The domain serves, but not for long' })}
        >
          {state.reason}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {state.phase === 'active' && state.reason ? 'Set the record below again.' : text}
      </Text>
      {state.dns_records.map((record) => (
        <Record key={record.name} record={record} isSet={state.phase === 'active' && !state.reason} />
      ))}
    </>
  )
}

const minutes = (seconds: number) => `${seconds} seconds (${Math.round(seconds / 60)} minutes)`

function Record({ record, isSet }: { record: DomainAnswer['dns_records'][number]; isSet: boolean }) {
  return (
    <>
      {!isSet && (
        <Text size="sm">
          Where your domain is kept (such as Cloudflare, GoDaddy or Namecheap), open its DNS settings and add this
          record. Many of them add your domain's name to “Name” by themselves: there, enter only the part before it.
        </Text>
      )}
      <dl className={classes.record} aria-label="DNS record to set">
        <dt>Type</dt>
        <dd>{record.type} (an alias that leads to us)</dd>
        <dt>Name</dt>
        <dd>
          <CopyText value={record.name} label="the name" />
        </dd>
        <dt>Value</dt>
        <dd>
          <CopyText value={record.value} label="the value" />
        </dd>
        <dt>TTL</dt>
        <dd>{minutes(record.ttl)}, or “automatic”</dd>
      </dl>
    </>
  )
}
