// The spreadsheet of a campaign: made once, shared with who is to read it, and written by one worker at a time. An append is not to
// be repeated blindly: after an answer that was lost, the ids that stand in the sheet say what arrived.
import { sheetHead, sheetIdHead, toSheetRow, underHeadings } from '#shared/leads/sheet.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignSheet } from '#shared/model/campaign-sheet.ts'
import type { Company } from '#shared/model/company.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { SheetWriter } from '../../data/integrations/sheet.ts'
import { type GoogleSheets, sheetTab } from '../../gateways/integrations/google-sheets.ts'
import { ToolFault } from '../../gateways/integrations/tool.ts'
import { withTokens } from '../connections/oauth.ts'
import type { DeliveryDeps, Parcel } from '../integrations/adapter.ts'
import { leftOf, openTo, presentReaders, roleOf } from './readers.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'sealer' | 'tools' | 'now' | 'report' | 'remainingMs'>
type Place = { campaign: Campaign; client: Company; connection: ToolConnection }

/** Longer than a worker may run. */
export const WRITER_LEASE_MS = 330_000

/** What the sheet itself and its rows take. A slow Google leaves who reads it to the next time, and keeps no leads back. */
const ROWS_MS = 90_000
const hasTime = ({ remainingMs }: Pick<Deps, 'remainingMs'>) => !remainingMs || remainingMs() > ROWS_MS

/** Its number stands in it from the second on: so a lost answer leads to the very file that was made. */
const titleOf = ({ campaign, client }: Place, number: number) =>
  `${client.name} – ${campaign.name} #${campaign.number}${number > 1 ? ` (${number})` : ''}`

/**
 * Shares a sheet with addresses, who are written down before: whom a worker that crashes has let in is known nevertheless. `unsure`:
 * Google did not say whether it let them in. What it does not take is no reason to keep leads back.
 */
async function shareWith(
  deps: Pick<Deps, 'db' | 'report' | 'remainingMs'>,
  google: GoogleSheets,
  access: string,
  sheet: CampaignSheet,
  { client }: Pick<Place, 'client'>,
  addresses: readonly string[],
): Promise<{ taken: string[]; grants: Record<string, string>; refused: string[]; unsure: string[] }> {
  const grants: Record<string, string> = {}
  const refused: string[] = []
  const unsure: string[] = []
  const { fileId } = sheet
  if (addresses.some((address) => !openTo(sheet).includes(address)))
    await deps.db.sheet.keepSharing(sheet, [...new Set([...sheet.sharing, ...addresses])])
  // One after the other: permissions of one file are never changed side by side.
  for (const address of addresses) {
    if (!hasTime(deps)) break
    try {
      grants[address] = await google.share(access, fileId, address, roleOf(client))
    } catch (error) {
      const { end } = unlessEnded(deps, error)
      if (end === 'dead') refused.push(address)
      else unsure.push(address)
    }
  }
  return { taken: Object.keys(grants), grants, refused, unsure }
}

/** Of whom nobody knows whether Google let them in. Who left is among them until Google was told so. */
const stillUnsure = (
  { sharing }: Pick<CampaignSheet, 'sharing'>,
  { taken, refused, unsure }: Record<'taken' | 'refused' | 'unsure', readonly string[]>,
): string[] => [...new Set([...sharing, ...unsure])].filter((each) => !taken.includes(each) && !refused.includes(each))

/** Whether a connection reaches a sheet: another company's, or another account of the same one, does not. */
export const isOf = ({ ownerId, account }: CampaignSheet, connection: ToolConnection): boolean =>
  ownerId === connection.companyId && (account === '' || connection.account === '' || account === connection.account)

/**
 * The sheet of this number: as it is known, as it was made when an answer was lost, or made now. One that another connection made
 * takes no rows of this one: the next number does.
 */
async function ensureSheet(
  deps: Deps,
  google: GoogleSheets,
  access: string,
  place: Place,
  { wanted, isUnsure }: SheetWriter,
): Promise<{ sheet: CampaignSheet; isNew: boolean }> {
  const { campaign, client, connection } = place
  const all = await deps.db.sheet.list(campaign)
  const known = all.find((sheet) => sheet.number === wanted)
  if (known && isOf(known, connection)) return { sheet: known, isNew: false }
  const number = known ? Math.max(...all.map((sheet) => sheet.number)) + 1 : wanted
  // First: after a lost answer this very one is looked for.
  if (number !== wanted) await deps.db.sheet.want(campaign, number)
  const title = titleOf(place, number)
  const [found] = isUnsure ? await google.find(access, title) : []
  const made = found ?? (await google.create(access, { title, timeZone: campaign.timeZone, head: [...sheetHead] }))
  const sheet: CampaignSheet = {
    companyId: campaign.companyId,
    campaignId: campaign.id,
    number,
    ownerId: connection.companyId,
    account: connection.account,
    fileId: made.id,
    url: made.url,
    title,
    madeAt: deps.now(),
    sharedWith: [],
    sharing: [],
    grants: {},
    role: roleOf(client),
    refused: [],
  }
  await deps.db.sheet.add(sheet)
  return { sheet, isNew: found === undefined }
}

/** Shares a sheet with readers who are new. Whom Google refused is not offered again before each lead. */
async function shareNew(
  deps: Deps,
  google: GoogleSheets,
  access: string,
  place: Place,
  { sheet, readers }: { sheet: CampaignSheet; readers: readonly string[] },
) {
  const known = new Set([...sheet.sharedWith, ...sheet.refused])
  const wanted = readers.filter((address) => !known.has(address))
  // Who was taken out of the readers is offered anew when they come back.
  const stillRefused = sheet.refused.filter((address) => readers.includes(address))
  if (wanted.length === 0 && stillRefused.length === sheet.refused.length) return
  const { taken, grants, refused, unsure } = await shareWith(deps, google, access, sheet, place, wanted)
  if (taken.length > 0 || refused.length > 0 || stillRefused.length < sheet.refused.length)
    await deps.db.sheet.keepShared(sheet, {
      sharedWith: [...sheet.sharedWith, ...taken],
      sharing: stillUnsure(sheet, { taken, refused, unsure }),
      grants: { ...sheet.grants, ...grants },
      refused: [...stillRefused, ...refused],
    })
}

/** By the name that each was given: in a list an account stands under one of its addresses, which may be another one. */
async function findPermissions(google: GoogleSheets, access: string, sheet: CampaignSheet) {
  const { grants, fileId } = sheet
  const isKnown = openTo(sheet).every((address) => grants[address] !== undefined)
  const listed = isKnown ? new Map<string, string>() : await google.permissions(access, fileId)
  return (address: string) => grants[address] ?? listed.get(address)
}

/** A fault with the readers of one sheet keeps no leads back. Throws where nothing more can be done by this connection. */
function unlessEnded({ report }: Pick<Deps, 'report'>, error: unknown): ToolFault {
  if (!(error instanceof ToolFault) || error.end === 'expired' || error.end === 'disconnected') throw error
  if (error.end === 'ours') report('the sharing of a sheet', error)
  return error
}

/**
 * Takes a campaign's sheets, the earlier ones too, from those who are not to read them any more. What Google does not do now is left
 * for the next time: it stands among those whom a sheet is shared with until it is done. False where Google may do it later.
 */
async function unshareLeft(
  deps: Deps,
  google: GoogleSheets,
  access: string,
  { campaign, connection }: Place,
  present: readonly string[],
): Promise<boolean> {
  const readers = new Set(present)
  let isDone = true
  for (const sheet of await deps.db.sheet.list(campaign)) {
    const left = leftOf(present, sheet)
    // What another account made is not reached, and stays known as shared.
    if (left.length === 0 || !isOf(sheet, connection)) continue
    try {
      const permissionOf = await findPermissions(google, access, sheet)
      const stay = new Set(
        openTo(sheet)
          .filter((address) => readers.has(address))
          .map(permissionOf),
      )
      // One after the other: permissions of one file are never changed side by side.
      for (const permission of new Set(left.map(permissionOf)))
        if (permission !== undefined && !stay.has(permission)) {
          if (!hasTime(deps)) return false
          await google.unshare(access, sheet.fileId, permission)
        }
    } catch (error) {
      const { end, status } = unlessEnded(deps, error)
      if (end === 'retry') isDone = false
      // A sheet that is not in the drive any more is read by nobody.
      if (status !== 404) continue
    }
    await deps.db.sheet.keepShared(sheet, {
      sharedWith: sheet.sharedWith.filter((address) => readers.has(address)),
      sharing: sheet.sharing.filter((address) => readers.has(address)),
      grants: Object.fromEntries(Object.entries(sheet.grants).filter(([address]) => readers.has(address))),
      refused: sheet.refused.filter((address) => readers.has(address)),
    })
  }
  return isDone
}

const hasOtherRole = ({ role, sharedWith }: CampaignSheet, client: Company) =>
  sharedWith.length > 0 && role !== roleOf(client)

/** Whether their readers may edit a campaign's sheets was changed since these were shared. As `unshareLeft`. */
async function changeRole(deps: Deps, google: GoogleSheets, access: string, { campaign, client, connection }: Place) {
  let isDone = true
  for (const sheet of await deps.db.sheet.list(campaign)) {
    if (!hasOtherRole(sheet, client) || !isOf(sheet, connection)) continue
    try {
      const permissionOf = await findPermissions(google, access, sheet)
      for (const permission of new Set(sheet.sharedWith.map(permissionOf)))
        if (permission !== undefined) {
          if (!hasTime(deps)) return false
          await google.setRole(access, sheet.fileId, permission, roleOf(client))
        }
    } catch (error) {
      const { end, status } = unlessEnded(deps, error)
      if (end === 'retry') isDone = false
      if (status !== 404) continue
    }
    await deps.db.sheet.keepRole(sheet, roleOf(client))
  }
  return isDone
}

/** Takes a campaign's sheets from who left, and has those who stay do with them what they may. False as `unshareLeft`. */
async function followPeople(
  deps: Deps,
  google: GoogleSheets,
  access: string,
  place: Place,
  readers: readonly string[],
) {
  const isUnshared = await unshareLeft(deps, google, access, place, readers)
  return (await changeRole(deps, google, access, place)) && isUnshared
}

/**
 * As the one who writes for a campaign. Undefined while somebody else does. `adds`: rows or a sheet; who does not leaves it as unsure
 * as it was what is there. Throws `ToolFault`.
 */
async function asWriter<T>(
  deps: Deps,
  { campaign, connection }: Place,
  { adds }: { adds: boolean },
  work: (google: GoogleSheets, access: string, writer: SheetWriter) => Promise<T>,
): Promise<T | undefined> {
  const { db, tools, now } = deps
  const writer = await db.sheet.takeWriter(campaign, now(), now() + WRITER_LEASE_MS)
  if (!writer) return undefined
  try {
    const google = await tools.sheets()
    const done = await withTokens(deps, connection, ({ access = '' }) => work(google, access, writer))
    await db.sheet.freeWriter(campaign, writer, !adds && writer.isUnsure)
    return done
  } catch (error) {
    // A refusal wrote nothing. Of everything else nobody knows, unless it was unsure before.
    const isRefusal = error instanceof ToolFault && error.end !== 'retry'
    await db.sheet.freeWriter(campaign, writer, writer.isUnsure || (adds && !isRefusal))
    throw error
  }
}

/** `isUnsure`: some of them may stand there. One that was just made is as it was made. */
async function addRows(
  google: GoogleSheets,
  access: string,
  { campaign }: Place,
  { sheet: { fileId }, isNew, isUnsure }: { sheet: CampaignSheet; isNew: boolean; isUnsure: boolean },
  parcels: readonly Pick<Parcel, 'row'>[],
): Promise<void> {
  const at = isNew ? { tab: sheetTab, row: sheetHead } : await google.locate(access, fileId, sheetHead)
  const there = isUnsure && !isNew ? await google.column(access, fileId, at, sheetIdHead) : new Set<string>()
  const rows = parcels
    .filter(({ row }) => !there.has(row.id))
    .map(({ row }) => underHeadings(at.row, sheetHead, toSheetRow(row, campaign.timeZone)))
  if (rows.length > 0) await google.append(access, fileId, at, rows)
}

/**
 * Puts leads into the campaign's sheet, each once. `isFirst`: this is the first try of all of them, so none can be there. `shared`: they
 * are there, and somebody who left may still read the sheet, because Google was busy. `busy`: somebody else writes. Throws `ToolFault`.
 */
export async function writeRows(
  deps: Deps,
  place: Place,
  parcels: readonly Pick<Parcel, 'row'>[],
  isFirst: boolean,
): Promise<'done' | 'shared' | 'busy'> {
  const done = await asWriter(deps, place, { adds: true }, async (google, access, writer) => {
    const readers = await presentReaders(deps.db, place.campaign)
    const isFollowed = await followPeople(deps, google, access, place, readers)
    const { sheet, isNew } = await ensureSheet(deps, google, access, place, writer)
    await shareNew(deps, google, access, place, { sheet, readers })
    if (parcels.length > 0)
      await addRows(google, access, place, { sheet, isNew, isUnsure: !isFirst || writer.isUnsure }, parcels)
    return isFollowed ? 'done' : 'shared'
  }).catch((error: unknown) => {
    if (error instanceof ToolFault && error.status === 404)
      throw new ToolFault('dead', 'The sheet is not in Google Drive any more. A new one can be made in the campaign.', {
        status: 404,
      })
    throw error
  })
  return done ?? 'busy'
}

/** Whether there is somebody to take a sheet from, or the right to edit it, that a connection made. Who removed a client leaves it its sheets. */
export async function isToTake(
  db: Pick<Deps['db'], 'sheet' | 'user'>,
  { campaign, client, connection }: Place,
): Promise<boolean> {
  if (client.deletedAt !== null) return false
  const [all, readers] = await Promise.all([db.sheet.list(campaign), presentReaders(db, campaign)])
  return all.some(
    (sheet) => isOf(sheet, connection) && (leftOf(readers, sheet).length > 0 || hasOtherRole(sheet, client)),
  )
}

/** Takes the sheets that a connection made from those who left, and does no more. As `writeRows`. Throws `ToolFault`. */
export async function takeFromLeft(deps: Deps, place: Place): Promise<'done' | 'shared' | 'busy'> {
  const isDone = await asWriter(deps, place, { adds: false }, async (google, access) =>
    followPeople(deps, google, access, place, await presentReaders(deps.db, place.campaign)),
  )
  if (isDone === undefined) return 'busy'
  return isDone ? 'done' : 'shared'
}

/** Shares the present sheet again with all who are to read it. Undefined while somebody writes it. Throws `ToolFault`. */
export function shareAgain(deps: Deps, place: Place, sheet: CampaignSheet): Promise<string[] | undefined> {
  return asWriter(deps, place, { adds: false }, async (google, access) => {
    const readers = await presentReaders(deps.db, place.campaign)
    const shared = await shareWith(deps, google, access, sheet, place, readers)
    const { taken } = shared
    const sharedWith = [...new Set([...sheet.sharedWith, ...taken])]
    await deps.db.sheet.keepShared(sheet, {
      sharedWith,
      sharing: stillUnsure(sheet, shared),
      grants: { ...sheet.grants, ...shared.grants },
      refused: shared.refused.filter((each) => !sharedWith.includes(each)),
    })
    return taken
  })
}
