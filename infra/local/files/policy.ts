// The rules of a browser upload (POST policy), as S3 applies them: every condition holds, and no form
// field stands outside the conditions.
import * as z from 'zod'
import { FilesError, refusedByPolicy } from './errors.ts'

const size = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(0))
const Condition = z.union([
  z.tuple([z.literal('content-length-range'), size, size]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.string()).refine((pair) => Object.keys(pair).length === 1),
])
const Policy = z.strictObject({ expiration: z.iso.datetime(), conditions: z.array(Condition) })
export type Policy = z.output<typeof Policy>

/** Reads the base64 text of a form's `policy` field. */
export function parsePolicy(encoded: string): Policy {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? 'a condition has an unknown form' : 'it is not JSON'
    throw new FilesError('InvalidPolicyDocument', 400, `The content of the form does not meet its policy: ${reason}.`)
  }
}

/** Fields that need no condition: they carry the policy itself, or are marked to be ignored. */
const isFree = (field: string) =>
  field === 'policy' || field === 'x-amz-signature' || field === 'file' || field.startsWith('x-ignore-')

function startsWith(field: string, value: string, prefix: string): boolean {
  // S3 reads a content type with commas as a list; each entry has to fit.
  const entries = field === 'content-type' ? value.split(',').map((entry) => entry.trim()) : [value]
  return entries.every((entry) => entry.startsWith(prefix))
}

/**
 * Checks everything that is known before the file itself; answers with the sizes that the file may have.
 * Field names are lower case; `bucket` is where the form was really sent.
 */
export function checkPolicy(
  policy: Policy,
  fields: ReadonlyMap<string, string>,
  { bucket, now }: { bucket: string; now: number },
): { min: number; max: number } {
  if (now >= Date.parse(policy.expiration)) throw refusedByPolicy('Policy expired.')
  const limits = { min: 0, max: Number.POSITIVE_INFINITY }
  const covered = new Set<string>()
  for (const condition of policy.conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      limits.min = Math.max(limits.min, condition[1])
      limits.max = Math.min(limits.max, condition[2])
      continue
    }
    const [how, name, expected] = Array.isArray(condition)
      ? [condition[0], condition[1].slice(1), condition[2]]
      : ['eq', ...(Object.entries(condition)[0] ?? ['', ''])]
    const field = name.toLowerCase()
    covered.add(field)
    const value = field === 'bucket' ? bucket : (fields.get(field) ?? '')
    const holds = how === 'eq' ? value === expected : startsWith(field, value, expected)
    if (!holds) throw refusedByPolicy(`Policy Condition failed: ${JSON.stringify([how, `$${name}`, expected])}`)
  }
  const extra = [...fields.keys()].filter((field) => !covered.has(field) && !isFree(field))
  if (extra.length > 0) throw refusedByPolicy(`Extra input fields: ${extra.join(', ')}`)
  return limits
}
