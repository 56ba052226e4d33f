import { ActionIcon, Indicator, Popover, Tooltip, VisuallyHidden } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Viewer } from '#shared/access/viewer.ts'
import { useCall } from '../../api/use-call.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import classes from './bell.module.css'

const NoticePanel = lazy(() => import('../../features/account/notices/notice-panel.tsx'))
const NewsPanel = lazy(() => import('../../features/account/notices/news-panel.tsx'))

/** What the page itself needs goes first. */
const FIRST_MS = 1500
const EVERY_MS = 60_000
/** Who goes to and fro between windows asks no more often than this. */
const AT_LEAST_MS = 10_000
const MOST_SHOWN = 9

/** How many notices are new, asked each minute while the page is looked at, and when somebody comes back to it. */
function useUnread() {
  const [isDue, setDue] = useState(false)
  const { data, reload } = useCall('account.countNotices', isDue ? {} : null)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isDue) return
    let askedAt = Date.now()
    const ask = (sinceMs: number) => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < sinceMs) return
      askedAt = Date.now()
      void reload()
    }
    const onFocus = () => ask(AT_LEAST_MS)
    const timer = setInterval(() => ask(AT_LEAST_MS), EVERY_MS)
    window.addEventListener('focus', onFocus)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [isDue, reload])
  return { unread: data?.unread ?? 0, hasNews: data?.hasNews ?? false }
}

type OverProps = { label: string; mark: ReactNode; children: (close: () => void) => ReactNode }

/** A button of the top bar that opens something over the page, which is loaded with the first look. */
function Over({ label, mark, children }: OverProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={400} trapFocus returnFocus>
      <Tooltip label={label} disabled={isOpen}>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={label} onClick={() => setOpen(!isOpen)}>
            {mark}
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown data-surface="box" className={classes.panel}>
        <Suspense fallback={<SkeletonLines rows={4} height={36} />}>{children(() => setOpen(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The bell of the top bar, and for operators beside it what is new. */
export function Bell({ viewer }: { viewer: Viewer }) {
  const { unread, hasNews } = useUnread()
  const isOperator = viewer.isSystemUser && viewer.userType !== 'sales' && !viewer.isViewing
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread
  return (
    <>
      {isOperator && (
        <Over
          label={hasNews ? 'What is new, not seen yet' : 'What is new'}
          mark={
            <Indicator size={8} disabled={!hasNews}>
              <IconSparkles size={18} aria-hidden />
            </Indicator>
          }
        >
          {(close) => <NewsPanel onLeave={close} />}
        </Over>
      )}
      <Over
        label={unread > 0 ? `Notifications, ${count} new` : 'Notifications'}
        mark={
          <Indicator label={count} size={16} offset={4} disabled={unread === 0}>
            <IconBell size={18} aria-hidden />
          </Indicator>
        }
      >
        {(close) => <NoticePanel onLeave={close} />}
      </Over>
      <VisuallyHidden role="status">
        {unread > 0 && `${unread} new ${unread === 1 ? 'notification' : 'notifications'}`}
      </VisuallyHidden>
    </>
  )
}
