import { Alert, Badge, Group, Text } from '@mantine/core'
import type { Output } from '../../api/terms.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './own-domain.module.css'

export type DomainAnswer = Output<'domains.get'>
type Shown = { colour: string; label: string; text: string }

const phases: Record<Exclude<DomainAnswer['phase'], ''>, Shown> = {
  waiting_dns: {
    colour: 'yellow',
    label: 'Waiting for DNS',
    text: 'Set the records below: one leads to us, the other shows that the domain is yours. We look for them every few minutes; it can take an hour until they are seen everywhere.',
  },
  issuing_certificate: {
    colour: 'blue',
    label: 'Issuing the certificate',
    text: 'The records are found. The certificate for safe connections is on its way; leave the records below as they are.',
  },
  deploying: {
    colour: 'blue',
    label: 'Going online',
    text: 'The certificate is there. The domain goes online within some minutes.',
  },
  active: { colour: 'green', label: 'Serving', text: 'Everything works. Leave the records below as they are.' },
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
        {state.checkedAt && (
          <Text span size="xs" c="dimmed">
            DNS looked at <RelativeTime at={state.checkedAt} />
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
        {state.phase === 'active' && state.reason ? 'Set what stands below again.' : text}
      </Text>
      {state.dnsRecords.map((record, index) => (
        <RecordToSet
          key={record.name}
          record={record}
          isFirst={index === 0}
          isSet={state.phase === 'active' && !state.reason}
        />
      ))}
    </>
  )
}

const minutes = (seconds: number) => `${seconds} seconds (${Math.round(seconds / 60)} minutes)`

type DnsRecord = DomainAnswer['dnsRecords'][number]
const types: Record<DnsRecord['type'], string> = {
  CNAME: 'CNAME (an alias that leads to us)',
  TXT: 'TXT (a text that shows that the domain is yours)',
}

const labels: Record<DnsRecord['type'], string> = {
  CNAME: 'DNS record to set',
  TXT: 'DNS record that shows whose the domain is',
}

function RecordToSet({ record, isFirst, isSet }: { record: DnsRecord; isFirst: boolean; isSet: boolean }) {
  const which = record.type === 'TXT' ? ' of the text' : ''
  return (
    <>
      {isFirst && !isSet && (
        <Text size="sm">
          Where your domain is kept (such as Cloudflare, GoDaddy or Namecheap), open its DNS settings and add what
          stands here. Many of them add your domain's name to “Name” by themselves: there, enter only the part before
          it.
        </Text>
      )}
      <dl className={classes.record} aria-label={labels[record.type]}>
        <dt>Type</dt>
        <dd>{types[record.type]}</dd>
        <dt>Name</dt>
        <dd>
          <CopyText value={record.name} label={`the name${which}`} />
        </dd>
        <dt>Value</dt>
        <dd>
          <CopyText value={record.value} label={`the value${which}`} />
        </dd>
        <dt>TTL</dt>
        <dd>{minutes(record.ttl)}, or “automatic”</dd>
      </dl>
    </>
  )
}
