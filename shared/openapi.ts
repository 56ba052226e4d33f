// The API document, made from the contracts alone.
import * as z from 'zod'
import type { NamedCall } from './contracts/index.ts'
import { statusOf } from './errors.ts'
import { Failure } from './wire.ts'

type Json = Record<string, unknown>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  return rest
}

const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

function splitInput({ call }: NamedCall) {
  const schema = schemaOf(call.input, 'input')
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = new Set((schema.required ?? []) as string[])
  const inPath = parameterNames(call.path)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const isBody = call.body !== 'none'
  return {
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(isBody ? [] : rest.map((name) => parameter(name, 'query'))),
    ],
    // A choice of several shapes is told as it is; such calls have no parameters in their path.
    body: isBody
      ? schema.oneOf || schema.anyOf
        ? schema
        : {
            type: 'object',
            properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
            required: rest.filter((name) => required.has(name)),
          }
      : undefined,
  }
}

/** How a body travels is told beside its decrypted shape, because the `dt` wrapping says nothing about fields. */
const bodyOf = (kind: string, schema: Json) => ({
  required: true,
  description:
    kind === 'dt'
      ? 'Sent encrypted in the single field `dt` (compact JWE, ECDH-ES, A256GCM); this is the plain shape.'
      : undefined,
  content: { [kind === 'form' ? 'multipart/form-data' : 'application/json']: { schema } },
})

function operation(entry: NamedCall): Json {
  const { call } = entry
  const { parameters, body } = splitInput(entry)
  return {
    operationId: entry.id,
    tags: [entry.area],
    summary: call.summary,
    'x-permission': call.can,
    security: call.can === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters,
      ...(call.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 255 } }]
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
  for (const entry of calls) {
    const path = `/api${entry.call.path}`
    paths[path] = { ...paths[path], [entry.call.method.toLowerCase()]: operation(entry) }
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
      schemas: { Failure: schemaOf(Failure, 'output') },
    },
  }
}
