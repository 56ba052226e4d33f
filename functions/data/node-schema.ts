// Companies as lists show them: one small item for each, with an index for each order, so that lists never read what
// they don't show; a row for each word that search finds it by; and a counter for each parent and kind.
import { foldText, nodeFilters } from '#shared/model/node.ts'
import { key, model } from './table.ts'

// Sorts before every character that a name can hold, so that "Ann" stands before "Ann Lee".
const SEPARATOR = '\t'
export const sortText = (text: string) => foldText(text).slice(0, 80)
export const sortTime = (at: number) => String(at).padStart(15, '0')

const index = <const Name extends 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4', const By extends string>(name: Name, by: By) =>
  ({
    index: name,
    pk: key(`${name}pk`, ['parentId', 'kind'], `P#\${parentId}#\${kind}`),
    sk: key(`${name}sk`, [by, 'companyId'], `\${${by}}${SEPARATOR}\${companyId}`),
  }) as const

const kind = { type: ['agency', 'client'], required: true } as const
const text = { type: 'string', required: true } as const

export const nodeSchema = {
  model: model('node'),
  attributes: {
    parentId: text,
    companyId: text,
    kind,
    userId: text,
    companyName: text,
    fullName: text,
    email: text,
    nameKey: text,
    personKey: text,
    emailKey: text,
    createdKey: text,
    createdAt: { type: 'number', required: true },
    filters: { type: 'list', items: { type: 'string' } },
  },
  indexes: {
    primary: { pk: key('pk', ['parentId'], 'C#${parentId}#NODES'), sk: key('sk', ['companyId'], '${companyId}') },
    company_name: index('gsi1', 'nameKey'),
    full_name: index('gsi2', 'personKey'),
    email: index('gsi3', 'emailKey'),
    created_at: index('gsi4', 'createdKey'),
  },
} as const

/** `begins_with` on the word finds the start of any word, in as many reads as there are matches. */
export const wordSchema = {
  model: model('nodeWord'),
  attributes: { parentId: text, kind, prefix: text, word: text, companyId: text },
  indexes: {
    primary: {
      pk: key('pk', ['parentId', 'kind', 'prefix'], 'C#${parentId}#S#${kind}#${prefix}'),
      sk: key('sk', ['word', 'companyId'], `\${word}${SEPARATOR}\${companyId}`),
    },
  },
} as const

/** Companies that a filter picks out; absent from it otherwise, so a filtered list costs what it finds. */
export const filterSchema = {
  model: model('nodeFilter'),
  attributes: { parentId: text, kind, filter: { type: nodeFilters, required: true }, companyId: text },
  indexes: {
    primary: {
      pk: key('pk', ['parentId', 'kind', 'filter'], 'C#${parentId}#F#${kind}#${filter}'),
      sk: key('sk', ['companyId'], '${companyId}'),
    },
  },
} as const

export const countSchema = {
  model: model('nodeCount'),
  attributes: { parentId: text, kind, total: { type: 'number' } },
  indexes: { primary: { pk: key('pk', ['parentId'], 'C#${parentId}'), sk: key('sk', ['kind'], 'COUNT#${kind}') } },
} as const
