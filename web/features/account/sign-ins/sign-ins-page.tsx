import { Badge, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { SignInOutcome } from '#shared/sign-in.ts'
import { messageOf } from '../../../api/api-error.ts'
import type { Output } from '../../../api/terms.ts'
import { useCall } from '../../../api/use-call.ts'
import { useRefreshLists } from '../../../api/use-refresh-lists.ts'
import { useSend } from '../../../api/use-send.ts'
import { showDay } from '../../../ui/days.ts'
import { NotYet } from '../../../ui/not-yet.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page } from '../../../ui/page.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Section } from '../section.tsx'
import { EndMany } from './end-many.tsx'
import classes from './sign-ins-page.module.css'

type Device = Output<'session.list'>['data'][number]
type Known = Output<'session.remembered'>['data'][number]
type Entry = Output<'session.signIns'>['data'][number]

/** Where one is signed in, with a way to end each or all of it, and who lately signed in or tried to. */
export default function SignInsPage() {
  return (
    <Page kind="form" title="Devices and sign-ins" description="Where you are signed in, and who tried to.">
      <Stack gap="md">
        <Devices />
        <Remembered />
        <Recent />
      </Stack>
    </Page>
  )
}

function Devices() {
  const found = useCall('session.list', {})
  const { data } = found
  // The others are forgotten as remembered devices, too.
  const refresh = useRefreshLists('session')
  return (
    <Section title="Signed-in devices" description="Sign out one that you do not know.">
      {data ? (
        <>
          <ul className={classes.list}>
            {data.data.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
          <EndMany hasOthers={data.data.length > 1} onEnded={() => void refresh()} />
        </>
      ) : (
        <NotYet of={found} title="Your devices could not be loaded" rows={3} height={36} />
      )}
    </Section>
  )
}

/** Where the second step is left out. Nothing is shown to who has no such device. */
function Remembered() {
  const found = useCall('session.remembered', {})
  const { data } = found
  if (data ? data.data.length === 0 : found.failure === undefined) return null
  return (
    <Section
      title="Remembered devices"
      description="No code is asked for here after the password, until the day shown."
    >
      {data ? (
        <ul className={classes.list}>
          {data.data.map((device) => (
            <RememberedRow key={device.id} device={device} />
          ))}
        </ul>
      ) : (
        <NotYet of={found} title="Your remembered devices could not be loaded" rows={3} height={36} />
      )}
    </Section>
  )
}

/** As many pages as were asked for, one below the other. */
function Recent() {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  return (
    <Section
      title="Recent sign-ins"
      description="The latest of 90 days, with those that failed. If they were not yours, choose a new password."
    >
      {cursors.map((cursor, at) => (
        <RecentPage
          key={cursor ?? ''}
          cursor={cursor}
          onMore={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </Section>
  )
}

function RecentPage({ cursor, onMore }: { cursor: string | undefined; onMore: ((next: string) => void) | undefined }) {
  const found = useCall('session.signIns', cursor ? { cursor } : {})
  const { data } = found
  const list = useRef<HTMLUListElement>(null)
  const isOlder = data !== undefined && cursor !== undefined
  // What they pressed to see them has gone with it.
  useEffect(() => {
    if (isOlder && document.activeElement === document.body) list.current?.focus()
  }, [isOlder])
  if (!data) return <NotYet of={found} title="Your sign-ins could not be loaded" rows={3} height={36} />
  const { data: entries, nextCursor } = data
  return (
    <>
      <RecentList entries={entries} list={list} />
      {onMore && nextCursor && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => onMore(nextCursor)}>
            Show older
          </Button>
        </Group>
      )}
    </>
  )
}

function RecentList({ entries, list }: { entries: readonly Entry[]; list: RefObject<HTMLUListElement | null> }) {
  if (entries.length === 0) return <Text size="sm">Nobody signed in yet since this is noted.</Text>
  return (
    <ul className={classes.list} ref={list} tabIndex={-1}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

const from = (ip: string, place: string) => [place, ip].filter(Boolean).join(', ')

function DeviceRow({ device: { id, device, isCurrent, ip, place, createdAt, lastUsedAt } }: { device: Device }) {
  const { send: end, sending } = useSend('session.end')
  const signOut = () =>
    end({ sessionId: id }).then(
      ({ message }) => notify('success', message),
      (error: unknown) => notify('danger', messageOf(error)),
    )
  return (
    <Line
      title={device}
      badge={isCurrent && <Badge>This device</Badge>}
      detail={
        <>
          {from(ip, place)} · signed in <RelativeTime at={createdAt} />, used <RelativeTime at={lastUsedAt} />
        </>
      }
    >
      {!isCurrent && (
        <Button variant="default" size="compact-sm" flex="none" loading={sending} onClick={() => void signOut()}>
          Sign out<VisuallyHidden> {device}</VisuallyHidden>
        </Button>
      )}
    </Line>
  )
}

function RememberedRow({ device: { id, device, isCurrent, ip, place, lastUsedAt, endsAt } }: { device: Known }) {
  const { send: forgetDevice, sending } = useSend('session.forgetDevice')
  const ask = () =>
    forgetDevice({ deviceId: id }).then(
      ({ message }) => notify('success', message),
      (error: unknown) => notify('danger', messageOf(error)),
    )
  return (
    <Line
      title={device}
      badge={isCurrent && <Badge>This device</Badge>}
      detail={
        <>
          {from(ip, place)} · used <RelativeTime at={lastUsedAt} />, until {showDay(endsAt.slice(0, 10))}
        </>
      }
    >
      <Button variant="default" size="compact-sm" flex="none" loading={sending} onClick={() => void ask()}>
        Forget<VisuallyHidden> {device}</VisuallyHidden>
      </Button>
    </Line>
  )
}

const outcomes: Record<SignInOutcome, { word: string; why?: string }> = {
  in: { word: 'Signed in' },
  password: { word: 'Failed', why: 'wrong password' },
  code: { word: 'Failed', why: 'wrong code of the second step' },
  tooMany: { word: 'Refused', why: 'too many tries' },
}

function EntryRow({ entry: { at, outcome, device, ip, place } }: { entry: Entry }) {
  const { word, why } = outcomes[outcome]
  return (
    <Line
      title={device}
      badge={<Badge color={why ? 'red' : 'green'}>{word}</Badge>}
      detail={
        <>
          {why && `${why} · `}
          {from(ip, place)} · <RelativeTime at={at} />
        </>
      }
    />
  )
}

type LineProps = { title: string; badge: ReactNode; detail: ReactNode; children?: ReactNode }

function Line({ title, badge, detail, children }: LineProps) {
  return (
    <li className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={500}>{title}</Text>
          {badge}
        </Group>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </div>
      {children}
    </li>
  )
}
