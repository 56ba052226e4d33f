// Campaigns that somebody types and has not saved, kept in the browser until they are. They belong to the signed-in person
// and go with the sign-out.
import { readKey, storageKeys, writeKey } from './storage.ts'

export type Draft = {
  /** When it was kept, as milliseconds since 1970. */
  at: number
  /** What was typed, and what it was typed over. */
  values: Record<string, unknown>
  base: Record<string, unknown> | null
  /** Of which product and client, where that was chosen here. */
  about: { line: string; companyId: string }
  /** The state of the saved campaign that it was typed over. */
  version: number
}

/** The newest ones; nobody types more campaigns than this at once. */
const MOST_DRAFTS = 5

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isDraft(value: unknown): value is Draft {
  return (
    isObject(value) &&
    isObject(value.about) &&
    typeof value.at === 'number' &&
    typeof value.version === 'number' &&
    isObject(value.values)
  )
}

function readAll(): Record<string, Draft> {
  try {
    const kept: unknown = JSON.parse(readKey(storageKeys.campaignDrafts) ?? '{}')
    return isObject(kept)
      ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Draft] => isDraft(entry[1])))
      : {}
  } catch {
    return {}
  }
}

function writeAll(drafts: Record<string, Draft>): void {
  const newest = Object.entries(drafts)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST_DRAFTS)
  try {
    writeKey(storageKeys.campaignDrafts, newest.length > 0 ? JSON.stringify(Object.fromEntries(newest)) : null)
  } catch {
    // A browser that has no room keeps no draft: what is on the screen is still there.
  }
}

/**
 * Where an editor keeps its draft. `key` names the person, their company and the campaign: one that is open in two tabs has a
 * draft of each, so that neither writes over what is typed in the other, or takes it away.
 */
export const placeOf = (key: string, editorId: string): string => `${key}#${editorId}`
const keyAt = (place: string) => place.split('#', 1)[0]

/** The newest draft of a campaign, wherever it was typed. */
export function findDraft(key: string): { place: string; draft: Draft } | undefined {
  const [newest] = Object.entries(readAll())
    .filter(([place]) => keyAt(place) === key)
    .sort(([, a], [, b]) => b.at - a.at)
  return newest && { place: newest[0], draft: newest[1] }
}

export const keepDraft = (place: string, draft: Draft): void => writeAll({ ...readAll(), [place]: draft })

export function dropDraft(place: string): void {
  const { [place]: _, ...others } = readAll()
  writeAll(others)
}
