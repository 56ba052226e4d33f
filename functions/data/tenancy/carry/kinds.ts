// Which rows an agency takes along. Each kind of row and each place has a decision here; a test compares both lists with the code,
// so that nothing new is forgotten on the way.

/** Kinds of rows that go along as they are. */
export const carriedKinds: readonly string[] = [
  // The companies, their people and what makes these unique.
  ...['company', 'user', 'login', 'domain', 'roles', 'questionnaire', 'setting', 'twoFactor', 'reportMail', 'apiKey'],
  ...['node', 'nw', 'nt', 'nodeCount', 'uniqueName', 'protectedFile', 'agreement', 'clientImport', 'companyGroup'],
  // What was told inside the application, and who read it.
  ...['notice', 'noticeRecent', 'noticeReader'],
  // Campaigns and their leads.
  ...[
    'campaign',
    'campaignPart',
    'campaignNumber',
    'ce',
    'campaignCount',
    'audience',
    'banner',
    'bannersMade',
    'pixel',
    'pull',
    'dayFile',
  ],
  ...['lookup', 'lookupRun', 'knownCount', 'enrichment', 'lead', 'leadPerson', 'clientPerson', 'meter', 'leadNotice'],
  ...['leadCount', 'agencyCount', 'cd', 'leadTally', 'leadTallyMark', 'daySums', 'daySumsPart', 'daySumsMark'],
  // Exclusions.
  ...['exclusionList', 'exclusion bucket', 'exclusionBatch', 'upload', 'personRequest'],
  // Where leads go.
  ...['webhook', 'tool', 'toolChoice', 'toolMenu', 'sheet', 'sheetWriter'],
  ...['delivery', 'deliveryTry', 'deliveryGroup', 'replay', 'happening'],
  // Money.
  ...['priceVersion', 'latestPrice', 'billing', 'connectedAccount', 'accountOwner', 'payment', 'failedPayment'],
  ...['billState', 'owedRefund'],
  ...['campaignBill', 'leadLot', 'purchase', 'leadRefund', 'leadHold', 'leadTaking', 'lotLine', 'clientCap'],
  ...['manualBill', 'minimumSpendPlan', 'minimumSpendName', 'minimumSpendAgreement', 'minimumSpendTrueUp'],
  ...['wallet BAL', 'wallet T', 'wallet LOT', 'wallet H', 'wallet K', 'wallet SWEEP', 'counter-account', 'open top-up'],
  // The audit log with its chain.
  ...['auditLog', 'userLogHead'],
]

/** Kinds of rows that stay, and why. */
export const leftKinds: Readonly<Record<string, string>> = {
  session: 'sign-ins end: everybody signs in again',
  view: 'looks through the eyes of others end with the sign-ins',
  signIn: 'failed sign-ins are counted anew',
  knownDevice: 'devices that are remembered belong to this place',
  signInEntry: 'what people are shown of sign-ins belongs to this place',
  limit: 'counts of minutes and days are begun anew',
  once: 'marks of requests that were seen, for minutes',
  toolAccount: 'which companies share an account of a tool is known by the key of an installation',
  token: 'links of mails (invitations, new passwords) are sent again',
  otpChallenge: 'codes on their way to a mail, for minutes',
  twoFactorPending: 'an authenticator that nobody confirmed yet',
  emailChange: 'a change of address that nobody confirmed yet is asked for again',
  mail: 'marks of mails that left',
  'kept answer': 'answers to requests that may be repeated, for a day',
  auditOutbox: 'lines of the log that were not written yet: wait until there are none',
  listFile: 'files that were ordered for download are ordered again',
  customDomain: 'certificates and routes of own domains belong to the cloud account: they are set up again',
  visitor: 'what browsers of visitors are known by, for days: each is a partition of its own',
  commission: 'what sales people of the platform are owed stays with it',
  earnedDay: 'what sales people of the platform earned stays with it',
  referral: 'codes of sales people belong to the platform',
  weakCampaign: 'the next look at campaigns writes it',
  coupon: 'coupons belong to the platform',
  couponUse: 'coupons belong to the platform, and so does who used them',
  legalDocument: 'documents of the platform; what was agreed to goes along',
  informationTypes: 'the choice of information belongs to the platform',
  carryMark: 'says that an agency was brought here',
  removedCompany: 'when a company that was removed is erased follows from its removal',
  pause: 'whether the timetable stands still here',
  migration: 'how far changes of the shape of rows have come here',
}

/** How the partitions of a place are found. `own` ones are found by the walk's own rule of that name. */
export type Place = 'company' | 'campaign' | 'user' | { own: string } | { left: string }

const byName = { own: 'names' } as const
const staysWith = (left: string): Place => ({ left })

/** Each partition that the table has, spelled as its entity spells it. */
export const places: Readonly<Record<string, Place>> = {
  'C#${id}': 'company',
  'C#${companyId}': 'company',
  'C#${parentId}': 'company',
  'C#${companyId}#AGREEMENTS': 'company',
  'C#${companyId}#APIKEYS': 'company',
  'C#${companyId}#AUDIENCES': 'company',
  'C#${companyId}#BANNERS': 'company',
  'C#${companyId}#BATCHES': 'company',
  'C#${companyId}#CAMPAIGNS': 'company',
  'C#${companyId}#CAP': 'company',
  'C#${agencyId}#CCOUNT': 'company',
  'C#${companyId}#CLIENTDAYS': 'company',
  'C#${agencyId}#CLIST': 'company',
  'C#${companyId}#DAYFILES': 'company',
  'C#${companyId}#ENRICHMENTS': 'company',
  'C#${companyId}#FAILED': 'company',
  'C#${companyId}#GROUPS': 'company',
  'C#${companyId}#HAPPENINGS': 'company',
  'C#${companyId}#IMPORTS': 'company',
  'C#${companyId}#KNOWN_COUNTS': 'company',
  'C#${agencyId}#LEADDAYS': 'company',
  'C#${companyId}#LOOKUPS': 'company',
  'C#${companyId}#LOOKUP_RUNS': 'company',
  'C#${agencyId}#MANUALBILLS': 'company',
  'C#${companyId}#MENUS': 'company',
  'C#${companyId}#MINSPENDAGREED': 'company',
  'C#${parentId}#NODES': 'company',
  'C#${companyId}#NOTICES': 'company',
  'C#${companyId}#OWEDREFUNDS': 'company',
  'C#${companyId}#PAYMENTS': 'company',
  'C#${companyId}#PEOPLE': 'company',
  'C#${companyId}#PERSONREQUESTS': 'company',
  'C#${companyId}#PULLS': 'company',
  'C#${ownerId}#REPLAYS': 'company',
  'C#${companyId}#TOOLS': 'company',
  'C#${companyId}#TRUEUPS': 'company',
  'C#${companyId}#UPLOADS': 'company',
  'C#${group}#WAITING': 'company',
  'C#${companyId}#WEBHOOKS': 'company',
  'LOG#${tenantId}': 'company',
  'C#${companyId}#BILLS#${campaignId}': 'campaign',
  'C#${companyId}#CAMPAIGN#${campaignId}': 'campaign',
  'C#${companyId}#CHOICES#${campaignId}': 'campaign',
  'C#${companyId}#CNT#${campaignId}': 'campaign',
  'C#${companyId}#DELIVERIES#${campaignId}': 'campaign',
  'C#${companyId}#L#${campaignId}': 'campaign',
  'C#${companyId}#L#${campaignId}#PEOPLE': 'campaign',
  'C#${companyId}#SHEETS#${campaignId}': 'campaign',
  'C#${companyId}#TALLY#${campaignId}': 'campaign',
  'PX#${campaignId}': 'campaign',
  'U#${id}': 'user',
  'U#${userId}': 'user',
  'U#${holderId}': 'user',
  '${owner}': { own: 'in the partitions of companies and people' },
  '${owner}#SETTINGS': { own: 'settings' },
  'C#${companyId}#NAMES#${kind}': { own: 'uniqueNames' },
  'C#${companyId}#PRICES#${subject}': { own: 'prices' },
  'C#${owner}#DAYS#${what}': { own: 'sums' },
  'C#${owner}#PARTS#${what}': { own: 'sums' },
  'C#${companyId}#X#${scope}': { own: 'lists' },
  'C#${ownerId}#TRIES#${destinationId}#${outcome}': { own: 'tries' },
  '${of}': { own: 'search words and marks' },
  'W#${companyId}': { own: 'wallet' },
  'E#${scopeId}#${emailHash}': byName,
  'D#${host}': byName,
  'A#${accountId}': byName,
  'CAMPAIGN#${number}': byName,
  'C#${rootId}#MINSPEND': byName,
  'C#${rootId}#MINSPENDNAMES': byName,
  'C#${rootId}#COUPONUSES#${code}': staysWith('couponUse'),
  'C#${companyId}#DOMAINS': staysWith('customDomain'),
  'C#${companyId}#FILES': staysWith('listFile'),
  'C#${agencyId}#COMMISSIONS': staysWith('commission'),
  'U#${userId}#EARNED': staysWith('earnedDay'),
  'PX#${campaignId}#${visitorId}': staysWith('visitor'),
  'C#${rootId}#COUPONS': staysWith('coupon'),
  'C#${rootId}#DOCUMENTS': staysWith('legalDocument'),
  'C#${rootId}#INFORMATION': staysWith('informationTypes'),
  'C#${rootId}#WEAK': staysWith('weakCampaign'),
  'R#${rootId}#${code}': staysWith('referral'),
  'L#${kind}#${subject}#${window}': staysWith('limit'),
  'N#${id}': staysWith('once'),
  'T#${hash}': staysWith('token'),
  'G#${account}': staysWith('toolAccount'),
  'M#${id}': staysWith('mail'),
  'Q#${box}': staysWith('auditOutbox'),
  MIGRATIONS: staysWith('migration'),
  'PAUSE#SCHEDULES': staysWith('pause'),
}

/** The partitions of all places of a kind, filled with the ids of one of them. */
export function partitionsOf(
  kind: 'company' | 'campaign' | 'user',
  companyOrUserId: string,
  campaignId = '',
): string[] {
  const filled = Object.entries(places)
    .filter(([, place]) => place === kind)
    .map(([template]) => template.replaceAll('${campaignId}', campaignId).replace(/\$\{\w+\}/g, () => companyOrUserId))
  return [...new Set(filled)].sort()
}
