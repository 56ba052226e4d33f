import { Entity } from 'electrodb'
import * as z from 'zod'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const number = { type: 'number', required: true } as const
const text = { type: 'string', required: true } as const

const questionnaireSchema = {
  model: model('questionnaire'),
  attributes: { companyId: text, answers: { type: 'any', required: true }, answeredBy: text, answeredAt: number },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}'), sk: key('sk', [], 'QUESTIONNAIRE') },
  },
} as const

const emailChangeSchema = {
  model: model('emailChange'),
  attributes: {
    userId: text,
    id: text,
    email: text,
    /** Hashes of the two mailed codes. The new address gets none that works when it belongs to somebody else. */
    oldCodeHash: { type: 'string' },
    newCodeHash: { type: 'string' },
    /** Where somebody else asked for it: who, and what must not have changed until the new address confirms. */
    askedBy: { type: 'any' },
    tries: number,
    endsAt: number,
    ttl: number,
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', [], 'EMAILCHANGE') } },
} as const

export const Answers = z.record(z.string(), z.array(z.string()))
export type Questionnaire = {
  companyId: string
  answers: z.output<typeof Answers>
  answeredBy: string
  answeredAt: number
}
export const AskedBy = z.object({
  userId: z.string(),
  epoch: z.number(),
  oldEmail: z.string(),
  targetEpoch: z.number(),
})
export type EmailChange = {
  userId: string
  id: string
  email: string
  oldCodeHash?: string | undefined
  newCodeHash?: string | undefined
  askedBy?: z.output<typeof AskedBy> | undefined
  tries: number
  endsAt: number
}

/** What belongs to a profile beside the person and the company themselves. */
export function profiles(table: Table) {
  const questionnaires = new Entity(questionnaireSchema, electro(table))
  const changes = new Entity(emailChangeSchema, electro(table))

  return {
    async findQuestionnaire(companyId: string): Promise<Questionnaire | undefined> {
      const { data } = await questionnaires.get({ companyId }).go()
      return data ? { ...data, answers: Answers.parse(data.answers) } : undefined
    },
    async saveQuestionnaire(questionnaire: Questionnaire): Promise<void> {
      await questionnaires.put(questionnaire).go()
    },
    /** Begins a change of address; one that was begun before is forgotten. */
    async beginEmailChange(change: EmailChange): Promise<void> {
      await changes.put(withoutNulls({ ...change, ttl: Math.ceil(change.endsAt / 1000) })).go()
    },
    /** The change that waits, over or not. */
    async findEmailChange(userId: string): Promise<EmailChange | undefined> {
      const { data } = await changes.get({ userId }).go({ consistent: true })
      return data ? { ...data, askedBy: AskedBy.optional().parse(data.askedBy) } : undefined
    },
    /** Counts a try and answers the change as it is then; undefined when there is none, it is over, or has no try left. */
    async countEmailTry(userId: string, limit: number, now: number): Promise<EmailChange | undefined> {
      try {
        const { data } = await changes
          .patch({ userId })
          .add({ tries: 1 })
          .where(({ tries, endsAt }, { lt, gt }) => `${lt(tries, limit)} AND ${gt(endsAt, now)}`)
          .go({ response: 'all_new' })
        // @NOTE `all_new` answers the whole item, which holds every required attribute.
        return data as EmailChange
      } catch (error) {
        if (isConditionFailure(error)) return undefined
        throw error
      }
    },
    /** True for the one request that finishes the change. */
    async endEmailChange({ userId, id }: EmailChange): Promise<boolean> {
      try {
        await changes
          .remove({ userId })
          .where((item, { eq }) => eq(item.id, id))
          .go()
        return true
      } catch (error) {
        if (isConditionFailure(error)) return false
        throw error
      }
    },
  }
}
