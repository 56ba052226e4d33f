// Notices are for who is in front of the screen: what one person was told is not shown to the next, nor what still came for
// them after they had left. Imported by each part that shows notices.
import { notifications } from '@mantine/notifications'
import { getSession, onSession, type Session } from '../api/session-store.ts'

const personOf = (session: Session): string => (session.status === 'in' ? session.user.id : '')

let person = personOf(getSession())
onSession(() => {
  const next = personOf(getSession())
  if (next === person) return
  person = next
  notifications.clean()
})
