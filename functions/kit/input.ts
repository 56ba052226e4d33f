// The fields of a call: where each comes from, and whether they are what its contract asks for.
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import type { Call } from '#shared/contracts/lib/call.ts'
import { badRequest, type FieldErrors, invalid } from '#shared/errors.ts'
import { cutText, refusalForText, type TextKind } from '#shared/text.ts'
import type { OpenedBody } from './body.ts'
import { inputWords } from './input-words.ts'
import { DEEPEST, tooDeep } from './json-text.ts'

/** Bad input is told with one sentence for each field, named as the wire names it. */
function toFieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name =
      issue.path.length > 0 ? issue.path.join('.') : issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'body'
    fields[name] ??= issue.message
  }
  return fields
}

type Address = Pick<APIGatewayProxyEventV2, 'rawQueryString' | 'pathParameters'>

/**
 * One place for each field: the path first, then the body, or the query of a call without one. A query of a call with a body
 * is refused: nobody would have signed it, and it could fill what the body left out. So is a name that stands in two
 * places, because the person who wrote the second may not be who wrote the first.
 */
export async function gatherFields(
  call: Call,
  address: Address,
  readBody: () => Promise<OpenedBody>,
): Promise<OpenedBody> {
  const query = [...new URLSearchParams(address.rawQueryString)]
  // Before the body is opened, which can be done once.
  if (call.body !== 'none' && query.length > 0) throw badRequest('This call takes no fields in its address.')
  const fields = new Map<string, unknown>(Object.entries(address.pathParameters ?? {}))
  const { fields: inBody, ...body } = await readBody()
  for (const [name, value] of [...query, ...Object.entries(inBody)]) {
    if (fields.has(name)) throw badRequest(`The field ${name} was sent twice.`)
    fields.set(name, value)
  }
  return { ...body, fields: Object.fromEntries(fields) }
}

type Place = { name: string; value: unknown; kind: TextKind; depth: number }

/**
 * Refuses text that no field takes, wherever in a request it stands: path, query, body, form, names of fields. Done once
 * for every call, before its own rules, so that no handler meets text that cannot be stored or sent on.
 */
function refuseText(wire: Record<string, unknown>, inLines: readonly string[] = []): void {
  // A field may be called as what every object has.
  const fields = new Map<string, string>()
  const places: Place[] = [{ name: '', value: wire, kind: 'line', depth: 0 }]
  const look = (name: string, text: string, kind: TextKind) => {
    const why = refusalForText(text, kind)
    const field = cutText(name, 100) || 'body'
    if (why && !fields.has(field)) fields.set(field, why)
  }
  for (let place = places.pop(); place; place = places.pop()) {
    const { name, value, kind, depth } = place
    if (typeof value === 'string') look(name, value, kind)
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue
    if (depth > DEEPEST) throw tooDeep()
    for (const [key, inside] of Object.entries(value)) {
      look(name, key, 'line')
      const path = name ? `${name}.${key}` : key
      places.push({ name: path, value: inside, kind: inLines.includes(path) ? 'lines' : kind, depth: depth + 1 })
    }
  }
  const [first] = fields
  if (first) throw invalid(Object.fromEntries(fields), first.join(': '))
}

export function parseInput(call: Call, wire: Record<string, unknown>): unknown {
  refuseText(wire, call.inLines)
  const parsed = call.input.safeParse(wire, { error: inputWords })
  if (parsed.success) return parsed.data
  const fields = toFieldErrors(parsed.error)
  const [name, message] = Object.entries(fields)[0] ?? ['body', 'is not valid.']
  throw invalid(fields, `${name}: ${message}`)
}
