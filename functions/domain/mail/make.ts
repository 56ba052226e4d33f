// Turns a message of the mail queue into a mail: finds its reader, makes the links and tokens that it needs, and has it
// rendered in the brand of the tenant that it comes from.
import { linesOf } from '#shared/access/lines.ts'
import { refusalForReportMails } from '#shared/access/report-mails.ts'
import { pathTo } from '#shared/access/routes.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { emailChangeLimits } from '#shared/email-change.ts'
import { unsubscribePath } from '#shared/hooks.ts'
import { toId } from '#shared/ids.ts'
import { type MailFacts, type MailName, mails, outlivesCompany } from '#shared/mails.ts'
import { paidWithName } from '#shared/model/card-name.ts'
import { type Company, defaultModules, type ProductLine } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { signInLimits } from '#shared/sign-in.ts'
import type { Db } from '../../data/index.ts'
import type { TokenKind } from '../../data/session/token.ts'
import { isBlankEmail } from '../../data/tenancy/user.ts'
import type { Mail } from '../../gateways/mail-message.ts'
import type { Sealer } from '../../gateways/seal.ts'
import type { Sender } from '../../mails/look.ts'
import type { RenderedMail } from '../../mails/render.ts'
import type { MailViews } from '../../mails/templates.ts'
import { withoutShutOut } from '../campaigns/shut-out.ts'
import { issueToken } from '../security/one-time.ts'
import { brandSource } from '../settings/brand-source.ts'
import { type Platform, siteUrl } from '../settings/site-url.ts'
import { findAccount } from '../tenancy/find-account.ts'

type Deps = { db: Db; sealer: Pick<Sealer, 'unseal' | 'mac'>; platform: Platform; now: () => number }
/** Somebody without an account has an address, and no id. */
type Reader = {
  user: Pick<User, 'id' | 'name' | 'email'> & Partial<Pick<User, 'userType'>>
  tenant: Company
  site: string
  when: (at: number) => string
  /** Puts something into the mail besides its text. */
  enclose: (more: Enclosed) => void
}
type Enclosed = Pick<Mail, 'attachments' | 'unsubscribeUrl'>
/** `isOver`: a company that it is for, or that it comes from, was removed. */
export type MadeMail = RenderedMail & Enclosed & { to: string; fromName: string; isOver: boolean }

const INVITATION_MS = 7 * DAY
/** So many leads are counted one by one. */
const MOST_LOST = 1000
/** Of two that fail at once, the first to be told of may have failed a moment later: no worker takes longer to tell of one. */
const BESIDE_MS = 5 * MINUTE
const wholeDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** A day as people write it. */
const longDay = (day: string) => wholeDay.format(Date.parse(`${day}T00:00:00Z`))
/** Where an agency finds its payment account. */
const accountPage = '/configuration/general-setting?tab=payment'

const dashboardLink = ({ site, tenant }: Pick<Reader, 'site' | 'tenant'>, line: ProductLine, query: string) =>
  `${site}/${(tenant.modules[line] ?? defaultModules[line]).url}/dashboard?${query}`

/** Looks up what a mail says, for its reader. Each answers the view of its template; nothing where it is not to be sent any more. */
type Makers = {
  [Name in MailName]: (deps: Deps, reader: Reader, facts: MailFacts<Name>) => Promise<MailViews[Name] | undefined>
}

async function tokenLink(
  { db, now }: Deps,
  { user, tenant, site }: Reader,
  plan: { kind: TokenKind; lifeMs: number; subject?: string; path: (token: string) => string },
): Promise<string> {
  const about = { kind: plan.kind, userId: user.id, tenantId: tenant.id, subject: plan.subject ?? user.email }
  return `${site}${plan.path(await issueToken(db, { ...about, lifeMs: plan.lifeMs, now: now() }))}`
}

const confirmLink = (deps: Deps, reader: Reader) =>
  tokenLink(deps, reader, {
    kind: 'confirmEmail',
    lifeMs: signInLimits.confirmTokenMs,
    path: (token) => `/confirm-email/${token}`,
  })

const passwordLink = (deps: Deps, reader: Reader, kind: 'resetPassword' | 'invitation', lifeMs: number) =>
  tokenLink(deps, reader, {
    kind,
    lifeMs,
    path: (token) => `/set-new-password/${token}?email=${encodeURIComponent(reader.user.email)}`,
  })

/** Where the people of a company sign in: the mail may come from who asks it for money. */
async function payerSite({ db, platform }: Deps, { site, tenant }: Reader, payerId: string): Promise<string> {
  const payer = payerId === '' || payerId === tenant.id ? tenant : await db.company.find(payerId)
  return payer?.kind === 'agency' ? siteUrl(platform, payer) : site
}

const notice = ({ user, site, when }: Reader, at: number) => ({
  name: user.name,
  when: when(at),
  resetLink: `${site}/forgot-password`,
})

const makers: Makers = {
  welcome: async (deps, reader) => ({ name: reader.user.name, link: await confirmLink(deps, reader) }),
  confirmEmail: async (deps, reader) => ({
    name: reader.user.name,
    link: await confirmLink(deps, reader),
    days: signInLimits.confirmTokenMs / DAY,
  }),
  resetPassword: async (deps, reader) => ({
    name: reader.user.name,
    link: await passwordLink(deps, reader, 'resetPassword', signInLimits.resetTokenMs),
    minutes: signInLimits.resetTokenMs / MINUTE,
  }),
  passwordChanged: async (_, reader, { at }) => notice(reader, at),
  newDevice: async (_, reader, { device, ip, at }) => ({ ...notice(reader, at), device, ip }),
  tooManyTries: async (_, reader, { at }) => notice(reader, at),
  twoFactorCode: async ({ sealer }, { user }, { sealedCode, minutes }) => ({
    name: user.name,
    code: await sealer.unseal(sealedCode, user.id),
    minutes,
  }),
  invitation: async (deps, reader, { inviterName }) => ({
    name: reader.user.name,
    inviterName,
    link: await passwordLink(deps, reader, 'invitation', INVITATION_MS),
    days: INVITATION_MS / DAY,
  }),
  securityNotice: async (_, reader, { what, at }) => ({ ...notice(reader, at), what }),
  emailChangeCode: async ({ sealer }, { user }, { sealedCode, newEmail, minutes }) => ({
    name: user.name,
    code: await sealer.unseal(sealedCode, user.id),
    newEmail,
    minutes,
  }),
  newEmail: async (deps, reader, { address, changeId }) => ({
    name: reader.user.name,
    newEmail: address,
    link: await tokenLink(deps, reader, {
      kind: 'newEmail',
      subject: changeId,
      lifeMs: emailChangeLimits.linkMs,
      path: (token) => `/confirm-email/${token}?new=1`,
    }),
    days: emailChangeLimits.linkMs / DAY,
  }),
  emailTaken: async (_, { when }, { at }) => ({ when: when(at) }),
  smtpFailed: async (_, { user, site, when }, { host, reason, at }) => ({
    name: user.name,
    host,
    reason,
    when: when(at),
    settingsLink: `${site}/configuration/general-setting?tab=smtp`,
  }),
  keywordCounted: async (_, { user, site }, { keyword, area, count, countWithoutGeo }) => ({
    name: user.name,
    keyword,
    area,
    count,
    countWithoutGeo,
    link: `${site}/keyword-counts`,
  }),
  toolLost: async (_, { user, site, when }, { tool, slug, words, at }) => ({
    name: user.name,
    tool,
    words,
    when: when(at),
    link: `${site}/integrations/${slug}`,
  }),
  leadsLost: async ({ db, now }, { user, site, when }, { receiver, path, words, ownerId, destinationId, since }) => {
    const begun = Math.floor(since / DAY) * DAY
    // Of the next day's there is a mail of its own.
    const span = { from: Math.max(begun, since - BESIDE_MS), to: Math.min(now() + 1, begun + DAY), after: undefined }
    const whose = { companyId: ownerId, id: destinationId }
    const failed = await db.deliveryTry.walk(whose, 'failed', { ...span, limit: MOST_LOST })
    // One may fail twice, by hand or as its worker ended after it had said so; one that was there before is not lost; and webhooks are
    // told of more than leads.
    const lost = failed.filter(({ leadId, about }) => about !== 'arrived' && leadId.startsWith(toId('lead', '')))
    const { size } = new Set(lost.map(({ leadId }) => leadId))
    return {
      name: user.name,
      receiver,
      words,
      count: size > 1 ? `${size} leads${failed.length >= MOST_LOST ? ' or more' : ''}` : 'A lead',
      since: when(Math.min(since, lost[0]?.at ?? since)),
      link: `${site}${path}`,
    }
  },
  receiverFails: async (_, { user, site, when }, { receiver, path, words, since, offAt, isOff }) => ({
    name: user.name,
    receiver,
    words,
    since: when(since),
    offAt: when(offAt),
    isOff,
    link: `${site}${path}`,
  }),
  webhookOff: async (_, { user, site, when }, { webhook, campaign, at }) => ({
    name: user.name,
    webhook,
    campaign,
    when: when(at),
    link: site,
  }),
  leadsNotice: async (_, { site, tenant }, { campaignId, campaign, line, leads }) => ({
    campaign,
    leads,
    link: dashboardLink({ site, tenant }, line, `campaign=${campaignId}`),
  }),
  dayFile: async ({ db, now }, { site, tenant, enclose }, { address, companyId, campaignId, day }) => {
    // Loaded with the first: most mails hold no report.
    const { dayFileMail } = await import('../reports/day-file.ts')
    const found = await dayFileMail(db, { address, companyId, campaignId, day }, now())
    if (!found || found.campaign.agencyId !== tenant.id) return undefined
    const { campaign, leads, attachment } = found
    if (attachment) enclose({ attachments: [attachment] })
    return {
      campaign: campaign.name,
      day: longDay(day),
      leads,
      isEnclosed: attachment !== undefined,
      link: dashboardLink({ site, tenant }, campaign.line, `campaign=${campaign.number}&from=${day}&to=${day}`),
    }
  },
  leadReport: async ({ db, sealer, now }, { user, tenant, site, enclose }, { rhythm, from, until }) => {
    // Loaded with the first: most mails hold no report.
    const { endingToken, findReportReader } = await import('../reports/mail.ts')
    const [row, reader] = await Promise.all([db.reportMail.find(user.id), findReportReader(db, user.id, now())])
    // What they chose, or may see, can have changed while the mail waited.
    if (!row || row.rhythm === 'off' || !reader || refusalForReportMails(reader)) return undefined
    const { company } = reader
    if (tenant.id !== (company.kind === 'client' ? company.parentId : company.id)) return undefined
    const { reportView } = await import('../reports/view.ts')
    const { path, ...said } = await reportView(db, { company, tenant, from, until })
    const unsubscribeUrl = `${site}${unsubscribePath}/${await endingToken(sealer, row)}`
    enclose({ unsubscribeUrl })
    return {
      ...said,
      name: user.name,
      company: company.name,
      rhythm,
      link: `${site}${path}`,
      choiceLink: `${site}${pathTo('profile')}`,
      unsubscribeLink: unsubscribeUrl,
    }
  },
  fewLeads: async (_, { site, tenant }, { campaignId, campaign, line, leads, minimum }) => ({
    campaign,
    leads,
    minimum,
    link: dashboardLink({ site, tenant }, line, `campaign=${campaignId}`),
  }),
  emailChanged: async (_, { user, when }, { newEmail, at }) => ({ name: user.name, newEmail, when: when(at) }),
  invoicePaid: async (deps, reader, { payerId, number, what, amount, paidWith }) => ({
    name: reader.user.name,
    number,
    what,
    amount,
    paidWith: paidWithName(paidWith),
    link: `${await payerSite(deps, reader, payerId)}/user/invoices?invoice=${number}`,
  }),
  paymentFailed: async (deps, reader, { payerId, number, what, amount, reason, nextAt, isWallet }) => ({
    name: reader.user.name,
    number,
    what,
    amount,
    reason,
    isWallet,
    next: nextAt === null ? '' : reader.when(nextAt),
    // The page that this person is led to until it is paid.
    link: `${await payerSite(deps, reader, payerId)}/user/card-setting?invoice=${number}`,
  }),
  paymentTakenBack: async (_, { user, site }, { what, amount, reason, taken, leads }) => ({
    name: user.name,
    what,
    amount,
    reason,
    taken,
    leads,
    link: `${site}/user/card-setting`,
  }),
  refundSentBack: async (_, { user, site }, { what, amount }) => ({
    name: user.name,
    what,
    amount,
    link: `${site}/user/card-setting`,
  }),
  disputeOpened: async (
    _,
    { user, when, tenant, site },
    { disputeId, who, what, amount, reason, dueAt, isInquiry },
  ) => ({
    name: user.name,
    who,
    what,
    amount,
    reason,
    due: dueAt === null ? '' : when(dueAt),
    isInquiry,
    // The root answers in its own account; an agency gets to its account from its settings.
    link: tenant.kind === 'root' ? `https://dashboard.stripe.com/disputes/${disputeId}` : `${site}${accountPage}`,
  }),
  disputeClosed: async (_, { user, site }, { who, what, amount, outcome }) => ({
    name: user.name,
    who,
    what,
    amount,
    outcome,
    link: site,
  }),
  payoutFailed: async (_, { user, site }, { amount, reason }) => ({
    name: user.name,
    amount,
    reason,
    // Sales people have an account of their own, and no general settings.
    link: `${site}${user.userType === 'sales' ? pathTo('salesConnectAccount') : accountPage}`,
  }),
  capReached: async (_, { user, site, tenant }, { who, campaign, campaignId, line, amount, clearsOn }) => ({
    name: user.name,
    who,
    campaign,
    amount,
    day: longDay(clearsOn),
    link: line ? dashboardLink({ site, tenant }, line, `campaign=${campaignId}`) : site,
  }),
  accountStopped: async (_, { user, site, when }, { at }) => ({
    name: user.name,
    when: when(at),
    link: `${site}${accountPage}`,
  }),
  paymentRecovered: async (_, { user, site }) => ({ name: user.name, link: site }),
  leadFileReady: async ({ db }, { user, site, tenant }, { rows, days, fileId }) => {
    const by = fileId ? await db.user.find(user.id) : undefined
    const file = by && (await db.listFile.find({ companyId: by.companyId, id: fileId }))
    // On the dashboard of another product the same days may have nothing to show, not even the file.
    const { companyId = '', campaignId = '', line: chosen = '' } = file?.leads ?? {}
    const campaign = campaignId ? await db.campaign.find(companyId, campaignId) : undefined
    const line = campaign?.line ?? (chosen || linesOf(tenant.modules)[0]?.line)
    const query = new URLSearchParams({
      ...(companyId && companyId !== by?.companyId && { client: companyId }),
      ...(campaign && { campaign: campaign.number }),
      ...(file && { from: file.start, to: file.end, file: file.id }),
    })
    return {
      name: user.name,
      rows: rows.toLocaleString('en-US'),
      days,
      // Who is signed out signs in first, and is led on to the file.
      link: line && file ? dashboardLink({ site, tenant }, line, query.toString()) : site,
    }
  },
  pixelSilent: async (_, { site, when }, { campaignId, campaign, at }) => ({
    campaign,
    when: when(at),
    link: `${site}/campaign-setup?campaign=${campaignId}`,
  }),
  creditExpires: async (_, { user, site }, { amount, day }) => ({
    name: user.name,
    amount,
    day: longDay(day),
    link: `${site}/user/data-wallet`,
  }),
  topUpFailed: async (_, { user, when, site }, { amount, reason, at }) => ({
    name: user.name,
    amount,
    reason,
    when: when(at),
    link: `${site}/user/card-setting`,
  }),
}

function toSender(tenant: Company, parent: Company | undefined, site: string): Sender {
  const face = brandSource(tenant, parent)
  const { street, city, stateCode, zip } = face.address
  return {
    brand: face.brand,
    site,
    legalName: face.legalName,
    address: [street, city, [stateCode, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    timeZone: tenant.timeZone,
  }
}

const inZone = (timeZone: string) => (at: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(at)

type Found = Reader['user'] & { companyId: string; isOut: boolean }

/** Who has no account belongs to the campaign whose addresses name them. Some have one, or had one until they were shut out. */
async function findReader({ db }: Deps, tenant: Company, facts: object): Promise<Found | undefined> {
  if (!('email' in facts || 'userId' in facts) && 'address' in facts) {
    const email = String(facts.address)
    const campaign = 'campaignId' in facts ? await db.campaign.locate(String(facts.campaignId)) : undefined
    const companyId = campaign?.companyId ?? tenant.id
    const isOut =
      campaign !== undefined && (await withoutShutOut(db, { companyId, agencyId: tenant.id }, [email])).length === 0
    return { id: '', name: '', email, companyId, isOut }
  }
  const user =
    'email' in facts
      ? (await findAccount(db, tenant, String(facts.email))).user
      : // As they are written: they may have been made, or their address corrected, right before the mail was asked for.
        'userId' in facts
        ? await db.user.findFresh(String(facts.userId))
        : undefined
  return user && { ...user, isOut: user.status === 'disabled' }
}

const isRemoved = (company: Company | undefined) => company !== undefined && company.deletedAt !== null

/** Undefined where a mail does not leave any more: to who is shut out, and of or to a company that was removed while it waited. */
async function judgeEnd(
  { db }: Deps,
  mail: MailName,
  { tenant, parent, reader }: { tenant: Company; parent: Company | undefined; reader: Found },
): Promise<{ isOver: boolean } | undefined> {
  const home = reader.companyId === tenant.id ? tenant : await db.company.findFresh(reader.companyId)
  const isOver = [tenant, parent, home].some(isRemoved)
  if (isOver && !outlivesCompany(mail)) return undefined
  // People who were shut out with their company still hear what became of its money; who is erased has no address.
  if (reader.isOut && !(isRemoved(home) && outlivesCompany(mail))) return undefined
  return isBlankEmail(reader.email) ? undefined : { isOver }
}

/** The mail, or undefined when there is nobody to read it. */
export async function makeMail<Name extends MailName>(
  deps: Deps,
  message: { tenantId: string; mail: Name; facts: unknown },
): Promise<MadeMail | undefined> {
  const { db, platform } = deps
  const tenant = await db.company.findFresh(message.tenantId)
  if (!tenant) return undefined
  // @NOTE the schema stands under the very name whose facts it parses.
  const facts = mails[message.mail].facts.parse(message.facts) as MailFacts<Name>
  const [user, parent] = await Promise.all([
    findReader(deps, tenant, facts),
    tenant.parentId ? db.company.find(tenant.parentId) : undefined,
  ])
  const end = user && (await judgeEnd(deps, message.mail, { tenant, parent, reader: user }))
  if (!end) return undefined
  // Loaded with the first mail, as what makes HTML.
  const { choiceOfMail, topicNames } = await import('#shared/notices.ts')
  // An address that stands in a campaign has no choice of its own.
  const topic = user.id && !('address' in facts && facts.address) ? choiceOfMail(message.mail) : undefined
  if (topic && (await db.notice.reader(user.id)).withoutMail.includes(topic)) return undefined
  const site = siteUrl(platform, tenant)
  const sender = toSender(tenant, parent, site)
  const enclosed: Enclosed = {}
  const enclose = (more: Enclosed) => Object.assign(enclosed, more)
  const reader: Reader = { user, tenant, site, when: inZone(sender.timeZone), enclose }
  const view = await makers[message.mail](deps, reader, facts)
  if (!view) return undefined
  const { topicEndingToken } = await import('./topic-ending.ts')
  const ending = topic && {
    url: `${site}${unsubscribePath}/${await topicEndingToken(deps.sealer, user.id, topic)}`,
    about: topicNames[topic].toLowerCase(),
  }
  if (ending) enclose({ unsubscribeUrl: ending.url })
  const to = ('address' in facts && facts.address) || user.email
  // Loaded with the first mail: what makes HTML is heavy.
  const { renderMail } = await import('../../mails/render.ts')
  const rendered = await renderMail(message.mail, view, sender, ending)
  return { ...rendered, ...enclosed, to, fromName: sender.brand.name, ...end }
}
