// The least that agencies spend: a root's plans, what holds for one agency, its agreement to it, and who is excluded.
import * as z from 'zod'
import { Block } from '../../document-text.ts'
import { messages } from '../../messages.ts'
import { MOST_MONTHS } from '../../money/minimum-spend.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done, Id, seenOf } from '../lib/fields.ts'
import { Amount, WireAmount } from './fields.ts'

const pages = ['agencyList', 'generalSetting'] as const

const Plan = z.object({
  idMinimumSpend: z.string(),
  planName: z.string(),
  months: z.array(WireAmount),
  flatMonth: WireAmount,
  is_default: z.boolean(),
})

export const listPlans = call({
  method: 'GET',
  path: '/general/minimum-spend-config',
  summary: 'The minimum-spend plans of the platform.',
  can: 'minimum-spend:update',
  pages,
  input: z.object({}),
  output: z.object({ data: z.array(Plan) }),
})

const fields = {
  planName: z.string().trim().min(1, 'Enter a name for the plan.').max(80, 'Use at most 80 letters.'),
  months: z.array(Amount).max(MOST_MONTHS, `A plan names at most ${MOST_MONTHS} months.`),
  flatMonth: Amount,
}

export const createPlan = call({
  method: 'POST',
  path: '/general/minimum-spend-config',
  summary: 'Adds a minimum-spend plan.',
  can: 'minimum-spend:update',
  inView: 'refused',
  pages,
  audit: { action: 'Cost Change', did: 'Added a plan', tried: 'Tried to add a plan' },
  input: z.object(fields),
  output: Done.extend({ data: Plan }),
})

export const updatePlan = call({
  method: 'PUT',
  path: '/general/minimum-spend-config',
  summary: 'Changes a minimum-spend plan, from the months on that end after now. What is left out stays as it is.',
  can: 'minimum-spend:update',
  inView: 'refused',
  pages,
  audit: { action: 'Cost Change', did: 'Changed a plan', tried: 'Tried to change a plan' },
  input: z.object({ idMinimumSpend: Id, ...z.object(fields).partial().shape, ...seenOf(fields) }),
  output: Done.extend({ data: Plan }),
})

export const removePlan = call({
  method: 'DELETE',
  path: '/general/minimum-spend-config',
  summary: 'Removes a plan that no agency has and that is not the default.',
  can: 'minimum-spend:update',
  inView: 'refused',
  pages,
  audit: { action: 'Cost Change', did: 'Deleted a plan', tried: 'Tried to delete a plan' },
  input: z.object({ idMinimumSpend: Id }),
  output: Done,
})

export const setDefaultPlan = call({
  method: 'PUT',
  path: '/general/set-default-minimum-spend-config',
  summary: 'The plan that new agencies begin with; empty for none.',
  can: 'minimum-spend:update',
  inView: 'refused',
  pages,
  audit: { action: 'Cost Change', did: 'Set the plan of new agencies', tried: 'Tried to set the plan of new agencies' },
  rounds: { most: 4, reason: 'What was so is read before it is changed and for the log after it.' },
  input: z.object({ idMinimumSpend: z.union([Id, z.literal('')]) }),
  output: Done,
})

export const userMinimum = call({
  method: 'GET',
  path: '/general/minimum-spend-user',
  summary: 'What an agency must spend: its first months one by one, and every month after them. Empty when nothing.',
  can: 'minimum-spend:read',
  company: 'company_id',
  input: z.object({ company_id: Id }),
  output: z.object({ months: z.array(WireAmount), flatMonth: WireAmount }),
})

const MonthAmount = z.object({ month: z.int().min(1).max(MOST_MONTHS), amount: z.string().max(20) })

export const agreement = call({
  method: 'GET',
  path: '/agreement-minimum-spend-v2/{company_id}',
  summary: "The minimum-spend addendum with an agency's own amounts. Without a minimum there is none.",
  can: 'minimum-spend:read',
  company: 'company_id',
  input: z.object({ company_id: Id }),
  output: z.object({
    data: z
      .object({
        title: z.string(),
        version: z.number(),
        months: z.array(MonthAmount),
        flatMonth: z.string(),
        html: z.string(),
        blocks: z.array(Block),
      })
      .nullable(),
  }),
})

export const agreementStatus = call({
  method: 'GET',
  path: '/general/minimum-spend-agreement',
  summary: 'Whether an agency has accepted its present minimum, and when.',
  can: 'minimum-spend:read',
  company: 'company_id',
  input: z.object({ company_id: Id }),
  output: z.object({ status: WireFlag, accepted_at: z.string(), accepted_by: z.string() }),
})

export const agree = call({
  method: 'PUT',
  path: '/general/minimum-spend-agreement',
  summary:
    "Records that an agency accepts its minimum as it stands now. The first acceptance begins the agency's months.",
  can: 'agreement:update',
  company: 'company_id',
  inView: 'refused',
  audit: { action: 'Agreement', did: 'Agreed to the minimum spend' },
  input: z.object({
    company_id: Id,
    accepted: z.literal('T', messages.mustAgree),
    /** The version that was read: a newer one is not agreed to unseen, but refused with 409. */
    version: z.int().min(1).optional(),
    /** The amounts that were read, as the addendum has them: others are refused in the same way. */
    months: z.array(MonthAmount).max(MOST_MONTHS).optional(),
    flatMonth: z.string().max(20).optional(),
  }),
  output: Done.extend({ accepted_at: z.string() }),
})

export const excludeMinimum = call({
  method: 'PUT',
  path: '/configuration/exclude-minimum-spend',
  summary:
    'Takes a company out of the minimum spend (1), or back into it (0). Without saying which, it becomes the other of the two.',
  can: 'minimum-spend:exclude',
  inView: 'refused',
  pages: ['agencyList', 'clientManagement'],
  company: 'CompanyID',
  idempotent: true,
  audit: {
    action: 'Cost Change',
    did: 'Saved whether the minimum spend holds',
    tried: 'Tried to change whether the minimum spend holds',
  },
  rounds: { most: 9, reason: 'Each agency is read before it is changed with its list entry.' },
  input: z.object({ CompanyID: Id, exclude_minimum_spend: z.union([z.literal(0), z.literal(1)]).optional() }),
  output: Done.extend({ exclude_minimum_spend: z.union([z.literal(0), z.literal(1)]) }),
})
