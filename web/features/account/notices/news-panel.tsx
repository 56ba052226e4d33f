import { Anchor, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { newsDay, whatsNew } from '#shared/whats-new.ts'
import { showDay } from '../../../ui/days.ts'
import classes from './news-panel.module.css'
import { useReadNotices } from './use-notices.ts'

/** What is new on the platform, for operators. Opening it is having seen it. */
export default function NewsPanel({ onLeave }: { onLeave: () => void }) {
  const readNotices = useReadNotices()
  useEffect(() => {
    // The dot stays where that cannot be written down; the next look tries again.
    readNotices({ news: newsDay() }).catch(() => undefined)
  }, [readNotices])
  return (
    <>
      <Title order={2} mb="xs">
        What is new
      </Title>
      <ul className={classes.list}>
        {whatsNew.map(({ day, title, text, to }) => (
          <li key={`${day} ${title}`}>
            <Text size="xs" c="dimmed">
              {showDay(day)}
            </Text>
            <Text size="sm" fw={600}>
              {to ? (
                <Anchor component={Link} to={to} inherit onClick={onLeave}>
                  {title}
                </Anchor>
              ) : (
                title
              )}
            </Text>
            <Text size="sm">{text}</Text>
          </li>
        ))}
      </ul>
    </>
  )
}
