// Notices are for who is in front of the screen: what one person was told is not shown to the next, nor what still came for
// them after they had left. Imported by each part that shows notices.
import { notifications } from '@mantine/notifications'
import { getSession, onSession } from '../api/session-store.ts'
import { accessToken } from '../api/storage.ts'
import { subjectOf } from '../api/tokens.ts'

/** By the token while it is being found out who they are: what they are told meanwhile is theirs. */
function inFront(): string {
  const session = getSession()
  if (session.status === 'in') return session.user.id
  return session.status === 'out' ? '' : subjectOf(accessToken() ?? '')
}

let person = inFront()
onSession(() => {
  const next = inFront()
  if (next === person) return
  person = next
  notifications.clean()
})
