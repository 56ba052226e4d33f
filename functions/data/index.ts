import type { Company } from '#shared/model/company.ts'
import { auditLogs } from './audit/log.ts'
import { type CompanyChange, type CompanyChanges, type Home, listed } from './companies/list-projection.ts'
import { domains } from './domains/domain.ts'
import type { Bucket } from './exclusions/buckets.ts'
import { lazily } from './lib/lazily.ts'
import type { Table } from './lib/table.ts'
import { roles } from './roles/role.ts'
import { guards } from './session/guard.ts'
import { identities } from './session/identity.ts'
import { sessions } from './session/session.ts'
import { views } from './session/view.ts'
import { companies } from './tenancy/company.ts'
import { users } from './tenancy/user.ts'

/** Loaded with the first use: most functions never look into an exclusion list. What answers piece by piece waits for itself. */
function exclusionLists(table: Table) {
  let opened: Promise<ReturnType<typeof import('./exclusions/lists.ts').exclusions>> | undefined
  const open = () => {
    opened ??= import('./exclusions/lists.ts').then(({ exclusions }) => exclusions(table))
    // A failure to load is not kept.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  const lists = lazily(async () => {
    const { read: _, ...rest } = await open()
    return rest
  })
  return Object.assign(lists, {
    async *read(buckets: readonly Bucket[], isConsistent: boolean) {
      yield* (await open()).read(buckets, isConsistent)
    },
  })
}

/**
 * Everything that is kept, by noun. What every request needs is here at once; the rest is loaded by the first who asks for it, so
 * that a function starts with little. `now`: the clock of who opens it, for what is written beside a change whose caller names no
 * instant.
 */
export function openDb(table: Table, now: () => number = Date.now) {
  const { updateCompany, changeCompany, updateUser, changeEmail, setOrganization, endManualBill, cancelContract } =
    listed(table, now)
  const campaignChange = lazily(async () => (await import('./campaigns/change.ts')).campaignChanges(table, now))
  return {
    company: {
      ...companies(table),
      setOrganization,
      endManualBill,
      cancelContract,
      async update(id: string, changes: CompanyChanges, home?: Home): Promise<void> {
        const isRenamed = await updateCompany(id, changes, home)
        // Lines of its campaigns carry its name. What is missed here is written with the campaign's next change.
        if (isRenamed && changes.name !== undefined) await campaignChange.followClientName(id, changes.name)
      },
      /** For changes that are made of what there was. */
      async change(before: Company, change: CompanyChange): Promise<void> {
        const name = await changeCompany(before, change)
        if (name !== undefined) await campaignChange.followClientName(before.id, name)
      },
    },
    user: { ...users(table), update: updateUser, changeEmail },
    apiKey: lazily(async () => (await import('./developer/api-key.ts')).apiKeys(table)),
    audience: lazily(async () => (await import('./audiences/audience.ts')).audiences(table)),
    banner: lazily(async () => (await import('./banners/banner.ts')).banners(table)),
    clientImport: lazily(async () => (await import('./companies/import.ts')).clientImports(table)),
    listFile: lazily(async () => (await import('./companies/list-file.ts')).listFiles(table)),
    companyGroup: lazily(async () => (await import('./campaigns/group.ts')).companyGroups(table)),
    node: lazily(async () => (await import('./companies/list-item.ts')).nodes(table)),
    role: roles(table),
    staff: lazily(async () => (await import('./staff/staff.ts')).staff(table, now)),
    failing: lazily(async () => (await import('./integrations/failing.ts')).failingReceivers(table)),
    earned: lazily(async () => (await import('./payments/earned.ts')).earnings(table)),
    commission: lazily(async () => (await import('./payments/commission.ts')).commissions(table)),
    session: sessions(table),
    view: views(table),
    auditLog: auditLogs(table),
    auditOutbox: lazily(async () => (await import('./audit/outbox.ts')).auditOutbox(table)),
    domain: domains(table),
    legalDocument: lazily(async () => (await import('./documents/legal.ts')).legalDocuments(table)),
    informationType: lazily(async () => (await import('./settings/information-types.ts')).informationTypes(table)),
    setting: lazily(async () => (await import('./settings/setting.ts')).settings(table)),
    customDomain: lazily(async () => (await import('./domains/custom-domain.ts')).customDomains(table)),
    guard: guards(table),
    signIn: lazily(async () => (await import('./session/sign-in.ts')).signIns(table)),
    knownDevice: lazily(async () => (await import('./session/known-device.ts')).knownDevices(table)),
    signInEntry: lazily(async () => (await import('./session/sign-in-entry.ts')).signInEntries(table)),
    token: lazily(async () => (await import('./session/token.ts')).oneTimeTokens(table)),
    removedCompany: lazily(async () => (await import('./companies/removed.ts')).removedCompanies(table)),
    tenancy: lazily(async () => (await import('./tenancy/tenancy.ts')).tenancies(table, now)),
    referral: lazily(async () => (await import('./sales/referral.ts')).referrals(table)),
    protectedFile: lazily(async () => (await import('./documents/protected-file.ts')).protectedFiles(table)),
    mail: lazily(async () => (await import('./mail/mail.ts')).mailLog(table)),
    twoFactor: lazily(async () => (await import('./security/two-factor.ts')).twoFactors(table)),
    profile: lazily(async () => (await import('./account/profile.ts')).profiles(table)),
    otpChallenge: lazily(async () => (await import('./security/otp-challenge.ts')).otpChallenges(table)),
    identity: identities(table),
    campaign: lazily(async () => (await import('./campaigns/campaign.ts')).campaigns(table)),
    campaignChange,
    pixel: lazily(async () => (await import('./campaigns/pixel.ts')).pixels(table)),
    campaignList: lazily(async () => (await import('./campaigns/list.ts')).campaignLists(table)),
    enrichment: lazily(async () => (await import('./enrichment/enrichment.ts')).enrichments(table)),
    lookup: lazily(async () => (await import('./keywords/lookup.ts')).lookups(table)),
    dayFile: lazily(async () => (await import('./campaigns/day-file.ts')).dayFiles(table)),
    pull: lazily(async () => (await import('./campaigns/pull.ts')).pulls(table)),
    exclusion: exclusionLists(table),
    exclusionBatch: lazily(async () => (await import('./exclusions/batch.ts')).exclusionBatches(table)),
    upload: lazily(async () => (await import('./exclusions/upload.ts')).uploads(table)),
    personRequest: lazily(async () => (await import('./exclusions/person-request.ts')).personRequests(table)),
    lead: lazily(async () => (await import('./leads/lead.ts')).leads(table)),
    visitor: lazily(async () => (await import('./leads/visitor.ts')).visitors(table)),
    leadNotice: lazily(async () => (await import('./leads/notice.ts')).leadNotices(table)),
    leadMonth: lazily(async () => (await import('./leads/month.ts')).leadMonths(table)),
    leadTally: lazily(async () => (await import('./leads/tally.ts')).leadTallies(table)),
    leadDays: lazily(async () => (await import('./leads/day-fold.ts')).dayFold(table)),
    reportMail: lazily(async () => (await import('./reports/mail.ts')).reportMails(table)),
    notice: lazily(async () => (await import('./account/notice.ts')).notices(table)),
    weakCampaign: lazily(async () => (await import('./reports/weak-campaign.ts')).weakCampaigns(table)),
    daySums: lazily(async () => (await import('./reports/day-sums.ts')).daySums(table)),
    webhook: lazily(async () => (await import('./integrations/webhook.ts')).webhooks(table)),
    toolAccount: lazily(async () => (await import('./integrations/tool-account.ts')).toolAccounts(table)),
    tool: lazily(async () => (await import('./integrations/tool.ts')).tools(table)),
    sheet: lazily(async () => (await import('./integrations/sheet.ts')).sheets(table)),
    toolMenu: lazily(async () => (await import('./integrations/menu.ts')).toolMenus(table)),
    toolChoice: lazily(async () => (await import('./integrations/tool-choice.ts')).toolChoices(table)),
    delivery: lazily(async () => (await import('./integrations/delivery.ts')).deliveries(table)),
    deliveryTry: lazily(async () => (await import('./integrations/try.ts')).deliveryTries(table)),
    happening: lazily(async () => (await import('./integrations/happening.ts')).happenings(table)),
    replay: lazily(async () => (await import('./integrations/replay.ts')).replays(table)),
    pause: lazily(async () => (await import('./settings/pause.ts')).pauses(table)),
    price: lazily(async () => (await import('./pricing/price.ts')).prices(table)),
    minimumSpend: lazily(async () => (await import('./billing/minimum-spend.ts')).minimumSpends(table)),
    campaignBill: lazily(async () => (await import('./billing/campaign-bill.ts')).campaignBills(table)),
    leadHold: lazily(async () => (await import('./billing/hold.ts')).leadHolds(table)),
    clientCap: lazily(async () => (await import('./billing/client-cap.ts')).clientCaps(table)),
    leadTaking: lazily(async () => (await import('./billing/lead-taking.ts')).leadTakings(table)),
    manualBill: lazily(async () => (await import('./billing/manual-bill.ts')).manualBills(table)),
    coupon: lazily(async () => (await import('./billing/onboarding.ts')).coupons(table)),
    billing: lazily(async () => (await import('./payments/billing.ts')).billings(table)),
    ledger: lazily(async () => (await import('./wallet/ledger.ts')).ledgers(table)),
    connectedAccount: lazily(async () => (await import('./payments/connected-account.ts')).connectedAccounts(table)),
    owedRefund: lazily(async () => (await import('./payments/owed-refund.ts')).owedRefunds(table)),
    payment: lazily(async () => (await import('./payments/payment.ts')).payments(table, now)),
  }
}
export type Db = ReturnType<typeof openDb>
