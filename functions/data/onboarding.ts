import { Entity, Service } from 'electrodb'
import { type Coupon, couponTypes } from '#shared/money/onboarding.ts'
import { isConditionFailure } from './errors.ts'
import { electro, key, model, type Table, withoutNulls } from './table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const couponSchema = {
  model: model('coupon'),
  attributes: {
    rootId: text,
    code: text,
    type: { type: couponTypes, required: true },
    value: number,
    maxUses: number,
    uses: number,
    endsAt: { type: 'number' },
    createdAt: number,
    createdBy: text,
  },
  indexes: {
    primary: { pk: key('pk', ['rootId'], 'C#${rootId}#COUPONS'), sk: key('sk', ['code'], '${code}') },
  },
} as const

/** That a company used a code: one row for each, so that no retry counts twice. */
const useSchema = {
  model: model('couponUse'),
  attributes: { rootId: text, code: text, companyId: text, usedAt: number },
  indexes: {
    primary: {
      pk: key('pk', ['rootId', 'code'], 'C#${rootId}#COUPONUSES#${code}'),
      sk: key('sk', ['companyId'], '${companyId}'),
    },
  },
} as const

export type NewCoupon = Omit<Coupon, 'uses'> & { rootId: string; createdAt: number; createdBy: string }

/** Coupons of a root, and who used them. */
export function coupons(table: Table) {
  const entity = new Entity(couponSchema, electro(table))
  const uses = new Entity(useSchema, electro(table))
  const all = new Service({ coupon: entity, use: uses })
  const toCoupon = ({
    code,
    type,
    value,
    maxUses,
    uses: used,
    endsAt,
  }: Omit<Coupon, 'endsAt'> & { endsAt?: number | undefined }): Coupon => ({
    ...{ code, type, value, maxUses, uses: used },
    endsAt: endsAt ?? null,
  })

  async function hasUsed(rootId: string, code: string, companyId: string): Promise<boolean> {
    const { data } = await uses.get({ rootId, code, companyId }).go({ consistent: true })
    return data !== null
  }

  async function find(rootId: string, code: string): Promise<Coupon | undefined> {
    const { data } = await entity.get({ rootId, code }).go({ consistent: true })
    return data ? toCoupon(data) : undefined
  }

  return {
    find,
    hasUsed,
    async list(rootId: string): Promise<Coupon[]> {
      const { data } = await entity.query.primary({ rootId }).go({ pages: 'all' })
      return data.map(toCoupon)
    },
    /** False when the root has the code already. */
    async create(coupon: NewCoupon): Promise<boolean> {
      try {
        await entity.create(withoutNulls({ ...coupon, uses: 0 })).go()
        return true
      } catch (error) {
        if (isConditionFailure(error)) return false
        throw error
      }
    },
    async remove(rootId: string, code: string): Promise<void> {
      await entity.delete({ rootId, code }).go()
    },
    /**
     * Takes one use for a company, before it is charged: true also when the company took it before. False when the
     * code is used up, ended or gone.
     */
    async take(rootId: string, code: string, companyId: string, now: number): Promise<boolean> {
      const coupon = await find(rootId, code)
      if (!coupon) return false
      const { canceled } = await all.transaction
        .write((to) => [
          to.coupon
            .patch({ rootId, code })
            .add({ uses: 1 })
            // What a coupon allows never changes, so what was read still holds.
            .where(
              (row, { lt, gt, notExists }) =>
                `${lt(row.uses, coupon.maxUses)} AND (${notExists(row.endsAt)} OR ${gt(row.endsAt, now)})`,
            )
            .commit(),
          to.use.create({ rootId, code, companyId, usedAt: now }).commit(),
        ])
        .go()
      return !canceled || (await hasUsed(rootId, code, companyId))
    },
    /** Gives a use back whose charge failed. Giving back twice gives back once. */
    async giveBack(rootId: string, code: string, companyId: string): Promise<void> {
      await all.transaction
        .write((to) => [
          to.coupon.patch({ rootId, code }).add({ uses: -1 }).commit(),
          to.use.remove({ rootId, code, companyId }).commit(),
        ])
        .go()
    },
  }
}
