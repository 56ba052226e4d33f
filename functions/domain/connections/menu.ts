// An agency's site in the menu of an outside tool. The entry is looked for before it is made: an answer that was lost makes no
// second one. While there is an entry, and no longer, the hosts it was made for may show the agency's pages within theirs.
import { MINUTE } from '#shared/dates.ts'
import { conflict } from '#shared/errors.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import type { ToolMenu } from '#shared/model/tool-menu.ts'
import { type Credentials, ToolFault, type ToolMenus } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { withTokens } from './oauth.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'sealer' | 'tools' | 'now'>
export type WantedMenu = Pick<ToolMenu, 'companyId' | 'slug' | 'title' | 'url' | 'locations' | 'hosts'>
type Ask = <T>(ask: (menus: ToolMenus, credentials: Credentials) => Promise<T>) => Promise<T>

const BUSY = 'The menu entry is being made at this moment. Please try again in a minute.'
const said = (slug: ToolMenu['slug'], { message }: ToolFault) => `${tools[slug].name} did not do it: ${message}`

const listed = (texts: readonly string[]) => [...texts].sort().join(' ')
const isSame = (one: WantedMenu, other: WantedMenu) =>
  one.title === other.title &&
  one.url === other.url &&
  listed(one.locations) === listed(other.locations) &&
  listed(one.hosts) === listed(other.hosts)

/** How to ask about menus by a company's connection; undefined where nothing lets us in. */
async function doorOf(deps: Deps, { companyId, slug }: Pick<ToolMenu, 'companyId' | 'slug'>): Promise<Ask | undefined> {
  const connection = await deps.db.tool.find({ companyId, slug })
  const { menus } = await deps.tools.adapter(slug)
  if (!connection || connection.lostAt > 0 || !menus) return undefined
  return (ask) => withTokens(deps, connection, (credentials) => ask(menus, credentials))
}

/** Throws `conflict` with words for people. */
export async function makeMenu(deps: Deps, wanted: WantedMenu): Promise<void> {
  const { db, now } = deps
  const [ask, earlier] = await Promise.all([doorOf(deps, wanted), db.toolMenu.find(wanted)])
  if (!ask) throw conflict(messages.toolGone)
  if (earlier?.menuId) {
    if (isSame(earlier, wanted)) return
    throw conflict('There is a menu entry already. Remove it before you make another one.')
  }
  if (earlier && earlier.makingUntil > now()) throw conflict(BUSY)
  // What may lie at the tool is not forgotten for another one.
  if (earlier && !isSame(earlier, wanted))
    throw conflict(`It is not known whether “${earlier.title}” was made. Make it again as it was, or remove it first.`)
  const begun = await db.toolMenu.begin(wanted, earlier, now() + MINUTE)
  if (!begun) throw conflict(BUSY)
  let id: string
  try {
    id = await ask(
      async (menus, credentials) => (await menus.find(credentials, wanted)) ?? menus.create(credentials, wanted),
    )
  } catch (error) {
    // It may have been made, now or before: the next one who tries looks for it.
    if (earlier || !(error instanceof ToolFault) || error.end === 'retry') await db.toolMenu.finish(begun, '')
    else await db.toolMenu.remove(begun)
    throw error instanceof ToolFault ? conflict(said(wanted.slug, error)) : error
  }
  if (await db.toolMenu.finish(begun, id)) return
  // Somebody disconnected the tool meanwhile: what was made for it goes as well.
  await ask((menus, credentials) => menus.remove(credentials, id)).catch((error: unknown) => {
    if (!(error instanceof ToolFault)) throw error
  })
  throw conflict('The menu entry was removed while it was made.')
}

/**
 * Takes the entry away at the tool, and then who may frame. False where the tool does not let us in any more: people take it
 * away there themselves. Throws `conflict` where the tool was not reached, unless it is to be forgotten `anyway`.
 */
export async function removeMenu(deps: Deps, menu: ToolMenu, { anyway }: { anyway: boolean }): Promise<boolean> {
  const { db, now } = deps
  if (!anyway && menu.menuId === '' && menu.makingUntil > now()) throw conflict(BUSY)
  const ask = await doorOf(deps, menu)
  let isGone = ask !== undefined
  try {
    await ask?.(async (menus, credentials) => {
      const id = menu.menuId || (await menus.find(credentials, menu))
      if (id) await menus.remove(credentials, id)
    })
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error
    if (!anyway && error.end === 'retry') throw conflict(said(menu.slug, error))
    isGone = false
  }
  await db.toolMenu.remove(menu)
  return isGone
}
