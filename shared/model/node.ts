import * as z from 'zod'

/** Orders in which a list of companies can be read; each is an index, so a page costs the same at any length. */
export const nodeSorts = ['company_name', 'full_name', 'email', 'created_at'] as const
export type NodeSort = (typeof nodeSorts)[number]

export const nodeFilters = ['direct_payment', 'payment_failed', 'api_key_generated', 'developer_mode'] as const
export type NodeFilter = (typeof nodeFilters)[number]

/** A company as lists show it, below its parent: its name, its main person, and what the filters ask for. */
export const CompanyNode = z.object({
  companyId: z.string(),
  parentId: z.string(),
  kind: z.enum(['agency', 'client']),
  userId: z.string(),
  companyName: z.string(),
  fullName: z.string(),
  email: z.string(),
  createdAt: z.number(),
  filters: z.array(z.enum(nodeFilters)).default([]),
})
export type CompanyNode = z.output<typeof CompanyNode>

const WORD = /[\p{L}\p{N}]+/gu
const LONGEST_WORD = 40
const MOST_WORDS = 24

/** Text as lists sort and search it: without accents, in lower case, white space folded. */
export const foldText = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** The words by which a node is found: those of its names, and the parts of its address as well as the whole of it. */
export function searchWords(node: Pick<CompanyNode, 'companyName' | 'fullName' | 'email'>): string[] {
  const email = foldText(node.email)
  const words = [node.companyName, node.fullName, email].flatMap((text) => foldText(text).match(WORD) ?? [])
  const long = [...words, email].filter((word) => word.length >= 2).map((word) => word.slice(0, LONGEST_WORD))
  return [...new Set(long)].slice(0, MOST_WORDS)
}
