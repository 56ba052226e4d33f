import { Entity } from 'electrodb'
import { type Coupon, couponTypes, isCouponValid } from '#shared/money/onboarding.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { transact, type Write } from '../wallet/items.ts'

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

/** That a company uses a code. */
export type CouponUse = { rootId: string; code: string; companyId: string }
export type NewCoupon = Omit<Coupon, 'uses'> & { rootId: string; createdAt: number; createdBy: string }

/** Coupons of a root, and who used them. */
export function coupons(table: Table) {
  const entity = new Entity(couponSchema, electro(table))
  const uses = new Entity(useSchema, electro(table))
  const toCoupon = ({
    code,
    type,
    value,
    maxUses,
    uses: used,
    endsAt,
  }: Omit<Coupon, 'endsAt'> & { endsAt?: number | undefined }): Coupon => ({
    code,
    type,
    value,
    maxUses,
    uses: used,
    endsAt: endsAt ?? null,
  })

  async function hasUsed(use: CouponUse): Promise<boolean> {
    const { data } = await uses.get(use).go({ consistent: true })
    return data !== null
  }

  async function find(rootId: string, code: string): Promise<Coupon | undefined> {
    const { data } = await entity.get({ rootId, code }).go({ consistent: true })
    return data ? toCoupon(data) : undefined
  }

  /** For a transaction: takes one use. Nothing where the company has it already, undefined when none is left. */
  async function taking({ rootId, code, companyId }: CouponUse, now: number): Promise<Write[] | undefined> {
    const [coupon, isOwn] = await Promise.all([find(rootId, code), hasUsed({ rootId, code, companyId })])
    if (isOwn) return []
    if (!coupon || !isCouponValid(coupon, now)) return undefined
    const taken = entity
      .patch({ rootId, code })
      .add({ uses: 1 })
      // What a coupon allows never changes, so what was read still holds.
      .where((row, { lt }) => lt(row.uses, coupon.maxUses))
    const use = uses.create({ rootId, code, companyId, usedAt: now })
    return [{ Update: taken.params<NonNullable<Write['Update']>>() }, { Put: use.params<NonNullable<Write['Put']>>() }]
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
      return entity
        .create(withoutNulls({ ...coupon, uses: 0 }))
        .go()
        .then(() => true, unlessRefused)
    },
    async remove(rootId: string, code: string): Promise<void> {
      await entity.delete({ rootId, code }).go()
    },
    taking,
    /** Takes one use for a company that need not pay. False when none is left; true also when the company took it before. */
    async take(use: CouponUse, now: number): Promise<boolean> {
      const rows = await taking(use, now)
      if (rows?.length === 0) return true
      return rows !== undefined && ((await transact(table, rows)) === undefined || hasUsed(use))
    },
    /** For a transaction: gives a use back, as far as there is one. Refused when somebody else does so at the same time. */
    async givingBack({ rootId, code, companyId }: CouponUse): Promise<Write[]> {
      if (!(await hasUsed({ rootId, code, companyId }))) return []
      const unused = uses.remove({ rootId, code, companyId })
      const left = entity.patch({ rootId, code }).add({ uses: -1 })
      return [
        { Delete: unused.params<NonNullable<Write['Delete']>>() },
        ...((await find(rootId, code)) ? [{ Update: left.params<NonNullable<Write['Update']>>() }] : []),
      ]
    },
  }
}
