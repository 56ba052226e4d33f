// What the engine's refusals mean, told apart by name because ElectroDB wraps them.

import { conflict } from '#shared/errors.ts'

/** Whether a conditional write was refused by its condition. */
export function isConditionFailure(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current.name === 'ConditionalCheckFailedException') return true
    if ('code' in current && current.code === 4001 && /conditional request failed/i.test(current.message)) return true
    if (/conditional request failed/i.test(current.message)) return true
  }
  return false
}

/** For `catch`, or beside the answer of a write: false where its condition refused it, and every other fault goes on. */
export function unlessRefused(error: unknown): false {
  if (isConditionFailure(error)) return false
  throw error
}

/**
 * For `catch` of a row whose id is new and random, so that nobody else can have made it: where it is there already, an answer of the
 * table was lost and its library asked again.
 */
export const unlessOwn = unlessRefused

/** Of a change that always found another one: nothing was written. */
export const changedAtOnce = () => conflict('This was changed by somebody else at the same time. Please try again.')

/** Writers met at one row again and again. Nothing was written, and it is nobody's fault: the same work may come again. */
export class WriteConflict extends Error {
  override name = 'WriteConflict'
}

/** What says neither that a condition did not hold nor that somebody was there: a fault of ours. */
export const faultsOf = (reasons: readonly string[]): string[] =>
  reasons.filter((reason) => reason !== 'ConditionalCheckFailed' && !passing.has(reason))

const passing = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
/** Whether a transaction was refused only because somebody else was there: no row says that anything is wrong. */
export const isOnlyBusy = (reasons: readonly string[]): boolean =>
  reasons.some((reason) => reason !== 'None') && reasons.every((reason) => passing.has(reason))
