// The Data Wallet: what may be bought, when it is topped up by itself, and when not. The screen and the server ask these functions.
import * as z from 'zod'
import { DAY, HOUR } from '../dates.ts'
import { type Cents, Cents as CentsSchema, cents, percent, toDollars, ZERO } from './cents.ts'

export const PRESETS_CENTS = [cents(25_000), cents(50_000), cents(100_000)] as const
export const PRESET_MINIMUM_CENTS = cents(25_000)
export const CUSTOM_MINIMUM_CENTS = cents(250_000)
/** A balance below this share of the balance after the latest top-up is topped up. */
export const TRIGGER_BASIS_POINTS = 1_000
/** Two equal orders within this time are one order: a double click, or a retry of somebody who saw no answer. */
export const SAME_ORDER_MS = 10_000
/** What a card may be asked for at once. */
const MOST_CENTS = cents(99_999_999)

const minimumOf = (isCustom: boolean): Cents => (isCustom ? CUSTOM_MINIMUM_CENTS : PRESET_MINIMUM_CENTS)

const plain = (amount: Cents) => toDollars(amount).replace(/\.00$/, '')
/** Under the field, while it is typed. */
export const minimumHint = (isCustom: boolean) => `*Minimum amount is $${plain(minimumOf(isCustom))}`
/** When it is to be saved or charged. */
export const minimumMessage = (isCustom: boolean) => `The minimum amount is $${plain(minimumOf(isCustom))}`

/** Why an amount cannot be bought, as a sentence; undefined when it can. Nothing chosen is as good as too little. */
export function amountFault(amount: Cents | undefined, isCustom: boolean): string | undefined {
  if (amount === undefined || amount < minimumOf(isCustom)) return minimumMessage(isCustom)
  if (amount > MOST_CENTS) return `The largest amount is $${plain(MOST_CENTS)}`
  if (!isCustom && !PRESETS_CENTS.some((preset) => preset === amount))
    return `Choose ${PRESETS_CENTS.map((preset) => `$${plain(preset)}`).join(', ')}, or enter a custom amount`
  return undefined
}

export const Wallet = z.object({
  companyId: z.string(),
  /** What can be spent. Always `boughtCents - outCents`, never negative. */
  balanceCents: CentsSchema.default(ZERO),
  /** Set aside for work that is going on; part of `outCents`. */
  reservedCents: CentsSchema.default(ZERO),
  boughtCents: CentsSchema.default(ZERO),
  outCents: CentsSchema.default(ZERO),
  /** How far the line of lots is closed because its credit expired. */
  closedCents: CentsSchema.default(ZERO),
  lots: z.number().int().default(0),
  nextExpiresAt: z.number().int().nullable().default(null),
  lastExpiresAt: z.number().int().nullable().default(null),
  /** The balance right after the latest top-up. */
  lastBalanceCents: CentsSchema.default(ZERO),
  /** What an automatic top-up buys; nothing until somebody chose it. */
  amountCents: CentsSchema.default(ZERO),
  isCustom: z.boolean().default(false),
  isStopped: z.boolean().default(false),
  monthlyCapCents: CentsSchema.nullable().default(null),
  isTopUpEnabled: z.boolean().default(true),
  /** The automatic top-up that is under way. */
  pendingAuto: z.string().nullable().default(null),
  /** When the latest three automatic top-ups failed, no matter what was paid between them. */
  failedAt: z.array(z.number().int()).default([]),
  /** When a top-up was paid last. */
  paidAt: z.number().int().nullable().default(null),
  autoTries: z.number().int().default(0),
  autoMonth: z.string().default(''),
  autoMonthCents: CentsSchema.default(ZERO),
  manualId: z.string().nullable().default(null),
  manualAt: z.number().int().nullable().default(null),
  manualCents: CentsSchema.nullable().default(null),
})
export type Wallet = z.output<typeof Wallet>

/** Whether so little is left that more is bought. Exactly a tenth is enough. */
export function isLow({ balanceCents, lastBalanceCents }: Pick<Wallet, 'balanceCents' | 'lastBalanceCents'>): boolean {
  return balanceCents < percent(lastBalanceCents, TRIGGER_BASIS_POINTS, 'up')
}

/** Whether it is used up, or nearly, and nothing is being bought: somebody has to do something before leads can be paid from it again. */
export const runsOut = (wallet: Wallet, now: number, month: string): boolean => {
  if (wallet.balanceCents > 0 && !isLow(wallet)) return false
  const plan = planAutoTopUp(wallet, now, month)
  return !plan.isDue && plan.why !== 'under-way'
}

const MOST_TRIES = 3
const TRIES_WITHIN_MS = DAY
/** How long the next try waits after one and after two that failed. The third is the last for that day. */
const WAITS_MS = [HOUR, 6 * HOUR] as const

/**
 * When the next automatic try may be made, after tries that failed. A card that paid since shows that it works, so nothing is
 * waited for; but a fourth failure within a day is never risked.
 */
export function nextTryAt({ failedAt, paidAt }: Pick<Wallet, 'failedAt' | 'paidAt'>, now: number): number {
  const recent = failedAt.filter((at) => at > now - TRIES_WITHIN_MS)
  const [first = 0] = recent
  if (recent.length >= MOST_TRIES) return first + TRIES_WITHIN_MS
  const sincePaid = recent.filter((at) => at >= (paidAt ?? 0))
  const wait = WAITS_MS[sincePaid.length - 1]
  return wait === undefined ? 0 : (sincePaid.at(-1) ?? 0) + wait
}

export type AutoPlan =
  | { isDue: true; amountCents: Cents }
  | { isDue: false; why: 'stopped' | 'switched-off' | 'not-chosen' | 'enough' | 'under-way' | 'backing-off' | 'cap' }

/** Decides whether a wallet is topped up by itself now, and by how much. Asking for the card is the caller's part. */
export function planAutoTopUp(wallet: Wallet, now: number, month: string): AutoPlan {
  const no = (why: Extract<AutoPlan, { isDue: false }>['why']): AutoPlan => ({ isDue: false, why })
  if (!wallet.isTopUpEnabled) return no('switched-off')
  if (wallet.isStopped) return no('stopped')
  if (amountFault(wallet.amountCents, wallet.isCustom)) return no('not-chosen')
  if (!isLow(wallet)) return no('enough')
  if (wallet.pendingAuto !== null) return no('under-way')
  if (nextTryAt(wallet, now) > now) return no('backing-off')
  const spent = wallet.autoMonth === month ? wallet.autoMonthCents : ZERO
  const cap = wallet.monthlyCapCents
  if (cap !== null && spent + wallet.amountCents > cap) return no('cap')
  return { isDue: true, amountCents: wallet.amountCents }
}
