import { cents, toDollars } from '#shared/money/cents.ts'
import { toFlag } from '#shared/wire.ts'
import type { CapState } from '../../domain/leads/client-cap.ts'

export const toCapWire = ({ capCents, usedCents, isReached, clearsOn = '' }: CapState) => ({
  monthly_cap: toDollars(cents(capCents)),
  used: toDollars(cents(usedCents)),
  is_reached: toFlag(isReached),
  clears_on: clearsOn,
})
