// What every API document is made of: schemas of contracts, those with a name each told once, and where the fields of a call stand.
import * as z from 'zod'
import type { NamedCall } from '../contracts/index.ts'

export type Json = Record<string, unknown>
const Json = z.record(z.string(), z.unknown())
const Properties = z.record(z.string(), Json)
const PLACE = '#/components/schemas/'

/** An instant is told by its format; the pattern that checks it is longer than all the rest. */
function tidy({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}

/** References of a schema lead to the named ones of the document. */
function lead(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lead)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' ? String(value).replace('#/$defs/', PLACE) : lead(value),
    ]),
  )
}

/** Makes schemas of a document. `named` holds those that have a name, after all were made. */
export function gatherSchemas() {
  const named: Record<string, Json> = {}
  const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
    const made = Json.parse(z.toJSONSchema(type, { io, unrepresentable: 'any', override: tidy }))
    const { $schema: _, $defs = {}, ...rest } = Json.parse(lead(made))
    Object.assign(named, $defs)
    return rest
  }
  return { named, schemaOf }
}
type SchemaOf = ReturnType<typeof gatherSchemas>['schemaOf']

const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

export function splitInput({ call }: Pick<NamedCall, 'call'>, schemaOf: SchemaOf) {
  const schema = schemaOf(call.input, 'input')
  const properties = Properties.parse(schema.properties ?? {})
  const required = new Set(z.array(z.string()).parse(schema.required ?? []))
  const inPath = parameterNames(call.path)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameter = (name: string, place: 'path' | 'query') => {
    const { description, ...schema } = properties[name] ?? { type: 'string' }
    const isRequired = place === 'path' || required.has(name)
    return { name, in: place, required: isRequired, ...(description !== undefined && { description }), schema }
  }
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
