// What of a tenant is saved under a name and is no matter of money or mail: its look, its menu and its embedded code.
import { refusalForGoverning } from '#shared/access/manage-companies.ts'
import { AppError, conflict } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { refuseMoved, setMeanwhile } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { type Company, defaultModules, type ProductLine, productLines } from '#shared/model/company.ts'
import { toLeadMenu, toModules } from '#shared/model/lead-menu.ts'
import { type AgencyTheme, type EmbeddedCode, type LeadMenu, noCode, type ThemePicture } from '#shared/model/setting.ts'
import { present } from '#shared/present.ts'
import type { Db } from '../../data/index.ts'
import type { Saved } from '../../data/settings/setting.ts'
import type { Files } from '../../gateways/files.ts'
import { activeByLine } from '../campaigns/active.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { acceptPicture, forgetUploads } from './brand-pictures.ts'
import { toChanges, toTheme } from './theme.ts'

/** What is left out stays as it is. */
type Given<T> = { [Name in keyof T]?: T[Name] | undefined }

export async function saveTheme(
  { db, files }: { db: Db; files: Files },
  company: Company,
  given: Given<AgencyTheme>,
): Promise<void> {
  await db.company.change(company, async (now) => {
    const theme: AgencyTheme = { ...toTheme(now), ...present(given) }
    const { logo, logoDark, favicon } = now.brand
    const accept = (picture: ThemePicture, present: string | null) =>
      acceptPicture(files, company.id, picture, { wanted: theme[picture], present })
    const pictures = {
      logo: await accept('logo', logo),
      logoDark: await accept('logoDark', logoDark),
      favicon: await accept('favicon', favicon),
    }
    return toChanges(now, theme, pictures)
  })
  const uploads = [given.logo, given.logoDark, given.favicon].filter((picture) => picture !== undefined)
  await forgetUploads(files, company.id, uploads)
}

/** The lines that an agency is left without, refused while campaigns of theirs run: nobody would see these any more. */
async function closedBy(db: Db, company: Company, modules: Company['modules']): Promise<ProductLine[]> {
  const closed = productLines.filter((line) => company.modules[line] && !modules[line])
  if (company.kind !== 'agency' || closed.length === 0) return []
  // @NOTE the keys of one object.
  const active = Object.keys(await activeByLine(db, company, closed)) as ProductLine[]
  if (active.length === 0) return closed
  throw new AppError('invalid', messages.productInUse, {
    fields: Object.fromEntries(active.map((line) => [`${line}.name`, messages.productInUse])),
  })
}

/** A name and a URL go together as they are sent. What the person left of the two as they saw it stays as somebody else has set it since. */
function takenOver(before: LeadMenu, given: Given<LeadMenu>, seen: Given<LeadMenu>): LeadMenu {
  const menu = { ...before }
  for (const line of productLines) {
    const { [line]: asked } = given
    if (!asked) continue
    const saw = seen[line]
    const part = (name: 'name' | 'url') => (saw?.[name] === asked[name] ? before[line][name] : asked[name])
    menu[line] = { name: part('name'), url: part('url') }
  }
  return menu
}

const menuCells = (menu: LeadMenu): Record<string, string> =>
  Object.fromEntries(
    productLines.flatMap((line) => [
      [`${line}.name`, menu[line].name],
      [`${line}.url`, menu[line].url],
    ]),
  )

function refuseMovedMenu({ now, seen, wanted }: Record<'now' | 'seen' | 'wanted', LeadMenu>): void {
  const say = (field: string, text: string) => {
    const line = productLines.find((each) => field.startsWith(each)) ?? 'local'
    return setMeanwhile(`the ${field.endsWith('.url') ? 'URL' : 'name'} of ${defaultModules[line].name}`, text)
  }
  refuseMoved({ now: menuCells(now), seen: menuCells(seen), wanted: menuCells(wanted) }, say, now)
}

/**
 * Which products an agency has is decided by operators: by its menu they may add those of the platform, and its own people name those
 * that there are. Refused with the faults of the menu under `value.`, as the form that sends a setting knows its fields.
 */
export async function saveMenu(
  { db, actor, now: clock }: { db: Db; actor: UserActor; now: () => number },
  company: Company,
  given: Given<LeadMenu>,
  seen: Given<LeadMenu> = {},
): Promise<void> {
  const parent = company.parentId ? await db.company.get(company.parentId) : undefined
  const addable = parent && refusalForGoverning(actor) === null ? parent.modules : {}
  try {
    let closed: ProductLine[] = []
    await db.company.change(company, async (now) => {
      const before = toLeadMenu(now.modules)
      const menu = takenOver(before, given, seen)
      refuseMovedMenu({ now: before, seen: { ...before, ...present(seen) }, wanted: menu })
      const modules = toModules(menu, parent ? { own: now.modules, addable } : null)
      closed = await closedBy(db, now, modules)
      return { modules }
    })
    // Those that were started since they were looked at.
    if (closed.length > 0) await stopCampaigns({ db, now: clock }, company, 'module_disabled', closed)
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [`value.${name}`, text]))
    throw new AppError(error.code, error.message, {
      fields,
      ...(error.now && { now: error.now }),
    })
  }
}

/** The code itself may hold keys of others: of it the log says where it stands and how long it is. */
const codeFacts = ({ placeEmbedded, embeddedCode }: EmbeddedCode) => ({
  place: placeEmbedded,
  letters: embeddedCode.length,
})

/** What is left out stays as it is. Answers what the audit log says of it. */
export async function saveEmbeddedCode(
  db: Db,
  company: Company,
  given: Partial<EmbeddedCode>,
  saved: Saved,
): Promise<ReturnType<typeof changed>> {
  if (company.kind !== 'agency') throw conflict('Code can only be embedded in the pages of an agency.')
  let facts = changed({}, {})
  await db.setting.changeEmbeddedCode(
    company.id,
    (before) => {
      const code = { ...noCode, ...before, ...given }
      facts = changed(before ? codeFacts(before) : {}, codeFacts(code))
      return code
    },
    saved,
  )
  return facts
}
