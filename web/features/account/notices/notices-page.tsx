import { Button, Checkbox, Group, Paper, Select, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type NoticeTopic, noticeTopics } from '#shared/notices.ts'
import { messageOf } from '../../../api/api-error.ts'
import { isGlobalViewMode } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { NotYet } from '../../../ui/not-yet.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page } from '../../../ui/page.tsx'
import { TabsInAddress } from '../../../ui/tabs-in-address.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import MailChoices from './mail-choices.tsx'
import { NoticeList } from './notice-list.tsx'
import { useReadNotices } from './use-notices.ts'
import { topicWords } from './words.ts'

type Asked = { topic?: NoticeTopic; unread?: boolean }

/** Everything that was told in the last 90 days, and what of it also comes by mail. */
export default function NoticesPage() {
  return (
    <Page kind="form" title="Notifications" description="What happened in your company, for 90 days.">
      <TabsInAddress
        tabs={[
          { id: 'all', label: 'Notifications', content: <Notices /> },
          {
            id: 'mails',
            label: 'Mails',
            content: (
              <Stack gap="md">
                <MailChoices />
              </Stack>
            ),
          },
        ]}
      />
    </Page>
  )
}

function Notices() {
  const { read, put } = useAddress()
  const topic = noticeTopics.find((each) => each === read('topic'))
  const isUnread = read('unread') === 'yes'
  const asked: Asked = { ...(topic && { topic }), ...(isUnread && { unread: true }) }
  const isFiltered = topic !== undefined || isUnread
  return (
    <Stack gap="md">
      <FilterBar>
        <Select
          aria-label="Topic"
          placeholder="All topics"
          clearable
          w={200}
          data={noticeTopics.map((value) => ({ value, label: topicWords[value].label }))}
          value={topic ?? null}
          onChange={(value) => put({ topic: value ?? undefined })}
        />
        <Checkbox
          label="New only"
          checked={isUnread}
          onChange={({ currentTarget }) => put({ unread: currentTarget.checked ? 'yes' : undefined })}
        />
      </FilterBar>
      <Pages
        key={`${topic} ${isUnread}`}
        asked={asked}
        onClear={isFiltered ? () => put({ topic: undefined, unread: undefined }) : undefined}
      />
    </Stack>
  )
}

/** As many pages as were asked for, one below the other. */
function Pages({ asked, onClear }: { asked: Asked; onClear: (() => void) | undefined }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const add = (cursor: string) => setCursors([...cursors, cursor])
  return (
    <Paper p="md" data-surface="box">
      {cursors.map((cursor, at) => (
        <OnePage
          key={cursor ?? ''}
          asked={asked}
          cursor={cursor}
          isFirst={at === 0}
          onClear={onClear}
          onMore={at === cursors.length - 1 ? add : undefined}
        />
      ))}
    </Paper>
  )
}

type OneProps = {
  asked: Asked
  cursor: string | undefined
  isFirst: boolean
  onClear: (() => void) | undefined
  onMore: ((cursor: string) => void) | undefined
}

function OnePage({ asked, cursor, isFirst, onClear, onMore }: OneProps) {
  const found = useCall('account.notices', { ...asked, ...(cursor && { cursor }) }, { keep: true })
  const { data } = found
  const readNotices = useReadNotices()
  const tryRead = (input: Parameters<typeof readNotices>[0]) =>
    void readNotices(input).catch((fault: unknown) => notify('danger', messageOf(fault)))
  const list = useRef<HTMLUListElement>(null)
  const isOlder = data !== undefined && !isFirst
  // What they pressed to see them has gone with it.
  useEffect(() => {
    if (isOlder && document.activeElement === document.body) list.current?.focus()
  }, [isOlder])
  if (!data) return <NotYet of={found} title="Your notifications could not be loaded" rows={6} height={36} />
  const { data: rows, nextCursor } = data
  const [latest] = rows
  const hasNew = rows.some(({ unread }) => unread)
  return (
    <>
      {isFirst && hasNew && latest && !isGlobalViewMode() && (
        <Group justify="flex-end">
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
        </Group>
      )}
      {isFirst && rows.length === 0 && !nextCursor && (
        <EmptyState
          title={onClear ? 'Nothing fits these filters' : 'Nothing happened yet'}
          drawing="list"
          action={
            onClear && (
              <Button variant="default" onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        >
          {onClear ? undefined : 'Payments, campaigns, tools, files and domains are told of here.'}
        </EmptyState>
      )}
      <NoticeList ref={list} rows={rows} onRead={(id) => tryRead({ ids: [id] })} />
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
