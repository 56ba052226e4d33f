import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import * as z from 'zod'
import type { Campaign } from '#shared/model/campaign.ts'
import { type ProductLine, paymentTerms } from '#shared/model/company.ts'
import {
  type CostList,
  limitPeriods,
  noCosts,
  noFees,
  noPrice,
  type RetailPrice,
  topUpModes,
  type Version,
} from '#shared/money/price-list.ts'
import { changedAtOnce } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import type { Row } from '../tenancy/tree.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('priceVersion'),
  attributes: {
    companyId: text,
    /** What is priced: `COST`, `RETAIL#<product>` or `RETAIL#<product>#<campaign>`. */
    subject: text,
    // Padded in the key, so that text sorts as time does.
    effectiveAt: { type: 'number', required: true, padding: { length: 15, char: '0' } },
    value: { type: 'any', required: true },
    savedBy: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'subject'], 'C#${companyId}#PRICES#${subject}'),
      sk: key('sk', ['effectiveAt'], 'AT#${effectiveAt}'),
    },
  },
} as const

const latestSchema = {
  model: model('latestPrice'),
  attributes: { companyId: text, subject: text, effectiveAt: { type: 'number', required: true } },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'subject'], 'C#${companyId}#PRICES#${subject}'),
      sk: key('sk', [], 'LATEST'),
    },
  },
} as const

const whole = z.number().int().min(0)
// A block or section that an older version did not have costs nothing.
const Fees = z
  .object({
    platformFeeCents: whole,
    periodFeeCents: whole,
    perLeadCentiCents: whole,
    perLeadAdvancedCentiCents: whole,
  })
  .prefault(noFees)
export const Section = z
  .object({ Weekly: Fees, Monthly: Fees, OneTime: Fees, Prepaid: Fees })
  .prefault(noCosts.costs.local)
export const StoredCosts = z.object({
  term: z.enum(paymentTerms),
  costs: z.object({ local: Section, locator: Section, enhance: Section, b2b: Section }),
})

/** The next price is made of the one before: what another version of the platform wrote there stays in it. */
export const StoredPrice = z.looseObject({
  term: z.enum(paymentTerms),
  perLeadCentiCents: whole,
  perLeadAdvancedCentiCents: whole,
  perLeadB2bCentiCents: whole,
  periodFeeCents: whole,
  platformFeeCents: whole,
  aboveLimitCentiCents: whole,
  limit: z.looseObject({ count: whole, every: z.enum(limitPeriods), fromOn: z.string(), toOn: z.string() }),
  topUp: z.looseObject({ mode: z.enum(topUpModes), leads: whole }),
})

const COST = 'COST'
const retail = (line: ProductLine, campaignId?: string) =>
  campaignId ? `RETAIL#${line}#${campaignId}` : `RETAIL#${line}`

type Saved = { by: string; at: number }
/** A version that is not written yet. */
export type NewVersion = {
  companyId: string
  subject: string
  effectiveAt: number
  value: unknown
  savedBy: string
  /** The version that was the latest when this one was made; 0 where there was none. */
  follows: number
}
/** Versions of prices, and which one is the latest. */
export const priceEntities = (table: Table) => ({
  price: new Entity(schema, electro(table)),
  latestPrice: new Entity(latestSchema, electro(table)),
})
type Both = Service<ReturnType<typeof priceEntities>>
type To = Parameters<Parameters<Both['transaction']['write']>[0]>[0]

/**
 * A version, refused where somebody else wrote one since the one that it was made of: their instants may differ, so that its own key
 * does not say so.
 */
export const versionRows = (to: To, { follows, ...version }: NewVersion): Row[] => {
  const { companyId, subject, effectiveAt } = version
  return [
    to.price.create(version).commit(),
    to.latestPrice
      .put({ companyId, subject, effectiveAt })
      .where((row, { lte, notExists }) => `${notExists(row.effectiveAt)} OR ${lte(row.effectiveAt, follows)}`)
      .commit(),
  ]
}
const MOST_TRIES = 8
/** Behind every instant that a key can hold. */
export const LAST_INSTANT = 999_999_999_999_999

/** Prices by what they are the price of. Every version stays, under the instant from which it holds. */
export function prices(table: Table) {
  const entities = priceEntities(table)
  const both = new Service(entities)
  const entity = entities.price

  async function find<Value>(
    read: z.ZodType<Value>,
    companyId: string,
    subject: string,
    at: number,
  ): Promise<Version<Value> | undefined> {
    const { data } = await entity.query
      .primary({ companyId, subject })
      .lte({ effectiveAt: at })
      .go({ order: 'desc', limit: 1, consistent: true })
    const [row] = data
    return row && { effectiveAt: row.effectiveAt, value: read.parse(row.value) }
  }

  /** Two versions never hold from the same instant, and what is saved twice is one version: then there is none to write. */
  async function nextVersion<Value>(
    read: z.ZodType<Value>,
    companyId: string,
    subject: string,
    next: (latest: Value | undefined) => Value,
    { by, at }: Saved,
  ): Promise<NewVersion | undefined> {
    const latest = await find(read, companyId, subject, LAST_INSTANT)
    const value = next(latest?.value)
    if (latest && JSON.stringify(latest.value) === JSON.stringify(read.parse(value))) return undefined
    const follows = latest?.effectiveAt ?? 0
    return { companyId, subject, effectiveAt: Math.max(at, follows + 1), value, savedBy: by, follows }
  }

  /** From now on. */
  async function change<Value>(
    read: z.ZodType<Value>,
    companyId: string,
    subject: string,
    next: (latest: Value | undefined) => Value,
    saved: Saved,
  ): Promise<void> {
    for (let tries = 1; ; tries++) {
      const version = await nextVersion(read, companyId, subject, next, saved)
      if (!version) return
      const { canceled } = await whenFree(() => both.transaction.write((to) => versionRows(to, version)).go())
      if (!canceled) return
      if (tries === MOST_TRIES) throw changedAtOnce()
      await sleep(Math.random() * 10 * 2 ** tries)
    }
  }

  return {
    /** Wholesale costs of an agency, or a root's own; nothing costs anything before the first version. */
    async costsAt(companyId: string, at: number): Promise<CostList> {
      return (await find(StoredCosts, companyId, COST, at))?.value ?? noCosts
    },
    /** The version of costs that held at an instant, and since when it did. */
    findCostsVersion: (companyId: string, at: number): Promise<Version<CostList> | undefined> =>
      find(StoredCosts, companyId, COST, at),
    saveCosts: (companyId: string, list: CostList, saved: Saved) =>
      change(StoredCosts, companyId, COST, () => list, saved),
    /** Changes the latest costs, no matter what somebody else made of them meanwhile. */
    changeCosts: (companyId: string, next: (latest: CostList) => CostList, saved: Saved) =>
      change(StoredCosts, companyId, COST, (latest) => next(latest ?? noCosts), saved),
    /** Retail prices of a client for a product (or an agency's own, for new clients), or of one campaign. */
    async findRetail(
      companyId: string,
      line: ProductLine,
      at: number,
      campaignId?: string,
    ): Promise<RetailPrice | undefined> {
      return (await find(StoredPrice, companyId, retail(line, campaignId), at))?.value
    },
    /** The version of retail prices that held at an instant, and since when it did. */
    findRetailVersion: (
      companyId: string,
      line: ProductLine,
      at: number,
      campaignId?: string,
    ): Promise<Version<RetailPrice> | undefined> => find(StoredPrice, companyId, retail(line, campaignId), at),
    saveRetail: (companyId: string, line: ProductLine, price: RetailPrice, saved: Saved, campaignId?: string) =>
      change(StoredPrice, companyId, retail(line, campaignId), () => ({ ...noPrice, ...price }), saved),
    /** Changes the latest retail prices, no matter what somebody else made of them meanwhile. */
    changeRetail: (
      companyId: string,
      line: ProductLine,
      next: (latest: RetailPrice | undefined) => RetailPrice,
      saved: Saved,
    ) => change(StoredPrice, companyId, retail(line), next, saved),
    /** The version that a campaign's price would be from now on, for the transaction that writes it; undefined where it is that already. */
    nextOfCampaign: (
      { companyId, line, id }: Pick<Campaign, 'companyId' | 'line' | 'id'>,
      next: (latest: RetailPrice | undefined) => RetailPrice,
      saved: Saved,
    ) => nextVersion(StoredPrice, companyId, retail(line, id), next, saved),
    /** Every version of a campaign's own prices, oldest first. */
    async listRetail(companyId: string, line: ProductLine, campaignId?: string): Promise<Version<RetailPrice>[]> {
      const { data } = await entity.query.primary({ companyId, subject: retail(line, campaignId) }).go({ pages: 'all' })
      return data.map(({ effectiveAt, value }) => ({ effectiveAt, value: StoredPrice.parse(value) }))
    },
  }
}
