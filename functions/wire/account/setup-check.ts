// What a person still has to set up. Everything here is computed from what is stored, never from what a browser says.
import type * as z from 'zod'
import { isBetaCompany } from '#shared/access/beta.ts'
import { servingCompany, setupOf } from '#shared/access/setup.ts'
import type { SeenBeta } from '#shared/access/viewer.ts'
import type { SetupCheck } from '#shared/contracts/account/calls.ts'
import { type Company, type ProductLine, productLines } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../../data/index.ts'
import { b2bSeenBy, walletSeenBy } from '../../data/settings/betas.ts'
import { findMinimum } from '../../domain/billing/minimum-spend.ts'
import { onboardingOf } from '../../domain/pricing/onboarding.ts'

const toBeta = (slug: string, name: string, { isBeta, appliesToAllAgencies, isKept }: SeenBeta) => ({
  id: slug,
  slug,
  name,
  is_beta: isBeta,
  apply_to_all_agency: appliesToAllAgencies,
  ...(isKept && { isKept: true as const }),
})
const terms = ['Weekly', 'Monthly', 'One Time', 'Prepaid'].map((term) => ({ term, status: true }))

/** What a company failed to pay, as its Card Setting page shows it. Agencies look at their own, clients at theirs. */
async function failedSum(db: Db, company: Company): Promise<{ campaignId: string; amountCents: number }> {
  const failed = company.paymentFailed ? await db.payment.listOwed(company.id) : []
  return {
    campaignId: failed.find(({ campaignId }) => campaignId !== null)?.campaignId ?? '',
    amountCents: failed.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

export async function setupCheck(db: Db, user: User): Promise<Omit<z.output<typeof SetupCheck>, 'secondstepdue'>> {
  const company = await db.company.get(user.companyId)
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  const agency = servingCompany(company, parent)
  const agencyParent =
    agency === company ? parent : agency.parentId ? await db.company.find(agency.parentId) : undefined
  const setup = setupOf({ user, company, agency })
  const switches = (has: Partial<Record<ProductLine, unknown>>) =>
    productLines.map((type) => ({ type, status: Boolean(has[type]) }))
  const colours = (agencyParent ?? agency).brand
  // Both are between the agency and its root: its clients see nothing of them.
  const [onboarding, minimum, failed, b2b, dataWallet] = await Promise.all([
    onboardingOf(db, company),
    findMinimum(db, company),
    failedSum(db, company),
    b2bSeenBy(db, agency),
    walletSeenBy(db, agency),
  ])
  return {
    isBeta: isBetaCompany(agency),
    betaFeature: {
      b2b_module: toBeta('b2b_module', 'B2B', b2b),
      data_wallet: toBeta('data_wallet', 'Data Wallet', dataWallet),
    },
    paymentStatusFailed: agency.paymentFailed,
    setupcomplete: toFlag(setup.isComplete),
    accessmodule: setup.accessModule,
    accessmodule_agency: setup.accessModuleAgency,
    accountconnected: user.userType === 'sales' ? user.connection : agency.connection,
    charges_enabled: agency.chargesEnabled,
    payouts_enabled: agency.payoutsEnabled,
    package_id: agency.packageId,
    paymentgateway: agency.paymentGateway,
    clientsidebar: agency.modules,
    fcampid: failed.campaignId,
    finamt: failed.amountCents === 0 ? '' : toDollars(cents(failed.amountCents)),
    agencyonboarding: {
      status: toFlag(onboarding.dueCents > 0),
      price: amountText(onboarding.dueCents),
      enable_coupon: toFlag(onboarding.takesCoupons),
    },
    minimumspend: { status: toFlag(minimum !== undefined), flatMonth: amountText(minimum?.flatMonthCents ?? 0) },
    api_mode: toFlag(agency.apiMode),
    agencymodules: switches(agency.modules),
    defaultmodules: switches((agencyParent ?? agency).modules),
    is_whitelabeling: toFlag(agency.isWhiteLabel),
    parentcolors: {
      sidebar: colours.sidebarColour,
      template: colours.templateColour,
      box: colours.boxColour,
      text: colours.textColour,
      link: colours.linkColour,
    },
    paymenttermlist: terms,
    creditcardsetup: setup.hasCard,
    manual_bill: toFlag(company.manualBill),
  }
}
