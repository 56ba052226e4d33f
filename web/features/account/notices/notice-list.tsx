import { ActionIcon, Anchor, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleDotFilled from '@tabler/icons-react/dist/esm/icons/IconCircleDotFilled.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import { noticeKinds } from '#shared/notices.ts'
import { isGlobalViewMode } from '../../../api/session-store.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import classes from './notice-list.module.css'
import { usePlace } from './use-notices.ts'
import { detailOf, linkOf, type NoticeRow, titleOf } from './words.ts'

const icons = { bad: IconAlertTriangle, good: IconCircleCheck, plain: IconInfoCircle }

type Props = {
  rows: readonly NoticeRow[]
  onRead: (id: string) => void
  /** One of them leads away from here. */
  onLeave?: () => void
  ref?: Ref<HTMLUListElement>
}

/** A mark goes with what it marked: who comes by keyboard goes on to the next one, and to the list after the last. */
function moveOn(mark: HTMLButtonElement): void {
  const list = mark.closest('ul')
  const marks = [...(list?.querySelectorAll('button') ?? [])]
  const at = marks.indexOf(mark)
  ;(marks[at + 1] ?? marks[at - 1] ?? list)?.focus()
}

/** Notices, the latest first. One that is followed is read; the others are with the button beside them. */
export function NoticeList({ rows, onRead, onLeave, ref }: Props) {
  const place = usePlace()
  return (
    <ul className={classes.list} ref={ref} tabIndex={-1}>
      {rows.map((row) => {
        const { tone } = noticeKinds[row.kind]
        const [Icon, title, detail, to] = [icons[tone], titleOf(row), detailOf(row), linkOf(row, place)]
        const follow = () => {
          if (row.unread) onRead(row.id)
          onLeave?.()
        }
        return (
          <li key={row.id} className={classes.line}>
            <Icon size={18} className={classes.icon} data-tone={tone} aria-hidden />
            <Text size="sm" fw={row.unread ? 600 : 400} dir="auto">
              {row.unread && <VisuallyHidden>New: </VisuallyHidden>}
              {to ? (
                <Anchor component={Link} to={to} inherit onClick={follow}>
                  {title}
                </Anchor>
              ) : (
                title
              )}
            </Text>
            {row.unread && !isGlobalViewMode() && (
              <Tooltip label="Mark as read">
                <ActionIcon
                  size={24}
                  className={classes.side}
                  aria-label={`Mark as read: ${title}`}
                  onClick={({ currentTarget }) => {
                    moveOn(currentTarget)
                    onRead(row.id)
                  }}
                >
                  <IconCircleDotFilled size={14} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            <Text size="xs" c="dimmed" className={classes.detail} dir="auto">
              {detail && <>{detail} · </>}
              <RelativeTime at={row.at} />
            </Text>
          </li>
        )
      })}
    </ul>
  )
}
