import { keepUser, keptUser } from './kept-user.ts'
import { getSession, setSession } from './session-store.ts'
import type { Tenant } from './tenant.ts'

/** Changes what a look through other eyes knows of the tenant at whose address that person is, here and after a reload. */
export async function changeViewHome(change: Partial<Tenant['data']>): Promise<void> {
  const session = getSession()
  if (session.status !== 'in' || !session.view) return
  const { user, view } = session
  const home = { ...view.home, data: { ...view.home.data, ...change } }
  setSession({ ...session, view: { ...view, home } })
  const kept = await keptUser(user.id)
  // The look may be over by now, and who is kept be another.
  const now = getSession()
  if (kept?.look && now.status === 'in' && now.user.id === user.id && now.view)
    await keepUser(now.user, { ...kept.look, home })
}
