// Connections of a company with outside tools, one for each. All secrets lie sealed in one box.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { BREAKING_FAILURES, openUntilAfter } from '#shared/integrations/breaker.ts'
import { healthy, LEAST_FAILURES } from '#shared/integrations/health.ts'
import { ToolConnection } from '#shared/model/tool-connection.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { type FailingPlace, failingAttributes, failingIndexes, failingMark, ofFailing } from './failing.ts'
import { healthAttributes } from './health.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('tool'),
  attributes: {
    companyId: text,
    slug: text,
    revision: text,
    settings: { type: 'any', required: true },
    masks: { type: 'any', required: true },
    account: { type: 'string' },
    sealed: text,
    connectedAt: number,
    lostAt: number,
    lostWords: { type: 'string' },
    failures: number,
    openUntil: number,
    unseenSince: { type: 'number' },
    ...healthAttributes,
    ...failingAttributes,
    untoldSince: { type: 'number' },
    /** Its people removed it: it is there only for who tells the tool. */
    removedAt: { type: 'number' },
    /** The end of the lease of who renews its tokens; one that is over is of somebody who never said what came of it. */
    renewUntil: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#TOOLS'),
      sk: key('sk', ['slug'], '${slug}'),
    },
    ...failingIndexes,
  },
} as const

type Named = Pick<ToolConnection, 'companyId' | 'slug'>
export type Made = Pick<ToolConnection, 'companyId' | 'slug' | 'settings' | 'masks' | 'sealed'> &
  Partial<Pick<ToolConnection, 'account' | 'revision' | 'unseenSince'>>

/** As it is when somebody connects. */
const toConnection = (made: Made, now: number): ToolConnection => ({
  account: '',
  revision: randomUUID(),
  unseenSince: 0,
  ...made,
  connectedAt: now,
  lostAt: 0,
  lostWords: '',
  failures: 0,
  openUntil: 0,
  untoldSince: 0,
  ...healthy,
})

/** A row of a tool that is not in the table of tools any more is none. */
function toAll(rows: readonly unknown[]): ToolConnection[] {
  return rows.flatMap((row) => {
    const parsed = ToolConnection.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

/** Without those that people removed, and that their tools are still to be told of. */
const toConnections = (rows: readonly ({ removedAt?: number | undefined } | null)[]): ToolConnection[] =>
  toAll(rows.filter((row) => row?.removedAt === undefined))

export function tools(table: Table) {
  const entity = new Entity(schema, electro(table))
  /** The very connection that somebody looked at, and none that was made since. */
  const same = ({ companyId, slug }: ToolConnection) => entity.patch({ companyId, slug })
  const named = ({ companyId, slug }: ToolConnection) => ({ companyId, id: slug })
  /** Beside the connection, by a name that no tool has: only who asks for grants finds them. */
  const grantOf = ({ companyId, slug, revision }: ToolConnection) => ({ companyId, slug: `${slug}#${revision}` })

  return {
    /** All of a company's. */
    async list(companyId: string): Promise<ToolConnection[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return toConnections(data)
    },
    async find({ companyId, slug }: Named): Promise<ToolConnection | undefined> {
      const { data } = await entity.get({ companyId, slug }).go({ consistent: true })
      return data ? toConnections([data])[0] : undefined
    },
    /** Also one that its people removed, and that its tool is still to be told of. */
    async findAny({ companyId, slug }: Named): Promise<ToolConnection | undefined> {
      const { data } = await entity.get({ companyId, slug }).go({ consistent: true })
      return toAll([data])[0]
    },
    /** Takes the place of an earlier one, and says which: of two that connect at once, each is somebody's. */
    async connect(
      made: Made,
      now: number,
    ): Promise<{ connection: ToolConnection; earlier: ToolConnection | undefined }> {
      const connection = toConnection(made, now)
      const { data } = await entity.put(connection).go({ response: 'all_old' })
      return { connection, earlier: toAll([data])[0] }
    },
    /** What a tool gave, or is about to have taken back, until its connection stands or the tool was told: a worker may crash before. */
    async keepGrant(made: Made & Partial<ToolConnection>, now: number): Promise<void> {
      const given = { ...toConnection(made, now), ...made }
      await entity.put({ ...given, ...grantOf(given), removedAt: now }).go()
    },
    /** Those of a company at a tool that were kept before then. */
    async listGrants({ companyId, slug }: Named, before: number): Promise<ToolConnection[]> {
      const { data } = await entity.query
        .primary({ companyId })
        .begins({ slug: `${slug}#` })
        .go({ pages: 'all', consistent: true })
      return toAll(data.filter(({ removedAt = 0 }) => removedAt < before).map((row) => ({ ...row, slug })))
    },
    async dropGrant(given: ToolConnection): Promise<void> {
      await entity.remove(grantOf(given)).go().catch(unlessRefused)
    },
    /** Answers what it was, and what was `seen` of it where the table's answer was lost; undefined where there was none. */
    async disconnect(seen: ToolConnection): Promise<ToolConnection | undefined> {
      const { companyId, slug } = seen
      const removed = await entity.remove({ companyId, slug }).go({ response: 'all_old' }).catch(unlessRefused)
      return removed ? (toConnections([removed.data])[0] ?? seen) : undefined
    },
    /** As `disconnect`, where the tool is to be told first: until `told`, only `findUntold` knows of it. */
    async retire({ companyId, slug }: Named, now: number): Promise<ToolConnection | undefined> {
      const retired = await entity
        .patch({ companyId, slug })
        .set({ untoldSince: now, removedAt: now })
        .remove([...ofFailing])
        .where(({ removedAt }, { notExists }) => notExists(removedAt))
        .go({ response: 'all_new' })
        .catch(unlessRefused)
      return retired ? toAll([retired.data])[0] : undefined
    },
    /** What people ended, as long as the tool is to be told. */
    async findUntold({ companyId, slug }: Named): Promise<ToolConnection | undefined> {
      const { data } = await entity.get({ companyId, slug }).go({ consistent: true })
      return data?.untoldSince ? toAll([data])[0] : undefined
    },
    /** The tool knows, or never will. One that people removed is gone; of another one nothing is kept that let us in. */
    async told(connection: ToolConnection, sealed: string): Promise<void> {
      const { companyId, slug, revision } = connection
      const removed = await entity
        .remove({ companyId, slug })
        .where((row, { eq, exists }) => `${eq(row.revision, revision)} AND ${exists(row.removedAt)}`)
        .go()
        .then(() => true, unlessRefused)
      if (removed) return
      await same(connection)
        .set({ sealed, untoldSince: 0 })
        .where((row, { eq }) => eq(row.revision, revision))
        .go()
        .catch(unlessRefused)
    },
    /** The tool does not know us any more: true for the one who found it out. `place`: where it counts among those that fail. */
    lose(connection: ToolConnection, lostWords: string, now: number, place?: FailingPlace): Promise<boolean> {
      return same(connection)
        .set({ lostAt: now, lostWords, ...(place && failingMark(named(connection), place, now)) })
        .where((row, { eq }) => `${eq(row.revision, connection.revision)} AND ${eq(row.lostAt, 0)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Its people took the permission back, of which the tool is to be told: see `told`. */
    async withdraw(connection: ToolConnection, lostWords: string, now: number): Promise<void> {
      await same(connection)
        .set({ lostAt: now, lostWords, untoldSince: now })
        .where((row, { eq }) => `${eq(row.revision, connection.revision)} AND ${eq(row.lostAt, 0)}`)
        .go()
        .catch(unlessRefused)
    },
    /**
     * Gives the renewal of its tokens to one worker until then; undefined where another one has it. `isUnsure`: an earlier one began,
     * and nobody knows what the tool did.
     */
    takeRenewal(connection: ToolConnection, now: number, until: number): Promise<{ isUnsure: boolean } | undefined> {
      return same(connection)
        .set({ renewUntil: until })
        .where(
          (row, { eq, lt, notExists }) =>
            `${eq(row.revision, connection.revision)} AND ${eq(row.sealed, connection.sealed)} AND (${notExists(row.renewUntil)} OR ${lt(row.renewUntil, now)})`,
        )
        .go({ response: 'all_old' })
        .then(({ data }) => ({ isUnsure: data.renewUntil !== undefined }), unlessRefused)
        .then((taken) => taken || undefined)
    },
    /**
     * Keeps what was renewed, also by who is late: a tool may give it only once. False when somebody kept other tokens, or connected
     * again.
     */
    keepRenewed(connection: ToolConnection, sealed: string): Promise<boolean> {
      return same(connection)
        .set({ sealed })
        .remove(['renewUntil'])
        .where((row, { eq }) => `${eq(row.revision, connection.revision)} AND ${eq(row.sealed, connection.sealed)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** A renewal that failed lets the next one try. `isUnsure`: the tool may have done it nevertheless. */
    async endRenewal(connection: ToolConnection, until: number, isUnsure: boolean): Promise<void> {
      const ended = same(connection)
      await (isUnsure ? ended.set({ renewUntil: 0 }) : ended.remove(['renewUntil']))
        .where((row, { eq }) => `${eq(row.revision, connection.revision)} AND ${eq(row.renewUntil, until)}`)
        .go()
        .catch(unlessRefused)
    },
    /**
     * Counts a failed try: the fifth in a row ends tries for a time, and so does each later one that was made after such a pause. Many
     * that were under way together when it began to fail are one reason for a pause, not for a long one.
     */
    async fail(read: ToolConnection, now: number): Promise<void> {
      const { revision } = read
      if (read.failures >= BREAKING_FAILURES) {
        const failures = read.failures + 1
        await same(read)
          .set({ failures, openUntil: openUntilAfter(failures, now) })
          .where((row, { eq }) => `${eq(row.revision, revision)} AND ${eq(row.failures, read.failures)}`)
          .go()
          .catch(unlessRefused)
        return
      }
      const counted = await same(read)
        .add({ failures: 1 })
        .where((row, { eq, lt }) => `${eq(row.revision, revision)} AND ${lt(row.failures, BREAKING_FAILURES)}`)
        .go({ response: 'all_new' })
        .catch(unlessRefused)
      if (!counted || counted.data.failures !== BREAKING_FAILURES) return
      await same(read)
        .set({ openUntil: openUntilAfter(BREAKING_FAILURES, now) })
        .where((row, { eq }) => `${eq(row.revision, revision)} AND ${eq(row.failures, BREAKING_FAILURES)}`)
        .go()
        .catch(unlessRefused)
    },
    /** After a pause one try is made, whose end decides: true for the one caller who makes it. */
    probe(read: ToolConnection, now: number, until: number): Promise<boolean> {
      return same(read)
        .set({ openUntil: until })
        .where(
          (row, { eq, lte }) =>
            `${eq(row.revision, read.revision)} AND ${eq(row.failures, read.failures)} AND ${lte(row.openUntil, now)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** That try was not made: another one may be, at once. */
    async endProbe(read: ToolConnection, until: number): Promise<void> {
      await same(read)
        .set({ openUntil: 0 })
        .where(
          (row, { eq }) =>
            `${eq(row.revision, read.revision)} AND ${eq(row.failures, read.failures)} AND ${eq(row.openUntil, until)}`,
        )
        .go()
        .catch(unlessRefused)
    },
    /** It answered, though not as one would wish: tries go on. */
    async answer(connection: ToolConnection): Promise<void> {
      await same(connection)
        .set({ failures: 0, openUntil: 0 })
        .where((row, { eq }) => eq(row.revision, connection.revision))
        .go()
        .catch(unlessRefused)
    },
    /** One worked again after others had failed. One that was switched off meanwhile is left to people. */
    async work(connection: ToolConnection): Promise<void> {
      await same(connection)
        .set({ failures: 0, openUntil: 0, failingSince: 0, failedTries: 0, warnedAt: 0 })
        .remove([...ofFailing])
        .where((row, { eq }) => eq(row.revision, connection.revision))
        .go()
        .catch(unlessRefused)
    },
    /** Whether the tool lets us see what came of leads that it took; `since` (ms) it does not, 0 where it does. */
    async setUnseen(connection: ToolConnection, since: number): Promise<void> {
      await same(connection)
        .set({ unseenSince: since })
        .where((row, { eq }) => eq(row.revision, connection.revision))
        .go()
        .catch(unlessRefused)
    },
    /** One more that failed; the first says since when. False when it was connected anew. */
    async countFailure(connection: ToolConnection, now: number, place: FailingPlace): Promise<boolean> {
      const { revision, failingSince } = connection
      const since = failingSince || now
      const counted = await same(connection)
        .set({ failingSince: since })
        .add({ failedTries: 1 })
        .where((row, { eq }) => eq(row.revision, revision))
        .go({ response: 'all_new' })
        .catch(unlessRefused)
      if (!counted) return false
      // By the count as it is now: many that fail at once have all read a smaller one.
      if ((counted.data.failedTries ?? 0) < LEAST_FAILURES || counted.data.failingIn) return true
      await same(connection)
        .set(failingMark(named(connection), place, since))
        .where((row, { eq, gte }) => `${eq(row.revision, revision)} AND ${gte(row.failedTries, LEAST_FAILURES)}`)
        .go()
        .catch(unlessRefused)
      return true
    },
    /** Its people know that it will be switched off. */
    warn(connection: ToolConnection, now: number): Promise<boolean> {
      return same(connection)
        .set({ warnedAt: now })
        .where(
          (row, { eq }) =>
            `${eq(row.revision, connection.revision)} AND ${eq(row.failingSince, connection.failingSince)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** After days of nothing but failures; one that worked meanwhile stays on. */
    switchOff(connection: ToolConnection, now: number): Promise<boolean> {
      return same(connection)
        .set({ offAt: now })
        .where(
          (row, { eq }) =>
            `${eq(row.revision, connection.revision)} AND ${eq(row.failingSince, connection.failingSince)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** By people. False when it was on, or connected anew, before. */
    switchOn(connection: ToolConnection): Promise<boolean> {
      return same(connection)
        .set({ ...healthy, failures: 0, openUntil: 0 })
        .remove([...ofFailing])
        .where((row, { eq, gt }) => `${eq(row.revision, connection.revision)} AND ${gt(row.offAt, 0)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
