import { send } from '../../api/client.ts'
import { getSession, setSession, type UserData } from '../../api/session-store.ts'
import { refreshTenant } from '../../api/tenant.ts'
import { toBrand } from './theme-values.ts'

/** Shows what was saved at once: the page's own tenant, or in a look through other eyes the tenant of who is looked at. */
export async function showSaved(me: UserData): Promise<void> {
  const before = getSession()
  if (before.status !== 'in' || !before.view) return refreshTenant()
  const companyId = me.companyId
  const answer = await send('settings.get', { companyId, settingName: 'agencytheme', rootId: me.companyRootId })
  const session = getSession()
  if (answer.settingName !== 'agencytheme' || session.status !== 'in' || !session.view) return
  const { view } = session
  const brand = toBrand(answer.data, me.companyName, {})
  setSession({ ...session, view: { ...view, home: { ...view.home, data: { ...view.home.data, brand } } } })
}
