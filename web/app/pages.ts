// Which of the routes have a page. What is not named here does not exist: it is neither shown nor linked.
import type { ComponentType } from 'react'
import type { ActionId } from '#shared/access/admits.ts'
import type { Route, RouteId } from '#shared/access/routes.ts'
import LoginPage from '../features/session/login-page.tsx'
import { loadPage } from './load-page.ts'

export type PageProps = { route: Route }

export const pages: Partial<Record<RouteId, ComponentType<PageProps>>> = {
  login: LoginPage,
  lineDashboard: loadPage(() => import('../features/leads/leads-page.tsx')),
}

const actions: ActionId[] = ['clientExclusionList', 'logOut']

// @NOTE Object.keys forgets the key type; these are the very keys of the table above.
export const built: ReadonlySet<RouteId | ActionId> = new Set([
  ...(Object.keys(pages) as RouteId[]),
  'home',
  ...actions,
])
