// Legacy names stop at the door: which they are is read out of the contracts, and where they may stand is said here.
import { parseSync } from 'vite'
import { allCalls } from '#shared/contracts/index.ts'
import { type FieldNames, namesOf } from '#shared/contracts/lib/names.ts'
import { isLegacyName, legacyValues } from '#shared/contracts/lib/wire-names.ts'
import type { SourceFile } from './imports.ts'
import type { Finding } from './rooms.ts'

/** The rooms that are looked at. `infra` speaks the names of AWS, and of the outside services that it stands in for. */
const rooms = ['shared/', 'functions/', 'web/', 'bin/']

/** Where legacy names may stand, and why. */
const doors: Record<string, string> = {
  'shared/contracts/': 'describes the wire',
  'functions/api/': 'takes what travels, and answers it',
  'functions/wire/': 'makes what travels',
  'web/api/': 'turns what travels into our terms',
  'functions/gateways/': 'speaks the names of the services behind it',
  'bin/demo-': 'speaks HTTP',
  'bin/wire-names.ts': 'looks for them',
  'shared/wire.ts': 'says how flags are written',
  'functions/kit/tokens.ts': 'names the claims of a token',
  'functions/kit/body.ts': 'puts who asks for a token where OAuth has it',
  'functions/kit/answer.ts': 'says by the fields of OAuth why there is no token',
  'functions/domain/integrations/happenings.ts': 'makes letters of webhooks',
  'functions/data/lib/earlier-names.ts':
    'reads rows that were written under them, and writes the one that a key begins with',
  'functions/domain/documents/legal.ts': 'names the variables of documents',
  'functions/domain/companies/import-file.ts': 'knows what people call the columns of their files',
}

const namesIn = (names: FieldNames): string[] =>
  Object.entries(names).flatMap(([wire, [, inside]]) => [wire, ...(inside ? namesIn(inside) : [])])

export const legacyNames: ReadonlySet<string> = new Set(
  [
    ...allCalls.flatMap(({ call }) => [...namesIn(namesOf(call.input)), ...namesIn(namesOf(call.output))]),
    ...legacyValues,
  ].filter((name) => isLegacyName(name) || legacyValues.includes(name)),
)

/** Finding them is quick in the text; the text is parsed only where one may stand. */
const mayStand = new RegExp(`\\b(${[...legacyNames].join('|')})\\b|(['"])[TF]\\2`)

/** A word that begins with a capital is also a type or a part of a page: as a name of a field alone it is meant. */
const isAmbiguous = (name: string) => /^[A-Z]/.test(name)

type Node = { type: string; start: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const fields: Record<string, string> = {
  Property: 'key',
  PropertyDefinition: 'key',
  TSPropertySignature: 'key',
  MemberExpression: 'property',
}

/** A legacy name or flag that a node stands for. */
function legacyIn(node: Node, parent: Node | undefined, role: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') {
    const { value } = node
    if (value === 'T' || value === 'F') return value
    return legacyNames.has(value) && !/^[A-Z][a-z]*$/.test(value) ? value : undefined
  }
  if (node.type !== 'Identifier' || typeof node.name !== 'string' || !legacyNames.has(node.name)) return undefined
  const isField = parent !== undefined && fields[parent.type] === role && parent.computed !== true
  return isField || !isAmbiguous(node.name) ? node.name : undefined
}

function* walk(value: unknown, parent?: Node, role = ''): Generator<{ name: string; start: number }> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item, parent, role)
  if (!isNode(value)) return
  const name = legacyIn(value, parent, role)
  if (name) yield { name, start: value.start }
  for (const [key, inside] of Object.entries(value)) yield* walk(inside, value, key)
}

const isLooked = (file: string) =>
  /\.tsx?$/.test(file) &&
  rooms.some((room) => file.startsWith(room)) &&
  !Object.keys(doors).some((door) => file.startsWith(door))

export function findWireNames(sources: readonly SourceFile[]): Finding[] {
  return sources
    .filter(({ file, source }) => isLooked(file) && mayStand.test(source))
    .flatMap(({ file, source }) => {
      const found = new Map<string, Finding>()
      for (const { name, start } of walk(parseSync(file, source).program)) {
        const line = source.slice(0, start).split('\n').length
        const message =
          name === 'T' || name === 'F'
            ? `'${name}' is how the wire writes a flag: use a boolean.`
            : `'${name}' is a name of the wire: use ours (shared/contracts/lib/wire-names.ts).`
        found.set(`${line} ${name}`, { file, line, message })
      }
      return [...found.values()]
    })
}
