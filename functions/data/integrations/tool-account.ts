// Which companies are connected by one account of a tool that knows its people by accounts: what is taken back there ends for all of
// them. The account is a keyed hash, and nobody is told who else uses it; the row answers one question, whether anybody does.
import { Entity } from 'electrodb'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('toolAccount'),
  attributes: {
    account: { type: 'string', required: true },
    users: { type: 'set', items: 'string' },
  },
  indexes: { primary: { pk: key('pk', ['account'], 'G#${account}'), sk: key('sk', [], 'ACCOUNT') } },
} as const

type Connected = Pick<ToolConnection, 'companyId' | 'account'>

export function toolAccounts(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** Doing it again changes nothing. */
    async join({ account, companyId }: Connected): Promise<void> {
      if (account === '') return
      await entity
        .upsert({ account })
        .add({ users: [companyId] })
        .go()
    },
    /** A company uses it no more. True where nobody does. Of two at once, one is the last. */
    async leave({ account, companyId }: Connected): Promise<boolean> {
      if (account === '') return true
      const { data } = await entity
        .update({ account })
        .delete({ users: [companyId] })
        .go({ response: 'all_new' })
      return (data.users ?? []).length === 0
    },
  }
}
