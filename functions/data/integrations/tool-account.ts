// Which connections are made by one account of a tool that knows its people by accounts: what is taken back there ends for all of
// them. The account is a keyed hash, and nobody is told who else uses it; the row answers one question, whether anybody does.
import { Entity } from 'electrodb'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('toolAccount'),
  attributes: {
    account: { type: 'string', required: true },
    users: { type: 'set', items: 'string' },
    /** Permissions that were given until then (ms) may be taken back with that of the last one who left. */
    endingUntil: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['account'], 'G#${account}'), sk: key('sk', [], 'ACCOUNT') } },
} as const

type Connected = Pick<ToolConnection, 'companyId' | 'account' | 'revision'>

/** A company that connects again is another user: the end of its earlier connection is not the end of this one. */
const userOf = ({ companyId, revision }: Connected) => `${companyId}#${revision}`

export function toolAccounts(table: Table) {
  const entity = new Entity(schema, electro(table))

  async function leave({ account, ...user }: Connected): Promise<boolean> {
    if (account === '') return true
    const { data } = await entity
      .update({ account })
      .delete({ users: [userOf({ account, ...user })] })
      .go({ response: 'all_new' })
    return (data.users ?? []).length === 0
  }

  return {
    /**
     * `givenSince` (ms): not before then did the tool give the permission. False where the account is being taken back, or was since:
     * what it gave may be worth nothing. Doing it again changes nothing.
     */
    async join({ account, ...user }: Connected, givenSince: number): Promise<boolean> {
      if (account === '') return true
      return entity
        .upsert({ account })
        .add({ users: [userOf({ account, ...user })] })
        .where(({ endingUntil }, { lte, notExists }) => `${notExists(endingUntil)} OR ${lte(endingUntil, givenSince)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** It is used no more, and the tool knows or need not know. True where nobody uses the account. */
    leave,
    /**
     * It is used no more. True for the one who is to take the account back at the tool: nobody uses it, and until then (ms), or until
     * `taken`, nobody begins to.
     */
    async leaveLast(connected: Connected, now: number, until: number): Promise<boolean> {
      if (!(await leave(connected))) return false
      const { account } = connected
      if (account === '') return true
      return entity
        .update({ account })
        .set({ endingUntil: until })
        .where(
          ({ users, endingUntil }, { lte, notExists }) =>
            `${notExists(users)} AND (${notExists(endingUntil)} OR ${lte(endingUntil, now)})`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** The tool took it back, or could not be told: what it gives from now on stays. */
    async taken({ account }: Connected, until: number, now: number): Promise<void> {
      if (account === '') return
      await entity
        .update({ account })
        .set({ endingUntil: now })
        .where((row, { eq }) => eq(row.endingUntil, until))
        .go()
        .catch(unlessRefused)
    },
  }
}
