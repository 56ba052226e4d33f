// The fields of a call: where each comes from, and whether they are what its contract asks for.
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import type { Call } from '#shared/contracts/call.ts'
import { badRequest, type FieldErrors, invalid } from '#shared/errors.ts'

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

type Wire = Record<string, unknown>
type Address = Pick<APIGatewayProxyEventV2, 'rawQueryString' | 'pathParameters'>

/**
 * One place for each field: the path first, then the body, or the query of a call without one. A query of a call with a body
 * is refused: nobody would have signed it, and it could fill what the body left out. So is a name that stands in two
 * places, because whoever wrote the second may not be who wrote the first.
 */
export async function gatherFields(call: Call, address: Address, readBody: () => Promise<Wire>): Promise<Wire> {
  const query = [...new URLSearchParams(address.rawQueryString)]
  // Before the body is opened, which can be done once.
  if (call.body !== 'none' && query.length > 0) throw badRequest('This call takes no fields in its address.')
  const fields = new Map<string, unknown>(Object.entries(address.pathParameters ?? {}))
  for (const [name, value] of [...query, ...Object.entries(await readBody())]) {
    if (fields.has(name)) throw badRequest(`The field ${name} was sent twice.`)
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

export function parseInput(call: Call, wire: Record<string, unknown>): unknown {
  const parsed = call.input.safeParse(wire)
  if (parsed.success) return parsed.data
  const fields = toFieldErrors(parsed.error)
  const [name, message] = Object.entries(fields)[0] ?? ['body', 'is not valid.']
  throw invalid(fields, `${name}: ${message}`)
}
