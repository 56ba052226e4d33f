import { send } from '../../api/client.ts'
import { getSession, type UserData } from '../../api/session-store.ts'
import { refreshTenant } from '../../api/tenant.ts'
import { changeViewHome } from '../../api/view-home.ts'
import { toBrand } from './theme-values.ts'

/** Shows what was saved at once: the page's own tenant, or in a look through other eyes the tenant of who is looked at. */
export async function showSaved(me: UserData): Promise<void> {
  const before = getSession()
  if (before.status !== 'in' || !before.view) return refreshTenant()
  const companyId = me.companyId
  const answer = await send('settings.get', { companyId, settingName: 'agencytheme', rootId: me.companyRootId })
  if (answer.settingName !== 'agencytheme') return
  await changeViewHome({ brand: toBrand(answer.data, me.companyName, {}) })
}
