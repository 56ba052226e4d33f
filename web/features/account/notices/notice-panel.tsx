import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../../api/api-error.ts'
import { isGlobalViewMode } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotYet } from '../../../ui/not-yet.tsx'
import { notify } from '../../../ui/notify.tsx'
import { NoticeList } from './notice-list.tsx'
import classes from './notice-panel.module.css'
import { useReadNotices } from './use-notices.ts'

const MOST = 8

/** The latest notices, over the page. What was loaded when it opened stays in place while it is read. */
export default function NoticePanel({ onLeave }: { onLeave: () => void }) {
  const found = useCall('account.notices', {}, { keep: true })
  const { data } = found
  const readNotices = useReadNotices()
  const tryRead = (input: Parameters<typeof readNotices>[0]) =>
    void readNotices(input).catch((fault: unknown) => notify('danger', messageOf(fault)))
  const list = useRef<HTMLUListElement>(null)
  const rows = data?.data.slice(0, MOST)
  const hasNew = rows?.some(({ unread }) => unread) ?? false
  const [latest] = rows ?? []
  return (
    <>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2}>Notifications</Title>
        {hasNew && latest && !isGlobalViewMode() && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              // It goes with the last of them.
              list.current?.focus()
              tryRead({ until: latest.at })
            }}
          >
            Mark all as read
          </Button>
        )}
      </Group>
      <div className={classes.content}>
        <NotYet of={found} title="Your notifications could not be loaded" rows={4} height={36} />
        {rows?.length === 0 && (
          <EmptyState title="Nothing new">Payments, campaigns, tools and files are told of here.</EmptyState>
        )}
        {rows && rows.length > 0 && (
          <NoticeList ref={list} rows={rows} onRead={(id) => tryRead({ ids: [id] })} onLeave={onLeave} />
        )}
      </div>
      <Group justify="space-between" mt="xs">
        <Anchor component={Link} to={pathTo('notices')} size="sm" onClick={onLeave}>
          See all
        </Anchor>
        <Anchor component={Link} to={`${pathTo('notices')}?tab=mails`} size="sm" onClick={onLeave}>
          Choose mails
        </Anchor>
      </Group>
      {isGlobalViewMode() && (
        <Text size="xs" c="dimmed" mt="xs">
          While you look as somebody else nothing is marked as read.
        </Text>
      )}
    </>
  )
}
