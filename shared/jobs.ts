import * as z from 'zod'
import { LogMessage } from './audit-log.ts'
import { toolSlugs } from './integrations/slugs.ts'
import type { JobName } from './job-names.ts'
import { MailMessage } from './mails.ts'
import { Destination, destinationKinds } from './model/delivery.ts'
import { Happening } from './model/happening.ts'

/** A queue with its worker `functions/jobs/<name>.ts`, its dead-letter queue and its limits. */
export type Job<Message extends z.ZodType = z.ZodType> = {
  summary: string
  message: Message
  /** Longest run of the worker; how long its message stays with it follows from that. */
  timeoutSeconds: number
  /** Deliveries before a message goes to the dead-letter queue. */
  tries: number
  batchSize: number
  /** How long the first message of a batch waits for others; none waits where it is left out. More than ten in a batch need it. */
  windowSeconds?: number
  concurrency: number
  /** Objects created under this prefix of the `files` bucket become messages of this job. */
  onUpload?: { prefix: string; suffix: string }
}

/** The agency of the campaign, which makes the group of a message (job-groups.ts). Messages from before it was sent along lack it. */
const agencyId = z.string().default('')

const job = <Message extends z.ZodType>(definition: Job<Message>) => definition

/** What S3 sends when an object was created (event notification, structure version 2.x); other keys are ignored. */
export const ObjectCreated = z.object({
  Records: z
    .array(
      z.object({
        s3: z.object({
          bucket: z.object({ name: z.string() }),
          object: z.object({ key: z.string(), size: z.number().optional() }),
        }),
      }),
    )
    .min(1),
})

/**
 * The payment account of an agency, or the platform's own. `awaySince`: it was not ours to ask from that instant (ms) on, and is now;
 * `returns`: what is older than any event, of charges that were asked for when it went and of money that went back meanwhile; `after`: the
 * thing behind which its page begins.
 */
export const EventsRun = z.object({
  agencyId: z.string().optional(),
  awaySince: z.number().optional(),
  returns: z.enum(['charges', 'refunds', 'disputes']).optional(),
  after: z.string().optional(),
})
export type EventsRun = z.output<typeof EventsRun>

/** The minimum-spend month of an agency; days are those of its root. */
export const InvoiceRun = z.object({
  what: z.literal('month'),
  agencyId: z.string(),
  today: z.string(),
  timeZone: z.string(),
  /**
   * What an agency with this plan (or, where it is empty, with none of its own) had to spend when its month ended, with or without the
   * developer agreement: read once for all of them.
   */
  minimum: z
    .object({
      planId: z.string(),
      isDeveloper: z.boolean().optional(),
      monthsCents: z.array(z.int()),
      flatMonthCents: z.int(),
    })
    .readonly()
    .optional(),
})
export type InvoiceRun = z.output<typeof InvoiceRun>

/** A campaign that is to be billed, or one of its bills (`key`) of which somebody is still to be asked for his part. */
export const BillRun = z.object({ companyId: z.string(), campaignId: z.string(), key: z.string().optional() })
export type BillRun = z.output<typeof BillRun>

/** A company that failed to pay can pay now. `why` names the tries, `by` says what made them. */
export const OwedRun = z.object({ companyId: z.string(), why: z.string(), by: z.string() })
export type OwedRun = z.output<typeof OwedRun>

/** The account that kept the cards of an agency's clients was given up. A page of those of one mark each time. */
export const CardsRun = z.object({
  agencyId: z.string(),
  accountId: z.string(),
  tag: z.enum(['card_active', 'card_failed']),
  after: z.string().nullable(),
})
export type CardsRun = z.output<typeof CardsRun>

/** An invoice by its payment's key, or the receipt of a top-up by the month and the id of its entry. */
export const PaperRef = z.discriminatedUnion('what', [
  z.object({ what: z.literal('invoice'), companyId: z.string(), key: z.string() }),
  z.object({ what: z.literal('receipt'), companyId: z.string(), month: z.string(), id: z.string() }),
])
export type PaperRef = z.output<typeof PaperRef>

export const jobs = {
  importExclusions: job({
    summary: 'Reads an uploaded exclusion file and adds its records to the list of its company.',
    // S3 sends its own event, and one to try the queue when it is tied to it; a sweep or a wait sends the id alone.
    message: z.union([
      ObjectCreated,
      z.object({ companyId: z.string(), uploadId: z.string() }),
      z.object({ Event: z.literal('s3:TestEvent') }),
    ]),
    timeoutSeconds: 120,
    tries: 5,
    batchSize: 1,
    concurrency: 5,
    onUpload: { prefix: 'exclusions/incoming/', suffix: '.csv' },
  }),
  creditExcluded: job({
    summary: 'Gives leads of the last day back whose people came onto an exclusion list, each once.',
    message: z.object({ companyId: z.string(), uploadId: z.string(), agencyId: z.string().optional() }),
    // All leads of an agency's last day are read.
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  answerPersonRequest: job({
    summary: 'Copies or erases what is held on a person, in all campaigns and lists below a company.',
    message: z.object({ companyId: z.string(), id: z.string() }),
    // What does not fit goes on in another delivery.
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  importClients: job({
    summary: 'Checks a file of clients, and makes those of its rows that were confirmed, each with an invitation.',
    // S3 sends its own event, and one to try the queue when it is tied to it; confirmed and lost work is named by its id.
    message: z.union([
      ObjectCreated,
      z.object({ companyId: z.string(), importId: z.string() }),
      z.object({ Event: z.literal('s3:TestEvent') }),
    ]),
    // A long file goes on in another delivery.
    timeoutSeconds: 90,
    tries: 5,
    batchSize: 1,
    concurrency: 3,
    onUpload: { prefix: 'imports/incoming/', suffix: '.csv' },
  }),
  makeListFile: job({
    summary: 'Writes a list that may be long as a file, for a person who is told how far it is.',
    message: z.object({ companyId: z.string(), id: z.string() }),
    // A million leads are read a thousand at a time.
    timeoutSeconds: 420,
    tries: 3,
    batchSize: 1,
    concurrency: 3,
  }),
  makePaper: job({
    summary: "Draws an invoice or a receipt as a PDF in its issuer's brand, for the person who asked and asks again.",
    message: PaperRef,
    timeoutSeconds: 60,
    tries: 3,
    batchSize: 1,
    concurrency: 3,
  }),
  resolveVisits: job({
    summary: 'Turns a visit of a tagged page into a lead: resolve the person, check exclusions, store once.',
    message: z.object({
      visitId: z.string(),
      campaignId: z.string(),
      companyId: z.string(),
      visitorId: z.string(),
      ip: z.string(),
      userAgent: z.string(),
      pageUrl: z.string(),
      /** The page before it; empty for none. */
      referrer: z.string().optional(),
      visitedAt: z.number(),
    }),
    // Five of a campaign are asked for at once, and the provider has five seconds for each; campaigns that time is too short for go back.
    timeoutSeconds: 60,
    tries: 5,
    // Visits of a burst share a transaction, and a single one is a lead within seconds.
    batchSize: 25,
    windowSeconds: 5,
    concurrency: 10,
  }),
  pullCampaign: job({
    summary: 'Asks the provider who searched for what a campaign looks for, and takes them as its leads.',
    message: z.object({ companyId: z.string(), campaignId: z.string() }),
    // A long pull goes on in another delivery.
    timeoutSeconds: 120,
    tries: 5,
    batchSize: 1,
    concurrency: 30,
  }),
  countKeyword: job({
    summary: 'Asks the provider how many people searched for keywords in an area, and nationwide where nobody did.',
    message: z.object({ companyId: z.string(), lookupId: z.string() }),
    timeoutSeconds: 60,
    tries: 3,
    batchSize: 1,
    concurrency: 5,
  }),
  enrich: job({
    summary: 'Reads a file of addresses, asks what is known of their people, and charges for those who were found.',
    // S3 sends its own event, and one to try the queue when it is tied to it; confirmed and lost work is named by its id.
    message: z.union([
      ObjectCreated,
      z.object({ companyId: z.string(), enrichmentId: z.string() }),
      z.object({ Event: z.literal('s3:TestEvent') }),
    ]),
    // A long file goes on in another delivery.
    timeoutSeconds: 120,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
    onUpload: { prefix: 'enrichments/incoming/', suffix: '.csv' },
  }),
  mailReport: job({
    summary:
      'Has one report mailed: the leads of a day as a file, or what some days brought to somebody who asked for it.',
    message: z.discriminatedUnion('what', [
      z.object({ what: z.literal('dayFile'), companyId: z.string(), campaignId: z.string() }),
      z.object({ what: z.literal('report'), userId: z.string() }),
    ]),
    timeoutSeconds: 60,
    tries: 5,
    batchSize: 1,
    concurrency: 5,
  }),
  reviewCampaigns: job({
    summary:
      'Looks which running campaigns of an agency found fewer leads in a week than they should, and folds its days that are over.',
    message: z.object({ agencyId: z.string() }),
    timeoutSeconds: 300,
    tries: 3,
    batchSize: 1,
    concurrency: 2,
  }),
  sumTallies: job({
    summary: 'Sums up by day what became of everybody whom campaigns of an agency have seen.',
    message: z.object({
      agencyId: z.string(),
      marks: z.array(z.object({ companyId: z.string(), campaignId: z.string(), hour: z.string(), from: z.number() })),
    }),
    timeoutSeconds: 120,
    tries: 5,
    batchSize: 1,
    concurrency: 5,
  }),
  topUpCampaign: job({
    summary:
      'Ends purchases and refunds of a campaign that are under way, buys further leads where few are left, and stops it where none are.',
    message: z.object({ companyId: z.string(), campaignId: z.string() }),
    timeoutSeconds: 120,
    tries: 5,
    batchSize: 1,
    // Each asks the payment provider once a second, beside the run that bills.
    concurrency: 2,
  }),
  deliverLead: job({
    summary:
      'Tries to deliver a lead to one destination; what did not arrive is tried again, ten times over three days.',
    message: z.object({
      companyId: z.string(),
      campaignId: z.string(),
      agencyId,
      leadId: z.string(),
      /** Instant of storing the lead, which its key begins with. */
      leadAt: z.number(),
      destination: Destination,
      /** What is told instead of a lead; then `leadId` and `leadAt` are its id and when it happened. */
      happening: Happening.optional(),
    }),
    // A receiver has 15 seconds for each request, of which a tool may be asked several: tokens, the contact, its tags. A run that
    // ended among them would leave the lead without its next try. Its failures are no failed deliveries of the message.
    timeoutSeconds: 90,
    tries: 5,
    batchSize: 1,
    // A run mostly waits for its receiver, and is met first as agencies come (docs/load-plan.md): 145 a second at 300 ms.
    concurrency: 50,
  }),
  lookAtDelivery: job({
    summary: 'Asks a tool that works later what came of a lead that it took.',
    message: z.object({
      companyId: z.string(),
      campaignId: z.string(),
      agencyId,
      leadId: z.string(),
      leadAt: z.number(),
      destination: Destination,
      /** When the delivery ended that is meant. */
      endedAt: z.number(),
      /** What the tool calls its work. */
      lookAt: z.string(),
      /** How often it was asked before. */
      look: z.number(),
    }),
    timeoutSeconds: 30,
    tries: 5,
    batchSize: 1,
    concurrency: 5,
  }),
  writeSheet: job({
    summary:
      "Puts leads into their campaign's sheet at Google, those that come together at once; without a lead it makes the sheet.",
    message: z.object({
      companyId: z.string(),
      campaignId: z.string(),
      agencyId,
      /** The company whose Google account it is. */
      ownerId: z.string(),
      leadId: z.string().optional(),
      leadAt: z.number().optional(),
    }),
    // Some requests of up to 15 seconds each, for each of some sheets.
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 100,
    windowSeconds: 5,
    concurrency: 5,
  }),
  releaseDeliveries: job({
    summary: 'Sends the leads that waited for a company to connect a tool again.',
    message: z.object({
      companyId: z.string(),
      kind: z.enum(destinationKinds),
      /** Nothing was connected, somebody was removed: only the sheets that they read are taken from them. */
      isForReaders: z.boolean().optional(),
    }),
    timeoutSeconds: 120,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  endConnections: job({
    summary:
      'Takes back at outside tools what a company that was deleted allowed us, forgets its keys, and lets its domains go; or does the first for one tool that people disconnected.',
    message: z.object({
      companyId: z.string(),
      /** This tool alone, which its people disconnected, if it was not told then. */
      untold: z.enum(toolSlugs).optional(),
      /** Instead of its own: those of a page of its clients, of those that bear a mark. */
      below: z
        .object({
          tag: z.enum(['campaign_active', 'campaign_inactive', 'campaign_none']),
          after: z.string().nullable(),
        })
        .optional(),
    }),
    // A page of clients; the few that have a tool wait for it 15 seconds at most for each of some requests.
    timeoutSeconds: 300,
    tries: 8,
    batchSize: 1,
    concurrency: 2,
  }),
  replayLeads: job({
    summary: 'Begins anew with the deliveries of one destination in some time, each once.',
    message: z.object({ companyId: z.string(), destinationId: z.string(), id: z.string() }),
    // What is left goes on in another delivery.
    timeoutSeconds: 60,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  forgetCompany: job({
    summary: 'Erases people, leads, lists and files of a company that was removed 90 days ago.',
    message: z.object({ companyId: z.string() }),
    // What does not fit goes on in another delivery.
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  advanceDomain: job({
    summary: "Brings an agency's own domain one or more steps further: DNS, certificate, roll-out, or its removal.",
    message: z.object({ companyId: z.string(), host: z.string() }),
    timeoutSeconds: 60,
    tries: 3,
    batchSize: 1,
    concurrency: 5,
  }),
  billCampaign: job({
    summary:
      'Bills one campaign: puts its leads and fees on a bill, and asks its client and its agency for their parts.',
    message: BillRun,
    // All leads of a period are counted.
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    concurrency: 10,
  }),
  makeInvoices: job({
    summary: 'Charges one agency the rest of its minimum spend.',
    message: InvoiceRun,
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    // With those of `billCampaign` they ask the payment provider as often as a run may, each once a second (functions/kit/pace.ts).
    concurrency: 10,
  }),
  collectOwed: job({
    summary: 'Tries at once what a company failed to pay: its wallet was filled, or another card was saved.',
    message: OwedRun,
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    // Each asks the payment provider once a second: what the run leaves to others is enough for two.
    concurrency: 2,
  }),
  hideCards: job({
    summary: 'Takes the cards of clients off where the account that kept them was given up by their agency.',
    message: CardsRun,
    timeoutSeconds: 60,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  payCommissions: job({
    summary: 'Passes on what sales people get of a payment of their agency.',
    message: z.object({ companyId: z.string(), key: z.string() }),
    timeoutSeconds: 30,
    tries: 8,
    batchSize: 1,
    concurrency: 2,
  }),
  writeAuditLog: job({
    summary: "Puts an entry at the end of its tenant's chain of changes, once.",
    message: LogMessage,
    timeoutSeconds: 60,
    tries: 10,
    batchSize: 10,
    concurrency: 2,
  }),
  handleStripeEvent: job({
    summary: 'Brings what we know up to date with what the payment provider tells, in any order.',
    message: z.object({
      eventId: z.string(),
      type: z.string(),
      /** The connected account it happened in; empty for the platform's own. */
      accountId: z.string(),
      objectId: z.string(),
      /** When it happened (ms). */
      createdAt: z.number().optional(),
    }),
    timeoutSeconds: 60,
    tries: 8,
    batchSize: 5,
    concurrency: 5,
  }),
  hearMissedEvents: job({
    summary: 'Asks the payment provider what happened in an account and was never told, and has it worked on.',
    message: EventsRun,
    timeoutSeconds: 300,
    tries: 5,
    batchSize: 1,
    concurrency: 2,
  }),
  sendMail: job({
    summary: "Makes a mail in its tenant's brand and hands it to the mail service, once.",
    message: MailMessage,
    timeoutSeconds: 30,
    tries: 6,
    batchSize: 5,
    concurrency: 5,
  }),
} as const satisfies Record<JobName, Job>

/**
 * How long a message stays with the worker that took it. Queues hand out no more than their workers may take at once, so
 * twice a worker's longest run is enough, the seconds of a window within it; more only lets the work of one that ended lie still.
 */
export const visibilitySecondsOf = (timeoutSeconds: number): number => 2 * timeoutSeconds

/** Milliseconds that the first message of a batch waits for others. */
export const windowMsOf = (name: JobName): number => {
  const { windowSeconds = 0 }: Job = jobs[name]
  return windowSeconds * 1000
}
export type JobMessage<Name extends JobName> = z.output<(typeof jobs)[Name]['message']>
