// What people are told inside the application: every kind of notice, what it is about, who of a company may see it, and the facts
// that its words are made from. One place decides that; no other one does.
import type { Permission } from './access/roles.ts'
import { DAY } from './dates.ts'
import type { MailName } from './mails.ts'
import { cutText } from './text.ts'

/** What a notice is about. People choose by it which of them they also get by mail. */
export const noticeTopics = ['payments', 'campaigns', 'tools', 'files', 'domains', 'people'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** Those of which there are mails. */
export const mailTopics = ['payments', 'campaigns', 'tools', 'files'] as const satisfies NoticeTopic[]
export type MailTopic = (typeof mailTopics)[number]

/** `bad` waits for somebody to mend it. */
export type NoticeTone = 'bad' | 'good' | 'plain'

type Kind = {
  topic: NoticeTopic
  tone: NoticeTone
  /**
   * Who of the company sees it: by the permission of the page that it leads to. `person`: the one person whom it names; `self`: the
   * same, and nobody who looks through their eyes.
   */
  can: Permission | 'person' | 'self'
  /** The facts that are kept of it. Names of people who are leads are never among them. */
  facts: readonly string[]
}

export const noticeKinds = {
  invoicePaid: { topic: 'payments', tone: 'good', can: 'card:read', facts: ['number', 'what', 'amount'] },
  paymentFailed: { topic: 'payments', tone: 'bad', can: 'card:read', facts: ['number', 'what', 'amount', 'reason'] },
  paymentRecovered: { topic: 'payments', tone: 'good', can: 'card:read', facts: [] },
  refundSentBack: { topic: 'payments', tone: 'bad', can: 'card:read', facts: ['what', 'amount'] },
  paymentTakenBack: { topic: 'payments', tone: 'bad', can: 'card:read', facts: ['what', 'amount', 'reason'] },
  disputeOpened: { topic: 'payments', tone: 'bad', can: 'connection:read', facts: ['who', 'amount', 'reason'] },
  disputeClosed: { topic: 'payments', tone: 'plain', can: 'connection:read', facts: ['who', 'amount', 'outcome'] },
  payoutFailed: { topic: 'payments', tone: 'bad', can: 'connection:read', facts: ['amount', 'reason'] },
  ownPayoutFailed: { topic: 'payments', tone: 'bad', can: 'person', facts: ['amount', 'reason'] },
  accountStopped: { topic: 'payments', tone: 'bad', can: 'connection:read', facts: [] },
  topUpDone: { topic: 'payments', tone: 'good', can: 'wallet:read', facts: ['amount'] },
  topUpFailed: { topic: 'payments', tone: 'bad', can: 'wallet:read', facts: ['amount', 'reason'] },
  creditExpires: { topic: 'payments', tone: 'plain', can: 'wallet:read', facts: ['amount', 'day'] },
  campaignsStopped: {
    topic: 'campaigns',
    tone: 'bad',
    can: 'campaign:read',
    facts: ['reason', 'total', 'campaign', 'number', 'line', 'who'],
  },
  campaignEnded: {
    topic: 'campaigns',
    tone: 'plain',
    can: 'campaign:read',
    facts: ['reason', 'total', 'campaign', 'number', 'line', 'who'],
  },
  // Of one campaign where it is named, and of all of a client otherwise.
  capReached: {
    topic: 'campaigns',
    tone: 'plain',
    can: 'campaign:read',
    facts: ['who', 'amount', 'clearsOn', 'campaign', 'number', 'line'],
  },
  pixelSilent: { topic: 'campaigns', tone: 'bad', can: 'campaign:read', facts: ['campaign', 'campaignId'] },
  fewLeads: {
    topic: 'campaigns',
    tone: 'plain',
    can: 'campaign:read',
    facts: ['campaign', 'number', 'line', 'leads', 'minimum'],
  },
  toolLost: { topic: 'tools', tone: 'bad', can: 'integration:read', facts: ['tool', 'slug'] },
  leadsLost: { topic: 'tools', tone: 'bad', can: 'integration:read', facts: ['receiver', 'path'] },
  receiverFails: { topic: 'tools', tone: 'bad', can: 'integration:read', facts: ['receiver', 'path'] },
  receiverOff: { topic: 'tools', tone: 'bad', can: 'integration:read', facts: ['receiver', 'path'] },
  webhookOff: { topic: 'tools', tone: 'bad', can: 'integration:read', facts: ['webhook', 'campaign'] },
  fileReady: { topic: 'files', tone: 'good', can: 'person', facts: ['what', 'file', 'rows'] },
  exclusionsDone: { topic: 'files', tone: 'good', can: 'exclusion:read', facts: ['file', 'accepted', 'rejected'] },
  exclusionsFailed: { topic: 'files', tone: 'bad', can: 'exclusion:read', facts: ['file', 'reason'] },
  clientsImported: { topic: 'files', tone: 'good', can: 'client:import', facts: ['file', 'accepted', 'rejected'] },
  clientsNotImported: { topic: 'files', tone: 'bad', can: 'client:import', facts: ['file', 'reason'] },
  invitationsLost: { topic: 'files', tone: 'bad', can: 'client:import', facts: ['file', 'count'] },
  enrichmentDone: { topic: 'files', tone: 'good', can: 'enrichment:read', facts: ['file', 'matched'] },
  enrichmentFailed: { topic: 'files', tone: 'bad', can: 'enrichment:read', facts: ['file', 'reason'] },
  keywordCounted: { topic: 'files', tone: 'good', can: 'person', facts: ['keyword', 'count'] },
  domainActive: { topic: 'domains', tone: 'good', can: 'domain:read', facts: ['host'] },
  domainLost: { topic: 'domains', tone: 'bad', can: 'domain:read', facts: ['host'] },
  staffInvited: { topic: 'people', tone: 'plain', can: 'administrator:read', facts: ['name', 'by'] },
  staffJoined: { topic: 'people', tone: 'good', can: 'administrator:read', facts: ['name'] },
  signInsFailed: { topic: 'people', tone: 'bad', can: 'self', facts: ['count'] },
  // By who may have the list of all: sales people of a root read their own agencies, and know of no others.
  clientJoined: { topic: 'people', tone: 'good', can: 'client:export', facts: ['name', 'companyId'] },
} as const satisfies Record<string, Kind>
export type NoticeKind = keyof typeof noticeKinds
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]

export type NoticeFacts = Readonly<Record<string, string>>
export type Notice = {
  companyId: string
  /** Made of the event that it tells of, so that one event is one notice. */
  id: string
  kind: NoticeKind
  at: number
  /** The one person whom it is for; without it everybody who may see its kind. */
  userId?: string | undefined
  facts: NoticeFacts
}

/** Notices are kept for so long. */
export const NOTICE_MS = 90 * DAY
/** So many of the latest of a company may count as not read; older ones count as read. */
export const NOTICES_COUNTED = 40

export const topicOf = (kind: NoticeKind): NoticeTopic => noticeKinds[kind].topic

/** The notice that goes with a mail, where there is one: it says the same inside the application. */
export function noticeOfMail(mail: MailName, facts: object): NoticeKind | undefined {
  if (mail === 'receiverFails') return 'isOff' in facts && facts.isOff === true ? 'receiverOff' : 'receiverFails'
  if (mail === 'leadFileReady') return 'fileReady'
  return mail in noticeKinds ? (mail as NoticeKind) : undefined
}

/** What a mail is about, where people may do without it; undefined for all that always leaves. */
const topicOfMail = (mail: MailName): NoticeTopic | undefined => {
  const kind = noticeOfMail(mail, {})
  return kind && topicOf(kind)
}

/** The same of those whose mails people choose. */
export const choiceOfMail = (mail: MailName): MailTopic | undefined =>
  mailTopics.find((topic) => topic === topicOfMail(mail))

/** What a topic is called where people choose. */
export const topicNames: Record<NoticeTopic, string> = {
  payments: 'Payments',
  campaigns: 'Campaigns',
  tools: 'Tools and webhooks',
  files: 'Files',
  domains: 'Domains',
  people: 'People',
}

const MOST_IN_A_FACT = 200

/** The facts that a kind keeps, as short text. */
export function factsOf(kind: NoticeKind, said: object): NoticeFacts {
  const known = said as Record<string, unknown>
  const kept = noticeKinds[kind].facts.map((name) => [name, cutText(String(known[name] ?? ''), MOST_IN_A_FACT)])
  return Object.fromEntries(kept) as NoticeFacts
}

type Reader = { userId: string; may: (permission: Permission) => boolean; isViewing?: boolean | undefined }

/** Whether a person sees a notice of their company. */
export function isFor({ userId, may, isViewing = false }: Reader, notice: Pick<Notice, 'kind' | 'userId'>): boolean {
  const { can } = noticeKinds[notice.kind]
  if (can === 'self' && isViewing) return false
  if (notice.userId !== undefined) return notice.userId === userId
  return can !== 'person' && can !== 'self' && may(can)
}

export type NoticeMark = Pick<Notice, 'id' | 'kind' | 'at' | 'userId'>
/** What a person has read: everything up to an instant (ms), and single ones after it. */
export type ReadState = { readUntil: number; read: readonly string[] }

/** Those of the latest that a person has not read yet. */
export const unreadOf = (marks: readonly NoticeMark[], reader: Reader, state: ReadState, now: number): NoticeMark[] =>
  marks.filter(
    (mark) =>
      mark.at > state.readUntil && mark.at > now - NOTICE_MS && !state.read.includes(mark.id) && isFor(reader, mark),
  )
