import { Entity } from 'electrodb'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('referral'),
  attributes: {
    rootId: { type: 'string', required: true },
    code: { type: 'string', required: true },
    userId: { type: 'string', required: true },
  },
  indexes: { primary: { pk: key('pk', ['rootId', 'code'], 'R#${rootId}#${code}'), sk: key('sk', [], 'REFERRAL') } },
} as const

/** Codes by which sales people bring agencies; each belongs to one person of one root. */
export function referrals(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async findUserId(rootId: string, code: string): Promise<string | undefined> {
      const { data } = await entity.get({ rootId, code }).go()
      return data?.userId
    },
    /** False when the code is another person's. */
    async claim(rootId: string, code: string, userId: string): Promise<boolean> {
      try {
        await entity.create({ rootId, code, userId }).go()
        return true
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        return (await this.findUserId(rootId, code)) === userId
      }
    },
  }
}
