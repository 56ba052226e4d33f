// What the screens' own guard says about the pages of a call, put together from what the server answers a browser.
import { decide } from '#shared/access/guard.ts'
import { type RouteId, routesOf } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { ownAnswer } from '#tests/web/support/own.ts'
import { toViewer } from '#web/app/viewer.ts'
import type { Member } from './cast.ts'
import type { Harness } from './harness.ts'

const forcedPages = ['/configuration/sales-connect-account', '/user/card-setting', '/user/profile-setup']

/** The viewer as the browser of this person makes it, by the calls that it makes. */
export async function browserViewer(
  h: Harness,
  who: Member,
  more: { token?: string; id?: string } = {},
): Promise<Viewer> {
  const id = more.id ?? h.cast.users[who].id
  const options = more.token === undefined ? {} : { token: more.token }
  const [me, setup, home] = await Promise.all([
    h.call(who, 'account.me', { id }, options),
    h.call(who, 'account.checkSetup', { id }, options),
    h.call(who, 'public.domainInfo', {}, options),
  ])
  return toViewer(
    ownAnswer('account.me', me.body),
    ownAnswer('account.checkSetup', setup.body),
    ownAnswer('public.domainInfo', home.body),
  )
}

/** Whether the guard lets the viewer to one of the pages. A page's own redirect is no refusal; a forced page is. */
export function opensOne(viewer: Viewer, pages: readonly RouteId[]): boolean {
  const routes = routesOf(viewer.modules).filter(({ id }) => pages.includes(id))
  return routes.some(({ path }) => {
    const decision = decide(viewer, path, viewer.modules)
    if (decision.kind === 'redirect') return !forcedPages.includes(decision.to)
    return decision.kind === 'show'
  })
}
