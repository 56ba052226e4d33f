// Changes of the shape of rows that lie in the table. Functions of the version before and of the new one run side by side while a
// version rolls out, so a change comes in three steps: functions that read both shapes, then the rows, then the end of the old one.

import { LogEntry } from '#shared/audit-log.ts'
import { shownPlace } from '../../audit/log.ts'
import { plainOf, type Raw, textOf } from '../../tenancy/carry/raw.ts'
import { underOurNames } from '../earlier-names.ts'

export type Migration = {
  /** Which rows: the name of their entity. */
  kind: string
  /** The shape that they have afterwards. Every kind begins with 1, and each change of it counts one further. */
  to: number
  /** What changes, for the person who runs it. */
  why: string
  /** The attributes that become another thing; nothing where the row is of this shape. Doing it again changes nothing. */
  change: (row: Raw) => Raw | undefined
}

/** The names within a map, one level deep, where some of them are earlier ones. */
function renamed(row: Raw, attribute: string): Raw | undefined {
  const map = row[attribute]?.M
  if (!map) return undefined
  const names = Object.keys(map)
  const ours = Object.keys(Object(underOurNames(Object.fromEntries(names.map((name) => [name, true])))))
  if (names.every((name, index) => name === ours[index])) return undefined
  return {
    [attribute]: { M: Object.fromEntries(Object.values(map).map((value, index) => [ours[index] ?? '', value])) },
  }
}

const shownEntry = LogEntry.pick({
  tenantId: true,
  companyId: true,
  action: true,
  after: true,
  at: true,
  id: true,
}).partial({
  after: true,
})

/** What is in the log for a client, among those that the client is shown. The chain is made of the entry, which stays as it is. */
function shownToClient(row: Raw): Raw | undefined {
  if (row.shownTo) return undefined
  const place = shownEntry.safeParse(plainOf(row.entry)).data
  const shown = place && shownPlace(place)
  return (
    shown && {
      shownTo: { S: shown.shownTo },
      shownAt: { S: shown.shownAt },
      gsi4pk: { S: `LOG#${shown.shownTo}` },
      gsi4sk: { S: `E#${shown.shownAt}` },
    }
  )
}

const named = new Set(['rootAgencyEmbeddedCode', 'customsmtpmodule'])

export const migrations: readonly Migration[] = [
  {
    kind: 'company',
    to: 2,
    why: 'contacts of companies bear the names that we use, and no earlier ones',
    change: (row) => renamed(row, 'contacts'),
  },
  {
    kind: 'setting',
    to: 2,
    why: 'embedded code and mail servers bear the names that we use, and no earlier ones',
    change: (row) => (named.has(textOf(row, 'name')) ? renamed(row, 'value') : undefined),
  },
  {
    kind: 'auditLog',
    to: 2,
    why: 'clients find on their first page also what was done for them in the 30 days before that page had it',
    change: shownToClient,
  },
]

/** Which shape a row says that it has. */
const shapeOfRow = (row: Raw): number => Number(plainOf(row.shape) ?? 1)

/** Which shape rows of a kind have once all is done. */
export const shapeOf = (kind: string, steps: readonly Migration[] = migrations): number =>
  Math.max(1, ...steps.filter((step) => step.kind === kind).map(({ to }) => to))

/** Numbers of a kind follow each other, so that none is done before the one that it builds on. */
export function inOrder(steps: readonly Migration[]): Map<string, Migration[]> {
  const byKind = Map.groupBy(steps, ({ kind }) => kind)
  for (const [kind, all] of byKind) {
    all.sort((a, b) => a.to - b.to)
    for (const [index, { to }] of all.entries())
      if (to !== index + 2) throw new Error(`Changes of the kind "${kind}" are not numbered 2, 3, 4 and so on.`)
  }
  return byKind
}

/** What a row becomes by all changes that it has not seen; nothing where it is what it is to be. */
export function changesOf(row: Raw, steps: readonly Migration[]): Raw | undefined {
  let changed: Raw | undefined
  for (const { to, change } of steps) {
    if (shapeOfRow(row) >= to) continue
    const next = change({ ...row, ...changed })
    if (next) changed = { ...changed, ...next }
  }
  return changed && { ...changed, shape: { N: String(steps.at(-1)?.to ?? 1) } }
}
