// Kinds of information that campaigns may ask for beside a person's address: advanced ones of Enhance ID, and those about
// a person's company of B2B ID. Each root keeps its own lists; campaigns keep the ids.
import * as z from 'zod'
import { foldText } from './node.ts'

export const informationKinds = ['advanced', 'b2b'] as const
export type InformationKind = (typeof informationKinds)[number]

export const MOST_INFORMATION_TYPES = 100
export const INFORMATION_NAME_MAX = 60

export const InformationType = z.object({ id: z.string(), name: z.string() })
export type InformationType = z.output<typeof InformationType>

/** `types` may be chosen; `removed` may not any more, and campaigns still name them. */
export type InformationList = { types: InformationType[]; removed: InformationType[]; revision: number }

const named = (names: readonly string[]): InformationType[] =>
  names.map((name) => ({ id: name.toLowerCase().replaceAll(' ', '-'), name }))

/** What a root begins with; the ids stay although names change. */
const firstTypes = {
  advanced: named([
    'Age range',
    'Gender',
    'Marital status',
    'Children in household',
    'Education',
    'Occupation',
    'Household income',
    'Net worth',
    'Credit rating',
    'Home owner',
    'Home value',
    'Interests',
  ]),
  b2b: named([
    'Company name',
    'Company website',
    'Company phone',
    'Company address',
    'Industry',
    'Number of employees',
    'Yearly revenue',
    'Job title',
    'Department',
    'Seniority',
    'Business e-mail',
    'LinkedIn profile',
  ]),
} as const satisfies Record<InformationKind, InformationType[]>

/** The type that says where a person works. A root may give it another name; its id stays. */
export const COMPANY_TYPE = 'company-name'

export const firstList = (kind: InformationKind): InformationList => ({
  types: firstTypes[kind],
  removed: [],
  revision: 0,
})

export type EditedType = { id: string; name: string }

/** Why an edited list is not taken, by the place of the row that is wrong; undefined when it is. */
export function refusalForTypes(
  before: InformationList,
  edited: readonly EditedType[],
): { row: number; message: string } | undefined {
  const known = new Set([...before.types, ...before.removed].map(({ id }) => id))
  const [ids, names] = [new Set<string>(), new Set<string>()]
  for (const [row, { id, name }] of edited.entries()) {
    if (id && !known.has(id)) return { row, message: 'This type is not in the list any more.' }
    if (id && ids.has(id)) return { row, message: 'This type is in the list twice.' }
    if (names.has(foldText(name))) return { row, message: 'There is a type of this name already.' }
    ids.add(id)
    names.add(foldText(name))
  }
  return undefined
}

/** The list as it is after an edit: what is not in it any more is kept by its last name, because campaigns may name it. */
export function changeTypes(
  before: InformationList,
  edited: readonly EditedType[],
  newId: () => string,
): InformationList {
  const types = edited.map(({ id, name }) => ({ id: id || newId(), name }))
  const kept = new Set(types.map(({ id }) => id))
  const removed = [...before.removed, ...before.types].filter(({ id }) => !kept.has(id))
  return { types, removed, revision: before.revision + 1 }
}
