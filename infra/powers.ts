// Who may touch what. A function that is missing here does not compile; what is not listed is refused by AWS.
import type { Area } from '#shared/contracts/index.ts'
import { type JobName, type RescuedJob, rescuedJobs } from '#shared/job-names.ts'
import type { ScheduleName } from '#shared/schedules.ts'
import type { RotationName } from './bundles.ts'
import type { HookName } from './hooks.ts'
import type { SecretName } from './stacks/data.ts'

/** Heads of the table's partition keys: whose rows they are. A function that serves some kinds of owner reaches no other rows. */
export const owners = {
  company: 'C#',
  children: 'P#',
  campaign: 'CAMPAIGN#',
  pixel: 'PX#',
  user: 'U#',
  login: 'E#',
  domain: 'D#',
  limit: 'L#',
  once: 'N#',
  idempotency: 'I#',
  due: 'DUE#',
  unpaid: 'UNPAID#',
  token: 'T#',
  toolAccount: 'G#',
  mail: 'M#',
  referral: 'R#',
  account: 'A#',
  wallet: 'W#',
  counterAccount: 'REV#',
  outbox: 'O#',
  log: 'LOG#',
  waitingLog: 'Q#',
  pause: 'PAUSE#',
} as const
export type Owner = keyof typeof owners

/** Folders of the files bucket. */
export type Prefix =
  | 'exclusions/'
  | 'imports/'
  | 'exports/'
  | 'enrichments/'
  | 'documents/'
  | 'pictures/'
  | 'brand/'
  | 'banners/'

export type Power =
  | { table: 'read' | 'write'; of: readonly Owner[]; indexes?: readonly `gsi${1 | 2 | 3 | 4 | 5}`[] }
  /** Who may get files may list them, too. */
  | { files: readonly ('get' | 'put' | 'remove' | 'list')[]; under: Prefix }
  | { site: 'read' }
  | { send: JobName }
  /** May read and remove what the job gave up. */
  | { rescue: RescuedJob }
  | { tokens: 'sign' | 'verify' }
  | { secret: SecretName }
  | { rotate: SecretName }
  | { mail: 'send' }
  | { domains: 'manage' }
  | { edge: 'set-origin-header' }

const sends = (...names: JobName[]): Power[] => names.map((send) => ({ send }))

/** What every function behind the gateway needs: recognise the edge, open bodies, check tokens, count and mark requests. */
const behindTheGateway: readonly Power[] = [
  { secret: 'originVerify' },
  { secret: 'keys' },
  { tokens: 'verify' },
  { table: 'read', of: ['company', 'user', 'domain', 'login'] },
  { table: 'write', of: ['limit', 'once', 'idempotency', 'waitingLog'] },
  { send: 'writeAuditLog' },
]
/** Who seals values or opens them: codes and secrets of second steps, codes of a new address, passwords of mail servers, addresses of downloads, answers kept for an idempotency key. */
const sealing: readonly Power[] = [...behindTheGateway, { secret: 'sealing' }]

export const areaPowers: Record<Area, readonly Power[]> = {
  session: [
    ...sealing,
    { tokens: 'sign' },
    { table: 'write', of: ['user', 'login', 'company', 'domain', 'token'] },
    { secret: 'providers' },
    { table: 'read', of: ['referral'] },
    { files: ['get'], under: 'documents/' },
    { send: 'sendMail' },
  ],
  account: [
    ...sealing,
    { tokens: 'sign' },
    { table: 'write', of: ['user', 'login', 'company'], indexes: ['gsi1'] },
    // What stands on the first page: whether pixels were heard of, what was done lately, the newest agencies, who owes, and what leads do not reach.
    { table: 'read', of: ['children', 'log'], indexes: ['gsi1', 'gsi4'] },
    { table: 'read', of: ['pixel'] },
    // Companies that owe, and refunds that nobody can look up.
    { table: 'read', of: ['unpaid', 'company'], indexes: ['gsi1', 'gsi2'] },
    // Who does not take part in what is tried out keeps a wallet that they use.
    { table: 'read', of: ['wallet'] },
    { files: ['get', 'put', 'remove'], under: 'pictures/' },
    { send: 'sendMail' },
  ],
  security: [...sealing, { tokens: 'sign' }, { table: 'write', of: ['user', 'login'] }, { send: 'sendMail' }],
  public: [
    ...behindTheGateway,
    // Anybody calls these: they read and count, and write no company.
    { table: 'read', of: ['company', 'children'], indexes: ['gsi1'] },
  ],
  companies: [
    ...behindTheGateway,
    { table: 'write', of: ['company', 'user', 'login', 'domain'], indexes: ['gsi1'] },
    { table: 'read', of: ['children'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
    // Anybody who is deleted gets a last bill.
    { secret: 'stripe' },
    { table: 'write', of: ['children', 'wallet', 'counterAccount', 'outbox'] },
    { send: 'payCommissions' },
    { send: 'collectOwed' },
    { send: 'topUpCampaign' },
    { send: 'sendMail' },
    { send: 'advanceDomain' },
    { send: 'endConnections' },
    // Who may edit sheets no more.
    { send: 'writeSheet' },
    { send: 'makeListFile' },
    // Sheets are taken from a colleague who is removed.
    { send: 'releaseDeliveries' },
    { send: 'importClients' },
    { files: ['get', 'put', 'remove'], under: 'imports/' },
    { files: ['get', 'put'], under: 'exports/' },
    // The picture of a colleague who is removed goes with them.
    { files: ['remove'], under: 'pictures/' },
  ],
  // What a campaign's rows say is read after it was found by its number.
  reports: [...behindTheGateway, { table: 'read', of: ['company', 'campaign'], indexes: ['gsi1'] }],
  audiences: [...behindTheGateway, { table: 'write', of: ['company'] }],
  banners: [
    ...behindTheGateway,
    { table: 'write', of: ['company'] },
    { files: ['get', 'put', 'remove'], under: 'banners/' },
  ],
  marketing: [
    ...behindTheGateway,
    // The ad partner knows the platform by a key; the id of a record stands with its company, and in the list of its parent.
    { secret: 'providers' },
    { table: 'write', of: ['company', 'children'], indexes: ['gsi1'] },
  ],
  exclusions: [
    ...behindTheGateway,
    { table: 'write', of: ['company'] },
    // Lists of one campaign name it by its id or its number.
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    { files: ['get', 'put'], under: 'exclusions/' },
    { files: ['get', 'put'], under: 'exports/' },
    { send: 'answerPersonRequest' },
  ],
  enrichment: [
    ...sealing,
    // What it may cost is set aside where the Data Wallet pays.
    { table: 'write', of: ['company', 'wallet', 'counterAccount'], indexes: ['gsi1'] },
    { files: ['get', 'put', 'remove'], under: 'enrichments/' },
    { send: 'enrich' },
  ],
  keywords: [
    ...behindTheGateway,
    { secret: 'providers' },
    // A count is a row of its company; applied to a campaign, it is an edit of that campaign.
    { table: 'write', of: ['company', 'children'] },
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    { send: 'countKeyword' },
  ],
  campaigns: [
    // A test lead goes to tools whose addresses and keys lie sealed; some know the platform itself by a key.
    ...sealing,
    { secret: 'providers' },
    // The entry of the client in its agency's list counts its campaigns; the number of each has a row of its own.
    { table: 'write', of: ['company', 'campaign', 'children', 'pixel'], indexes: ['gsi1'] },
    // A test lead may find out that a tool does not know its company any more, which then uses its account no more.
    { table: 'write', of: ['toolAccount'] },
    { table: 'read', of: ['account'], indexes: ['gsi1'] },
    // What a start costs is charged with it, from a card or a wallet; what was paid ahead may go back.
    { secret: 'stripe' },
    { table: 'write', of: ['wallet', 'counterAccount', 'outbox'] },
    { table: 'read', of: ['user'] },
    ...sends('sendMail', 'payCommissions', 'collectOwed', 'topUpCampaign'),
    // What starts is asked for at once, what ends is billed at once.
    ...sends('pullCampaign', 'billCampaign', 'writeSheet'),
  ],
  integrations: [
    ...sealing,
    // Some tools know the platform itself by a key.
    { secret: 'providers' },
    // Sign-ins at tools are begun with a token that works once.
    // Whether another company is connected by the same account.
    { table: 'write', of: ['company', 'token', 'toolAccount'] },
    { table: 'read', of: ['campaign', 'company'], indexes: ['gsi1', 'gsi2'] },
    ...sends('deliverLead', 'releaseDeliveries', 'replayLeads', 'writeSheet', 'endConnections'),
  ],
  leads: [
    ...behindTheGateway,
    // Whether a pixel was heard of says what a dashboard without leads waits for.
    { table: 'read', of: ['company', 'campaign', 'pixel'], indexes: ['gsi1'] },
    // Files of many leads are ordered, and found again.
    { table: 'write', of: ['company'] },
    { send: 'makeListFile' },
    { files: ['get', 'put'], under: 'exports/' },
  ],
  settings: [
    ...sealing,
    { table: 'write', of: ['company', 'user', 'children'] },
    // Which root the installation began with.
    { table: 'read', of: ['children'], indexes: ['gsi1'] },
    { files: ['get', 'put', 'remove'], under: 'brand/' },
  ],
  domains: [
    ...behindTheGateway,
    // A sub-domain moves with the list entry of its agency and its main person.
    { table: 'write', of: ['company', 'domain', 'user', 'children'] },
    { send: 'advanceDomain' },
  ],
  developer: [
    // Answers that are kept for repeated requests may hold secrets.
    ...sealing,
    { tokens: 'sign' },
    // The one-time fee is charged with the agreement.
    { secret: 'stripe' },
    { table: 'write', of: ['company', 'children', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
    { table: 'read', of: ['user'] },
    ...sends('sendMail', 'payCommissions', 'collectOwed', 'topUpCampaign'),
    // Lists of clients and of campaigns; a campaign is found by its number.
    { table: 'read', of: ['children', 'campaign', 'login'], indexes: ['gsi1', 'gsi4'] },
    // Links that sign people in; files for exclusion lists.
    { table: 'write', of: ['token'] },
    { files: ['put'], under: 'exclusions/' },
    // One that is cancelled goes on where it stands.
    { send: 'importExclusions' },
  ],
  documents: [...behindTheGateway, { table: 'write', of: ['company'] }, { files: ['get', 'put'], under: 'documents/' }],
  payments: [
    ...sealing,
    { secret: 'stripe' },
    {
      table: 'write',
      of: ['company', 'user', 'children', 'account', 'wallet', 'counterAccount', 'outbox'],
      indexes: ['gsi1'],
    },
    { table: 'read', of: ['campaign', 'children'], indexes: ['gsi1'] },
    // What companies owe, and refunds that nobody could look up.
    { table: 'read', of: ['unpaid'], indexes: ['gsi1', 'gsi2'] },
    { files: ['get', 'put'], under: 'exports/' },
    ...sends('sendMail', 'payCommissions', 'collectOwed', 'topUpCampaign', 'hideCards', 'makePaper', 'billCampaign'),
    // What happened in an account while it was away.
    { send: 'hearMissedEvents' },
  ],
  wallet: [
    ...sealing,
    { secret: 'stripe' },
    // A notice of each top-up is a row of its company.
    { table: 'write', of: ['company', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
    // Of leads that it paid: their campaign.
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    { files: ['get', 'put'], under: 'exports/' },
    ...sends('sendMail', 'collectOwed', 'makePaper'),
  ],
  pricing: [
    ...sealing,
    { secret: 'stripe' },
    { table: 'write', of: ['company', 'children', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
    { table: 'read', of: ['campaign', 'user'], indexes: ['gsi1'] },
    ...sends('sendMail', 'payCommissions', 'collectOwed', 'topUpCampaign', 'billCampaign'),
  ],
  audit: [
    ...sealing,
    { table: 'read', of: ['log', 'campaign'], indexes: ['gsi1'] },
    { files: ['get', 'put'], under: 'exports/' },
  ],
  roles: [...behindTheGateway, { table: 'write', of: ['company'], indexes: ['gsi1'] }],
  sales: [
    ...behindTheGateway,
    { table: 'write', of: ['company', 'referral'], indexes: ['gsi1'] },
    { table: 'read', of: ['children'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
  ],
  staff: [...behindTheGateway, { table: 'read', of: ['company'], indexes: ['gsi1'] }],
}

/** What it takes to collect what a company owes, from a card or a wallet, and to say what came of it. */
const collecting: readonly Power[] = [
  { secret: 'stripe' },
  { table: 'write', of: ['company', 'children', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
  { table: 'read', of: ['campaign', 'user'], indexes: ['gsi1'] },
  ...sends('sendMail', 'payCommissions', 'collectOwed', 'topUpCampaign'),
]

/**
 * Leads that were stored go on their way, people are told of every so many, a Data Wallet sets money aside for more, and more are
 * bought where few are left.
 */
const storing: readonly Power[] = [
  { table: 'write', of: ['wallet', 'counterAccount'] },
  ...sends('deliverLead', 'writeSheet', 'sendMail', 'topUpCampaign'),
]

const ownJobPowers: Record<JobName, readonly Power[]> = {
  importExclusions: [
    { table: 'write', of: ['company'] },
    { files: ['get', 'put', 'remove'], under: 'exclusions/' },
    // An upload whose list is taken waits its turn in its own queue.
    { send: 'importExclusions' },
    { send: 'creditExcluded' },
  ],
  answerPersonRequest: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['campaign', 'children'], indexes: ['gsi1', 'gsi4'] },
    // Companies that were removed and may come back.
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    { files: ['get', 'put', 'remove'], under: 'exclusions/' },
    { files: ['get', 'put', 'remove'], under: 'exports/' },
    { files: ['get', 'put'], under: 'enrichments/' },
    { send: 'answerPersonRequest' },
    // A file of leads that holds the person, and is being made, begins anew.
    { send: 'makeListFile' },
  ],
  creditExcluded: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['campaign', 'children', 'user'], indexes: ['gsi1', 'gsi4'] },
    { files: ['get'], under: 'exclusions/' },
    // The list of a whole platform is compared agency by agency.
    ...sends('creditExcluded', 'writeAuditLog'),
  ],
  importClients: [
    { table: 'write', of: ['company', 'user', 'login', 'domain'], indexes: ['gsi1'] },
    // Invitations that waited are counted on the day on which they leave.
    { table: 'write', of: ['limit'] },
    { files: ['get', 'put', 'remove'], under: 'imports/' },
    { send: 'sendMail' },
    // A long file goes on in another delivery.
    { send: 'importClients' },
  ],
  makeListFile: [
    { table: 'write', of: ['company'] },
    // Who ordered it is told in their own company.
    { table: 'read', of: ['children', 'campaign', 'user'], indexes: ['gsi1'] },
    // Whether the worker before had it finished; what holds somebody who was erased meanwhile is removed.
    { files: ['get', 'put', 'remove'], under: 'exports/' },
    // Who ordered leads is told that they are ready.
    { send: 'sendMail' },
    // What one delivery has no time for is the next one's.
    { send: 'makeListFile' },
  ],
  makePaper: [
    { table: 'read', of: ['company', 'wallet'] },
    // What an invoice is for.
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    { files: ['get', 'put'], under: 'exports/' },
    { files: ['get'], under: 'brand/' },
  ],
  resolveVisits: [
    { secret: 'providers' },
    // A campaign that has all its leads stops: the entry of its client in the agency's list counts it.
    { table: 'write', of: ['company', 'children'] },
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    { table: 'read', of: ['pixel'] },
    // Who met too many others at the counters waits for another turn.
    { send: 'resolveVisits' },
    ...storing,
  ],
  deliverLead: [
    // Address and secret of a receiver lie sealed in the table; some tools know the platform itself by a key.
    { secret: 'sealing' },
    { secret: 'providers' },
    // Tools that take so many calls in a time are counted. Who is not known by a tool any more uses its account no more.
    { table: 'write', of: ['company', 'limit', 'toolAccount'] },
    // Who is told that a receiver is gone or fails, and what waits for a tool that is connected again.
    { table: 'read', of: ['company'], indexes: ['gsi1'] },
    // Short waits are spent in its own queue.
    { send: 'deliverLead' },
    { send: 'sendMail' },
    // Rows of a sheet are written together.
    { send: 'writeSheet' },
    // Some tools say later what came of it.
    { send: 'lookAtDelivery' },
  ],
  lookAtDelivery: [
    { secret: 'sealing' },
    { secret: 'providers' },
    { table: 'write', of: ['company', 'limit', 'toolAccount'] },
    { send: 'lookAtDelivery' },
    // What was refused later, or could not be asked, goes on like any delivery that waits.
    { send: 'deliverLead' },
  ],
  writeSheet: [
    { secret: 'sealing' },
    { secret: 'providers' },
    { table: 'write', of: ['company', 'limit', 'toolAccount'] },
    { table: 'read', of: ['company'], indexes: ['gsi1'] },
    { send: 'deliverLead' },
    { send: 'sendMail' },
  ],
  endConnections: [
    // What lets us in lies sealed; some tools know the platform itself by a key.
    { secret: 'sealing' },
    { secret: 'providers' },
    { table: 'write', of: ['company', 'toolAccount'] },
    // An agency's clients end with it.
    { table: 'read', of: ['children'], indexes: ['gsi1'] },
    { send: 'endConnections' },
    // Its own domains go too.
    { send: 'advanceDomain' },
  ],
  replayLeads: [
    { table: 'write', of: ['company'] },
    // A long one goes on in another delivery.
    ...sends('deliverLead', 'replayLeads'),
  ],
  releaseDeliveries: [
    { table: 'write', of: ['company'] },
    // A Google account gets the sheets of campaigns that run.
    { table: 'read', of: ['company', 'children'], indexes: ['gsi1'] },
    // Where very many wait, another run goes on.
    ...sends('deliverLead', 'writeSheet', 'releaseDeliveries'),
  ],
  pullCampaign: [
    { secret: 'providers' },
    // A campaign that has all its leads stops: the entry of its client in the agency's list counts it.
    { table: 'write', of: ['company', 'children'] },
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    // A long pull goes on in another delivery.
    { send: 'pullCampaign' },
    ...storing,
  ],
  enrich: [
    { secret: 'providers' },
    ...collecting,
    { files: ['get', 'put', 'remove'], under: 'enrichments/' },
    // A long file goes on in another delivery.
    { send: 'enrich' },
  ],
  countKeyword: [
    { secret: 'providers' },
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['user'] },
    // What is not counted yet is asked for again later.
    ...sends('countKeyword', 'sendMail'),
  ],
  sumTallies: [{ table: 'write', of: ['company'] }],
  mailReport: [
    // The next day of a campaign's files stands with its company, that of a report with its reader.
    { table: 'write', of: ['company', 'user'] },
    // Who of a client and its agency was locked out.
    { table: 'read', of: ['company'], indexes: ['gsi1'] },
    { send: 'sendMail' },
  ],
  reviewCampaigns: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['children', 'campaign'], indexes: ['gsi1', 'gsi4'] },
    { send: 'sendMail' },
  ],
  forgetCompany: [
    { table: 'write', of: ['company', 'user', 'login', 'pixel'] },
    // Who is a client of it, and whom it employed.
    { table: 'read', of: ['company', 'children', 'campaign'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
    { files: ['list', 'remove'], under: 'exclusions/' },
    { files: ['list', 'remove'], under: 'imports/' },
    { files: ['list', 'remove'], under: 'enrichments/' },
    { files: ['list', 'remove'], under: 'brand/' },
    { files: ['list', 'remove'], under: 'banners/' },
    { files: ['list', 'remove'], under: 'pictures/' },
    // What does not fit goes on in another delivery; clients of an agency each have one.
    { send: 'forgetCompany' },
  ],
  advanceDomain: [{ table: 'write', of: ['company', 'domain'] }, { send: 'advanceDomain' }, { domains: 'manage' }],
  payCommissions: [{ secret: 'stripe' }, { table: 'write', of: ['company', 'user'] }],
  billCampaign: [
    ...collecting,
    // Who met too many others at a bill waits for another turn.
    { send: 'billCampaign' },
  ],
  makeInvoices: collecting,
  collectOwed: collecting,
  // A start that it ends is told in the name of who pressed, in the transaction that gives it.
  topUpCampaign: [...collecting, { table: 'write', of: ['waitingLog'] }],
  hideCards: [
    { table: 'write', of: ['company', 'user'], indexes: ['gsi1'] },
    { table: 'read', of: ['children'], indexes: ['gsi1'] },
    // A page of clients each time.
    { send: 'hideCards' },
  ],
  writeAuditLog: [
    { table: 'write', of: ['log'] },
    // Sign-ins stand with their people, who are told by a notice of their company when many fail.
    { table: 'write', of: ['company', 'user'] },
    // Tries at the door are folded, and whose name was asked for is looked up here.
    { table: 'write', of: ['limit', 'once'] },
    { table: 'read', of: ['login'] },
    // Who met too many others at the end of a book waits for another turn.
    { send: 'writeAuditLog' },
  ],
  handleStripeEvent: [
    { secret: 'stripe' },
    { table: 'write', of: ['company', 'user', 'children', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
    { table: 'read', of: ['account'] },
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    ...sends('sendMail', 'payCommissions', 'collectOwed', 'topUpCampaign', 'hearMissedEvents'),
  ],
  hearMissedEvents: [
    { secret: 'stripe' },
    { table: 'read', of: ['company'] },
    { table: 'write', of: ['once'] },
    { send: 'handleStripeEvent' },
    // A page of events each time.
    { send: 'hearMissedEvents' },
  ],
  sendMail: [
    { table: 'write', of: ['mail', 'token'] },
    // Who of a client and its agency was locked out gets no more of its leads.
    { table: 'read', of: ['company', 'user', 'login'], indexes: ['gsi1'] },
    // Whose campaign it is that names a reader without an account: nothing leaves once the client is gone.
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
    // How it goes with an agency's own server, whose password lies sealed in the table.
    { table: 'write', of: ['company'] },
    { secret: 'sealing' },
    { send: 'sendMail' },
    { mail: 'send' },
  ],
}

/** Each puts back what only met other writers (functions/kit/consume.ts): into its own queue, as a new message. */
const withOwnQueue = ([name, powers]: [string, readonly Power[]]): [string, readonly Power[]] => [
  name,
  powers.some((power) => 'send' in power && power.send === name) ? powers : [...powers, { send: name as JobName }],
]
// @NOTE the names are those of the table above, which Object.entries and fromEntries cannot express.
export const jobPowers = Object.fromEntries(Object.entries(ownJobPowers).map(withOwnQueue)) as unknown as Record<
  JobName,
  readonly Power[]
>

const ownPowers: Record<ScheduleName, readonly Power[]> = {
  expireStaleUploads: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    { files: ['get', 'remove'], under: 'exclusions/' },
    { files: ['get', 'remove'], under: 'imports/' },
    { files: ['get', 'remove'], under: 'enrichments/' },
    { files: ['list', 'remove'], under: 'exports/' },
    // What was set aside for an enrichment that nobody confirmed goes back.
    { table: 'write', of: ['wallet', 'counterAccount'] },
    ...sends('importExclusions', 'importClients', 'enrich'),
  ],
  payDueCommissions: [
    { secret: 'stripe' },
    // What sales people got by day stands with them.
    { table: 'write', of: ['company', 'user'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
  ],
  sendAuditLogs: [{ table: 'write', of: ['waitingLog'] }, { send: 'writeAuditLog' }],
  checkDomains: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'advanceDomain' }],
  topUpWallets: [
    { secret: 'stripe' },
    // A notice of each top-up is a row of its company.
    { table: 'write', of: ['company', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    ...sends('sendMail', 'collectOwed'),
  ],
  expireCredit: [
    { table: 'write', of: ['wallet', 'counterAccount'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    // Who hears of what expires soon, and the notice of it.
    { table: 'write', of: ['company'], indexes: ['gsi1'] },
    { send: 'sendMail' },
  ],
  retryFailedCharges: [...collecting, { table: 'read', of: ['due'], indexes: ['gsi2'] }],
  retryDeliveries: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    // Leads that wait for a tool which is connected again, and sheets that its campaigns get then.
    { table: 'read', of: ['company', 'children'], indexes: ['gsi1'] },
    ...sends('deliverLead', 'writeSheet'),
    ...rescuedJobs.map((rescue): Power => ({ rescue })),
  ],
  sweepCampaigns: [
    { table: 'write', of: ['company', 'children', 'pixel'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    // What was set aside for leads goes back to its wallet.
    { table: 'write', of: ['wallet', 'counterAccount'] },
    // Who gets the notices of an agency.
    { table: 'read', of: ['company'], indexes: ['gsi1'] },
    { send: 'sendMail' },
  ],
  pullLeads: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'pullCampaign' }],
  mailReports: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'mailReport' }],
  findMissedEvents: [
    { table: 'read', of: ['company', 'children'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
    { send: 'hearMissedEvents' },
  ],
  reviewAgencies: [
    { table: 'read', of: ['company', 'children'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
    { send: 'reviewCampaigns' },
  ],
  forgetRemoved: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'forgetCompany' }],
  sumReports: [
    { table: 'write', of: ['company'] },
    // Leads that a Data Wallet paid are movements of it.
    { table: 'read', of: ['wallet'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    { send: 'sumTallies' },
  ],
  billCampaigns: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'billCampaign' }],
  topUpCampaigns: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'topUpCampaign' }],
  trueUpMinimums: [{ table: 'read', of: ['company', 'children'], indexes: ['gsi1', 'gsi4'] }, { send: 'makeInvoices' }],
  reconcilePayments: [
    { secret: 'stripe' },
    // A notice of each top-up is a row of its company.
    { table: 'write', of: ['company', 'wallet', 'counterAccount', 'outbox'], indexes: ['gsi1'] },
    ...sends('sendMail', 'collectOwed'),
  ],
}

/** Each looks whether the timetable stands still before it runs. */
const looksForPause: Power = { table: 'read', of: ['pause'] }
// @NOTE the names are those of the table above, which Object.fromEntries cannot express.
export const schedulePowers = Object.fromEntries(
  Object.entries(ownPowers).map(([name, powers]) => [name, [looksForPause, ...powers]]),
) as unknown as Record<ScheduleName, readonly Power[]>

export const hookPowers: Record<HookName, readonly Power[]> = {
  page: [
    { secret: 'originVerify' },
    { table: 'read', of: ['domain', 'company', 'children'], indexes: ['gsi1'] },
    { site: 'read' },
    { files: ['get'], under: 'brand/' },
    { files: ['get'], under: 'banners/' },
  ],
  visit: [
    { secret: 'originVerify' },
    // Anybody reports here: it reads, counts, marks visitors and queues, and writes no company.
    { table: 'read', of: ['domain', 'company', 'campaign'] },
    { table: 'write', of: ['limit', 'pixel'] },
    { send: 'resolveVisits' },
  ],
  stripe: [
    { secret: 'originVerify' },
    { secret: 'stripe' },
    { table: 'write', of: ['once'] },
    { send: 'handleStripeEvent' },
  ],
  unsubscribe: [
    { secret: 'originVerify' },
    // Links of mails of a topic are proven by it.
    { secret: 'sealing' },
    { table: 'read', of: ['domain', 'company'] },
    // Whose reports end is a row of the person.
    { table: 'write', of: ['user', 'limit', 'waitingLog'] },
    { send: 'writeAuditLog' },
  ],
}

export const rotationPowers: Record<RotationName, readonly Power[]> = {
  originVerify: [{ rotate: 'originVerify' }, { edge: 'set-origin-header' }],
  keys: [{ rotate: 'keys' }],
}
