// What an agency pays once for the developer API: when it accepts the agreement, and again each time that the mode was off in between.
import { conflict } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { LEAST_CHARGE_CENTS } from '#shared/money/onboarding.ts'
import { type ChargedOnce, chargeOnce } from '../payments/one-time-charge.ts'
import { findCardHolder } from '../payments/payer.ts'
import type { CollectDeps } from '../payments/record.ts'

const NO_CARD = 'There is no card that could pay for the developer API. Add one in Card Setting first.'

/**
 * An agency that had accepted before owes nothing for a document that changed. Throws where the card does not pay, and where it would be
 * charged more than was shown.
 */
export async function chargeDeveloperFee(
  deps: CollectDeps,
  agency: Company,
  shownCents: number | undefined,
): Promise<ChargedOnce> {
  if (agency.hasDeveloperAgreement) return { is: 'done' }
  const amountCents = await deps.db.setting.getDeveloperFee(agency.rootId)
  if (amountCents <= LEAST_CHARGE_CENTS) return { is: 'done' }
  const holder = await findCardHolder(deps.db, agency)
  if (!holder) throw conflict(NO_CARD)
  return chargeOnce(deps, holder, {
    company: agency,
    key: `developer-${agency.apiModeAt ?? 0}`,
    purpose: 'developer',
    amountCents,
    description: 'Developer API',
    lines: [{ label: 'Developer fee', amountCents }],
    sayNo: conflict,
    shownCents,
  })
}
