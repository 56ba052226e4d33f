import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Fragment, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { companyPath, pathTo } from '#shared/access/routes.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { type NamedLead, readNamed } from '#shared/leads/named.ts'
import { showPhone } from '#shared/shown-phone.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { notify } from '../../ui/notify.tsx'
import { callTo, mailTo } from '../../ui/reach.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { type Moment, Timeline } from '../../ui/timeline.tsx'
import { creditWords } from './credit-words.ts'

type Answer = Output<'leads.get'>
type Step = Answer['timeline'][number]
type Props = {
  /** As the address has it; empty when no lead is open. */
  named: string
  /** The campaign that is looked at, where it is one. */
  of: { campaignNumber: string; companyId: string } | undefined
  onClose: () => void
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

const titles: Record<Step['step'], string> = {
  visited: 'Visited a page',
  searched: 'Searched',
  identified: 'Identified',
  checked: 'Checked: on no exclusion list, and not known before',
  priced: 'Priced',
  charged: 'Charged',
  stored: 'Stored as a lead',
  credited: 'Credited: an exclusion list named the person soon after',
  delivered: 'Delivered',
  tried: 'Not delivered, to be tried again',
  failed: 'Could not be delivered',
  skipped: 'Not delivered',
  waiting: 'Next try',
  held: 'Waits for the tool to be connected again',
}
const tones: Partial<Record<Step['step'], Moment['tone']>> = {
  stored: 'success',
  delivered: 'success',
  tried: 'warning',
  waiting: 'info',
  held: 'warning',
  failed: 'danger',
}

/** Steps that have an instant of their own: price and charge are those of storing. */
const timed: readonly Step['step'][] = ['identified', 'checked', 'stored', 'delivered']

/** How long after it was seen: of visits all of it happens within seconds, searches are asked for by the hour. */
function afterwards({ step, at }: Step, first: Step | undefined): string {
  if (!first || !timed.includes(step)) return ''
  const ms = Date.parse(at) - Date.parse(first.at)
  if (ms <= 0 || ms >= HOUR) return ''
  const minutes = Math.round(ms / MINUTE)
  const wait = minutes < 2 ? `${(ms / SECOND).toFixed(1)} s` : `${minutes} minutes`
  return `${wait} after the ${first.step === 'searched' ? 'search' : 'visit'}`
}

function detailsOf({ message, retail, wholesale, status }: Step): string {
  const prices = [
    retail === undefined ? '' : `Price ${dollars.format(retail)}`,
    wholesale === undefined ? '' : `costs ${dollars.format(wholesale)}`,
  ]
  return [...prices, status ? `Answer ${status}` : '', message].filter(Boolean).join(' · ')
}

/** The latest first, as every timeline shows it. */
const momentsOf = (timeline: readonly Step[]): Moment[] =>
  timeline
    .map((step, index): Moment => {
      const details = [detailsOf(step), afterwards(step, timeline[0])].filter(Boolean).join(' · ')
      const tone = tones[step.step]
      return {
        key: `${index} ${step.step}`,
        at: step.at,
        title: titles[step.step],
        ...(tone && { tone }),
        ...(step.destination && { by: step.destination }),
        ...(details && {
          children: (
            <Text size="sm" dir="auto">
              {details}
            </Text>
          ),
        }),
      }
    })
    .toReversed()

/** What was asked for beside the address. Of a lead that carries none of it nothing is listed as missing. */
function toldOf({ advanced, b2b }: Answer['data']) {
  const asked = [...advanced, ...b2b]
  return asked.some(({ value }) => value) ? asked : []
}

/** Ways to reach a person, each of them a press away. */
function ways(addresses: readonly string[], hrefOf: (address: string) => string, show = (address: string) => address) {
  const known = addresses.filter(Boolean)
  if (known.length === 0) return '—'
  return known.map((address, index) => (
    <Fragment key={address}>
      {index > 0 && ', '}
      <Anchor href={hrefOf(address)} inherit>
        {show(address)}
      </Anchor>
    </Fragment>
  ))
}

const factsOf = ({ data }: Answer) => [
  { label: 'E-mail', value: ways([data.email, ...data.otherEmails], mailTo) },
  { label: 'Phone', value: ways([data.phone, ...data.otherPhones], callTo, (phone) => showPhone(phone)) },
  {
    label: 'Address',
    value:
      [data.address, data.city, [data.state, data.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ') || '—',
  },
  ...(data.keyword ? [{ label: 'Keyword', value: data.keyword }] : []),
  ...(data.pageUrl ? [{ label: 'Page', value: data.pageUrl }] : []),
  ...(data.referrer ? [{ label: 'Came from', value: data.referrer }] : []),
  ...(data.credit ? [{ label: 'Credited', value: `${creditWords(data.credit)}.` }] : []),
  ...toldOf(data).map(({ name, value }) => ({ label: name, value: value || '—' })),
]

/** Asked for when somebody wants to know. */
function Charge({ lead }: { lead: NamedLead }) {
  const [isAsked, ask] = useState(false)
  const { data, error, isValidating, reload } = useCall('leads.explainCharge', isAsked ? lead : null)
  const id = useId()
  const section = useRef<HTMLDivElement>(null)
  const me = useMe()
  const mayReadInvoices = useMay()('card:read', 'GET')
  const invoice = data?.data.invoice
  return (
    <Stack gap="sm" component="section" aria-labelledby={id} ref={section} tabIndex={-1}>
      <Title order={3} size="h5" id={id}>
        Why was I charged?
      </Title>
      {!isAsked && (
        <Button
          variant="default"
          onClick={() => {
            // It gives its place to the answer, and the focus too.
            section.current?.focus()
            ask(true)
          }}
          style={{ alignSelf: 'flex-start' }}
        >
          Show how the price came about
        </Button>
      )}
      {isAsked && !data && error === undefined && <Skeleton h={160} aria-label="Loading" />}
      {error !== undefined && !data && (
        <ErrorState title="This could not be loaded" onRetry={() => void reload()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      )}
      {data && <Facts facts={data.data.reasons.map(({ label, text }) => ({ label, value: text }))} />}
      {invoice && mayReadInvoices && (
        <Anchor
          component={Link}
          size="sm"
          to={
            invoice.companyId === me.companyId
              ? `${pathTo('invoices')}?invoice=${invoice.invoiceNumber}`
              : companyPath(invoice.companyId, 'money')
          }
        >
          Show the invoice {invoice.invoiceNumber}
        </Anchor>
      )}
    </Stack>
  )
}

/** Keeps a person from becoming a lead of this client again. */
function Exclude({ clientId, email, companyName }: { clientId: string; email: string; companyName: string }) {
  const add = useSend('exclusions.addEntry')
  const exclude = async () => {
    const isSure = await confirm({
      title: 'Exclude this person?',
      children: (
        <>
          <bdi dir="auto">{email}</bdi> goes onto the exclusion list of <bdi dir="auto">{companyName}</bdi>. None of its
          campaigns makes this person a lead again. A lead of the last 24 hours is credited; older ones stay as they
          are. Take the entry off the list to undo this.
        </>
      ),
      confirmLabel: 'Exclude',
      danger: true,
    })
    if (!isSure) return
    try {
      notify('success', (await add.send({ companyId: clientId, campaignType: 'client', record: email })).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  return (
    <Button
      variant="default"
      color="red"
      loading={add.sending}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => void exclude()}
    >
      Exclude this person
    </Button>
  )
}

/** One lead beside the list: who it is, and all that happened to it. */
export function LeadPanel({ named, of, onClose }: Props) {
  const lead = readNamed(named, of)
  const mayExclude = useMay()('exclusion:update', 'POST')
  const { data, error, isValidating, reload } = useCall('leads.get', lead ?? null)
  const name = data && `${data.data.firstName} ${data.data.lastName}`.trim()
  return (
    <SidePanel opened={lead !== undefined} onClose={onClose} title={name || 'Lead'} size={480}>
      {error !== undefined && !data ? (
        <ErrorState title="The lead could not be loaded" onRetry={() => void reload()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      ) : (
        <Stack gap="lg">
          {data && <Facts facts={[{ label: 'Campaign', value: data.campaignName }, ...factsOf(data)]} />}
          {data && lead && <Charge key={lead.leadId} lead={lead} />}
          <Stack gap="sm" component="section" aria-label="Timeline">
            <Title order={3} size="h5">
              Timeline
            </Title>
            <Timeline
              moments={data && momentsOf(data.timeline)}
              timeZone={data?.timeZone ?? SYSTEM_ZONE}
              empty="What happens to the lead is listed here."
            />
          </Stack>
          {data && lead && data.data.email && mayExclude && (
            <Exclude clientId={lead.clientId} email={data.data.email} companyName={data.companyName} />
          )}
        </Stack>
      )}
    </SidePanel>
  )
}
