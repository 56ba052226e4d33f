// All that one version writes and another may read: rows, what lies within them, messages of queues, tokens, and what calls take and answer.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Entity } from 'electrodb'
import * as z from 'zod'
import { openDb } from '#functions/data/index.ts'
import { shapeOf as numberOf } from '#functions/data/lib/migrate/steps.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { Run } from '#functions/kit/schedule.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { jobs } from '#shared/jobs.ts'
import { PixelReport } from '#shared/pixel-report.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { fact, type Shape, shapeOf } from './shape.ts'

const root = join(import.meta.dirname, '../..')

type Key = { template: string }
type Attribute = { type: string | readonly string[]; required?: boolean; items?: unknown }
type Model = {
  model: { entity: string; version: string }
  attributes: Record<string, Attribute>
  indexes: Record<string, { index?: string; pk: Key; sk?: Key }>
}

/** Every model that an entity is made of while all parts of the table are opened; nothing is asked of it. */
async function models(): Promise<Model[]> {
  const found = new Map<string, Model>()
  // @NOTE the library tells nobody of its entities; this is where it reads each model, once its shape is known to be right.
  const prototype = Entity.prototype as unknown as { _parseModel: (model: Model, config: unknown) => unknown }
  const { _parseModel: parse } = prototype
  prototype._parseModel = function (model, config) {
    found.set(model.model.entity, model)
    return parse.call(this, model, config)
  }
  try {
    const parts = Object.values(openDb(openTable('shapes'))) as unknown as Record<string, () => unknown>[]
    // What is loaded on first use is loaded by any name, also by one that it does not have.
    for (const part of parts) await part['loads what is opened late']?.()
  } finally {
    prototype._parseModel = parse
  }
  return [...found.values()]
}

const typesOf = ({ type, items }: Attribute): string[] => {
  if (typeof type !== 'string') return type.map((value) => JSON.stringify(value)).sort()
  const of = typeof items === 'string' ? items : (items as Attribute | undefined)?.type
  return [typeof of === 'string' ? `${type} of ${of}` : type]
}

const rowOf = ({ model, attributes, indexes }: Model): Shape => ({
  name: `row ${model.entity} ${model.version}`,
  isOptional: false,
  types: ['object'],
  within: [
    ...(numberOf(model.entity) > 1 ? [fact('shape', String(numberOf(model.entity)))] : []),
    ...Object.values(indexes).map(({ index, pk, sk }) =>
      fact(`key ${index ?? 'primary'}`, [pk, ...(sk ? [sk] : [])].map(({ template }) => template).join(' , ')),
    ),
    ...Object.entries(attributes).map(([name, attribute]) => ({
      name,
      isOptional: attribute.required !== true,
      types: typesOf(attribute),
      within: [],
    })),
  ],
})

type Json = Record<string, unknown>
const jsonOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
const read = (name: string, schema: z.ZodType) => shapeOf(name, jsonOf(schema, 'input'), { saysStrict: true })

/** Where what lies within rows is described, and what else outlives a version. */
const documents = [
  'shared/model/*.ts',
  'shared/money/*.ts',
  'shared/audit-log.ts',
  'shared/campaigns/meter.ts',
  'functions/data/**/*.ts',
]
const tokens = ['functions/kit/tokens.ts', 'functions/domain/audit/ticket.ts']

/** What these files export, by name: a file that moves changes no shape. */
async function schemasIn(what: string, patterns: readonly string[]): Promise<Shape[]> {
  const found: { name: string; file: string; schema: z.ZodType }[] = []
  for (const file of globSync([...patterns], { cwd: root }).sort())
    for (const [name, schema] of Object.entries((await import(join(root, file))) as object))
      if (schema instanceof z.ZodType) found.push({ name, file, schema })
  const isTwice = (wanted: string) => found.filter(({ name }) => name === wanted).length > 1
  return found.map(({ name, file, schema }) => read(`${what} ${isTwice(name) ? `${name} of ${file}` : name}`, schema))
}

const byName = (a: Shape, b: Shape) => (a.name < b.name ? -1 : 1)

const rowShapes = async (): Promise<Shape[]> => [
  ...(await models()).map(rowOf),
  ...(await schemasIn('within rows', documents)),
]

const messageShapes = async (): Promise<Shape[]> => [
  ...Object.entries(jobs).map(([name, { message }]) => read(`message ${name}`, message)),
  read('message of schedules', Run.omit({ schedule: true })),
  // Each has a queue and a worker of its own.
  ...scheduleNames.map((name) => read(`message of schedule ${name}`, z.object({}))),
  ...(await schemasIn('token', tokens)),
]

/** Raised with each change of what a browser keeps of its person. */
const keptVersion = () =>
  /^const VERSION = (\d+)$/m.exec(readFileSync(join(root, 'web/api/kept-user.ts'), 'utf8'))?.[1] ?? ''

const callShapes = (): Shape[] => [
  ...allCalls.map(({ id, call }) => ({
    name: `call ${id}`,
    isOptional: false,
    types: ['object'],
    within: [
      fact('path', `${call.method} ${call.path}`),
      // A page sends none or `dt`, as the contract says; programs have to be told.
      ...(call.body === 'none' || call.body === 'dt' ? [] : [fact('body', call.body)]),
      ...(call.idempotent === true ? [fact('needs', 'Idempotency-Key')] : []),
      ...(id === 'account.me' ? [fact('kept', keptVersion())] : []),
      read('takes', call.input),
      shapeOf('answers', jsonOf(call.output, 'output')),
    ],
  })),
  { name: 'call of a pixel', isOptional: false, types: ['object'], within: [read('takes', PixelReport)] },
]

/** All of them, each kind under the name of its file. */
export const shapesNow = async (): Promise<Record<string, Shape[]>> => ({
  rows: (await rowShapes()).sort(byName),
  messages: (await messageShapes()).sort(byName),
  calls: callShapes().sort(byName),
})
