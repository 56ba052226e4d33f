import { describe, expect, it } from 'vitest'
import { type MenuEntry, settingsMenu, sidebar } from '#shared/access/menu.ts'
import { profileMenu } from '#shared/access/profile-menu.ts'
import { findRoute, routesOf } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { defaultModules } from '#shared/model/company.ts'
import { administrator, agency, client, executive, root, sales, withAnalytics } from './cast.ts'

const linksOf = (entries: readonly MenuEntry[]) =>
  entries.flatMap((entry) => ('children' in entry ? entry.children : [entry]))
/** A line's own item goes by the tenant's name of the line, and a menu may call a page by a name of its own. */
const lines = ['local', 'locator', 'enhance', 'b2b']
/** Has a name of its own, and is linked from the list of administrators. */
const linked = ['roleList']

describe('the name of a page in the menus', () => {
  it('RTE-074 is the item name of its route, and a route without one is in no menu', () => {
    const viewers: Viewer[] = [
      root({ permissions: withAnalytics }),
      agency(),
      client(),
      administrator(),
      sales(),
      executive(),
    ]
    const shown = new Set<string>()
    for (const viewer of viewers) {
      for (const link of [...linksOf(sidebar(viewer)), ...settingsMenu(viewer).items, ...profileMenu(viewer)]) {
        if (!('to' in link)) continue
        const route = findRoute(link.to, viewer.modules)
        expect(route?.itemName, link.to).toBeTruthy()
        if (!lines.includes(link.id)) expect(link.label).toBe(route?.itemName)
        if (route) shown.add(route.id)
      }
    }
    const unnamed = routesOf(defaultModules).filter(({ itemName }) => !itemName)
    expect(unnamed.filter(({ id }) => shown.has(id))).toEqual([])
    const named = routesOf(defaultModules).filter(({ id, itemName }) => itemName && !linked.includes(id))
    expect([...shown].sort()).toEqual([...new Set(named.map(({ id }) => id))].sort())
  })
})
