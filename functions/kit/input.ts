import type * as z from 'zod'
import type { Call } from '#shared/contracts/call.ts'
import { type FieldErrors, invalid } from '#shared/errors.ts'

/** Bad input is told with one sentence for each field, named as the wire names it. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name =
      issue.path.length > 0 ? issue.path.join('.') : issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'body'
    fields[name] ??= issue.message
  }
  return fields
}

export function parseInput(call: Call, wire: Record<string, unknown>): unknown {
  const parsed = call.input.safeParse(wire)
  if (parsed.success) return parsed.data
  const fields = toFieldErrors(parsed.error)
  const [name, message] = Object.entries(fields)[0] ?? ['body', 'is not valid.']
  throw invalid(fields, `${name}: ${message}`)
}
