// Companies as lists show them: one small item for each, with an index for each order, so that lists never read what
// they don't show; a row for each word that search finds it by and for each mark that a filter asks for; and counters.
import { CompanyListItem, foldText, NodeFacts, prefixOf } from '#shared/model/node.ts'
import { cutKey } from '#shared/text.ts'
import { at15, key, model } from '../lib/table.ts'

// Sorts before every character that a name can hold, so that "Ann" stands before "Ann Lee".
const SEPARATOR = '\t'
const sortText = (text: string) => cutKey(foldText(text), 80)

/** What an entry is sorted by, in each of the orders. */
export const sortKeys = (node: Pick<CompanyListItem, 'companyName' | 'fullName' | 'email' | 'createdAt'>) => ({
  companyName: sortText(node.companyName),
  fullName: sortText(node.fullName),
  email: sortText(node.email),
  createdAt: at15(node.createdAt),
})
export type SortKeys = ReturnType<typeof sortKeys>

/** The attribute that holds each. */
export const sortField = {
  companyName: 'nameKey',
  fullName: 'personKey',
  email: 'emailKey',
  createdAt: 'createdKey',
} as const

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
    facts: { type: 'any' },
    version: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['parentId'], 'C#${parentId}#NODES'), sk: key('sk', ['companyId'], '${companyId}') },
    companyName: index('gsi1', 'nameKey'),
    fullName: index('gsi2', 'personKey'),
    email: index('gsi3', 'emailKey'),
    createdAt: index('gsi4', 'createdKey'),
  },
} as const

/**
 * A row that search or a filter finds a company by. It is read a thousand at a time, so it holds nothing twice: its keys are
 * attributes themselves, and what sorts the company in all four orders is one text.
 */
const found = (entity: 'nw' | 'nt') =>
  ({
    model: model(entity),
    attributes: { of: { ...text, field: 'pk' }, at: { ...text, field: 'sk' }, keys: { ...text, field: 'k' } },
    indexes: { primary: { pk: key('pk', ['of'], '${of}'), sk: key('sk', ['at'], '${at}') } },
  }) as const
/** `begins_with` on the word finds the start of any word, in as many reads as there are matches. */
export const wordSchema = found('nw')
/** Companies that bear a mark, so that a filtered list costs what it finds. */
export const tagSchema = found('nt')
/** The library names entity and version in each row. */
export const shortIdentifiers = { identifiers: { entity: 'e', version: 'v' } } as const

type Listed = Pick<CompanyListItem, 'parentId' | 'kind'>
type Entry = Listed & Pick<CompanyListItem, 'companyId'>
const initial = { agency: 'A', client: 'C' } as const
export const wordsOf = ({ parentId, kind }: Listed, start: string) =>
  `C#${parentId}#S${initial[kind]}#${prefixOf(start)}`
export const tagged = ({ parentId, kind }: Listed, tag: string) => `C#${parentId}#F${initial[kind]}#${tag}`
export const wordKey = (entry: Entry, word: string) => ({
  of: wordsOf(entry, word),
  at: `${word}${SEPARATOR}${entry.companyId}`,
})
export const tagKey = (entry: Entry, tag: string) => ({ of: tagged(entry, tag), at: entry.companyId })

/** A company that was found by a word or a mark, with what it takes to sort it without reading its entry. */
export type Match = { companyId: string; keys: SortKeys }

/** What sorts a company in all four orders; no text of them holds the separator. */
export function toFoundKeys(node: CompanyListItem): string {
  const { companyName, fullName, email } = sortKeys(node)
  return [companyName, fullName, email, node.createdAt.toString(36)].join(SEPARATOR)
}
/** The same of a company whose people are nobody any more. */
export function keysWithoutPerson(keys: string): string {
  const [companyName = '', , , created = '0'] = keys.split(SEPARATOR)
  return [companyName, '', '', created].join(SEPARATOR)
}
export function toMatch({ at, keys }: { at: string; keys: string }): Match {
  const [companyName = '', fullName = '', email = '', created = '0'] = keys.split(SEPARATOR)
  return {
    companyId: at.slice(at.lastIndexOf(SEPARATOR) + 1),
    keys: { companyName, fullName, email, createdAt: at15(Number.parseInt(created, 36)) },
  }
}

/** How many children of a kind a company has, and how many of an agency's campaigns run. */
export const countSchema = {
  model: model('nodeCount'),
  attributes: {
    parentId: text,
    of: { type: ['agency', 'client', 'activeCampaign'], required: true },
    total: { type: 'number' },
    /** Of running campaigns: how many were ever started, also those that stopped again. It only ever grows. */
    starts: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['parentId'], 'C#${parentId}'), sk: key('sk', ['of'], 'COUNT#${of}') } },
} as const

const usual = NodeFacts.parse({})

/** Facts that are as usual are left out: most of them are, and a small item is what keeps lists cheap. */
const unusual = (facts: NodeFacts) =>
  Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name as keyof NodeFacts]),
    ),
  )

export function toNodeItem(node: CompanyListItem) {
  const { createdAt: _, facts, ...names } = node
  const { companyName, fullName, email, createdAt } = sortKeys(node)
  const sorts = { nameKey: companyName, personKey: fullName, emailKey: email, createdKey: createdAt }
  return { ...names, ...sorts, facts: unusual(facts) }
}

export const toNode = ({ createdKey, ...row }: Record<string, unknown>): CompanyListItem =>
  CompanyListItem.parse({ ...row, createdAt: Number(createdKey) })
