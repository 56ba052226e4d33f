// Leads that are counted by what they cost, for the bill that they will stand on. A count is kept under a key that says all that
// a line of the bill says; so the sums of a bill are exact however many leads there are, and at what prices they were sold.
import { type LeadKind, leadKinds } from './price-list.ts'

/**
 * How a lead is paid for. `bill`: with the next bill of its campaign. `lot`: it was bought before. `hold`: out of money of the
 * agency's Data Wallet that was set aside for it.
 */
const fundings = ['bill', 'lot', 'hold'] as const
export type Funding = (typeof fundings)[number]

/** What is the same of leads that share a line. Amounts are hundredths of a cent. */
export type LeadLine = {
  funding: Funding
  kind: LeadKind
  isAboveLimit: boolean
  retailCentiCents: number
  wholesaleCentiCents: number
  /** What the root pays for it itself, for its revenue. */
  rootCentiCents: number
  /** Of a lead that was given back after its stretch was closed: who pays the bill that it stands on, or has paid it. */
  payer?: 'client' | 'agency' | undefined
}

/** How many leads there are of each line, by its key. */
export type LeadLines = Record<string, number>
export type CountedLine = LeadLine & { count: number }

const fundingLetters = { bill: 'b', lot: 'l', hold: 'h' } as const
const payerLetters = { client: 'c', agency: 'a' } as const
const kindLetters = { basic: 's', advanced: 'd', b2b: 't' } as const

/**
 * The key of a line: letters and digits only, and no two lines share one.
 * @example lineKey({ funding: 'bill', kind: 'basic', isAboveLimit: false, retailCentiCents: 15000, wholesaleCentiCents: 5000, rootCentiCents: 0 }) // 'bsn15000w5000r0'
 */
export function lineKey(line: LeadLine): string {
  const { funding, kind, isAboveLimit, retailCentiCents, wholesaleCentiCents, rootCentiCents, payer } = line
  const head = `${fundingLetters[funding]}${kindLetters[kind]}${isAboveLimit ? 'a' : 'n'}`
  return `${head}${retailCentiCents}w${wholesaleCentiCents}r${rootCentiCents}${payer ? payerLetters[payer] : ''}`
}

/** The line of a key. Throws for text that is no key. */
export function readLineKey(text: string): LeadLine {
  const found = /^([blh])([sdt])([an])(\d+)w(\d+)r(\d+)([ca])?$/.exec(text)
  const funding = fundings.find((each) => fundingLetters[each] === found?.[1])
  const kind = leadKinds.find((each) => kindLetters[each] === found?.[2])
  if (!found || !funding || !kind) throw new Error(`${text} is no line of leads.`)
  return {
    funding,
    kind,
    isAboveLimit: found[3] === 'a',
    retailCentiCents: Number(found[4]),
    wholesaleCentiCents: Number(found[5]),
    rootCentiCents: Number(found[6]),
    ...(found[7] && { payer: found[7] === 'c' ? ('client' as const) : ('agency' as const) }),
  }
}

/** Lines with their counts, dearest first; what was counted to nothing is left out. */
export const readLines = (lines: LeadLines): CountedLine[] =>
  Object.entries(lines)
    .filter(([, count]) => count !== 0)
    .map(([text, count]) => ({ ...readLineKey(text), count }))
    .sort((a, b) => b.retailCentiCents - a.retailCentiCents || (lineKey(a) < lineKey(b) ? -1 : 1))

/** How leads of a list of lines add up, key by key. */
export function countLines(all: readonly LeadLine[]): LeadLines {
  const lines: LeadLines = {}
  for (const line of all) lines[lineKey(line)] = (lines[lineKey(line)] ?? 0) + 1
  return lines
}
