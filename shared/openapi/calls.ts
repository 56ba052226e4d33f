// The API document, made from the contracts alone.
import type { NamedCall } from '../contracts/index.ts'
import { statusOf } from '../errors.ts'
import { Failure } from '../wire.ts'
import { gatherSchemas, type Json, splitInput } from './parts.ts'

/** How a body travels is told beside its decrypted shape, because the `dt` wrapping says nothing about fields. */
const bodyOf = (kind: string, schema: Json) => ({
  required: true,
  description:
    kind === 'dt'
      ? 'Sent encrypted in the single field `dt` (compact JWE, ECDH-ES, A256GCM); this is the plain shape.'
      : undefined,
  content: { [kind === 'form' ? 'multipart/form-data' : 'application/json']: { schema } },
})

type Schemas = ReturnType<typeof gatherSchemas>

function operation(entry: NamedCall, schemaOf: Schemas['schemaOf']): Json {
  const { call } = entry
  const { parameters, body } = splitInput(entry, schemaOf)
  return {
    operationId: entry.id,
    tags: [entry.area],
    summary: call.summary,
    'x-permission': call.can,
    security: call.can === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters,
      ...(call.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: call.idempotent === true,
              schema: { type: 'string', maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(body && { requestBody: bodyOf(call.body, body) }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(call.output, 'output') } } },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

/** OpenAPI 3.1 of all calls. */
export function toOpenApi(calls: NamedCall[]) {
  const paths: Record<string, Json> = {}
  const { named, schemaOf } = gatherSchemas()
  const failure = schemaOf(Failure, 'output')
  for (const entry of calls) {
    const path = `/api${entry.call.path}`
    paths[path] = { ...paths[path], [entry.call.method.toLowerCase()]: operation(entry, schemaOf) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform API',
      version: '1',
      description: `Failures carry one of these codes: ${Object.keys(statusOf).join(', ')}.`,
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...named, Failure: failure },
    },
  }
}
