// What the jobs are called. Every function knows the queues by these names; what a job takes and may use (`jobs.ts`) only its worker.

export const jobNames = [
  'importExclusions',
  'creditExcluded',
  'answerPersonRequest',
  'importClients',
  'makeListFile',
  'makePaper',
  'resolveVisits',
  'pullCampaign',
  'countKeyword',
  'enrich',
  'mailReport',
  'reviewCampaigns',
  'sumTallies',
  'topUpCampaign',
  'deliverLead',
  'lookAtDelivery',
  'writeSheet',
  'releaseDeliveries',
  'endConnections',
  'replayLeads',
  'forgetCompany',
  'advanceDomain',
  'billCampaign',
  'makeInvoices',
  'collectOwed',
  'hideCards',
  'payCommissions',
  'writeAuditLog',
  'handleStripeEvent',
  'hearMissedEvents',
  'sendMail',
] as const
export type JobName = (typeof jobNames)[number]

/** Jobs of deliveries, which the timetable takes up where they gave up (`retryDeliveries`). */
export const rescuedJobs = [
  'deliverLead',
  'writeSheet',
  'lookAtDelivery',
  'releaseDeliveries',
] as const satisfies readonly JobName[]
export type RescuedJob = (typeof rescuedJobs)[number]

/** Jobs for a service outside without which nothing of them can be done: their messages wait for it (`ServiceAway` of functions/kit/consume.ts). */
export const waitingJobs = ['resolveVisits', 'sendMail'] as const satisfies readonly JobName[]

/** Name of the environment variable that holds a job's queue address: `importExclusions` -> `QUEUE_URL_IMPORT_EXCLUSIONS`. */
export function queueVariable(name: string): string {
  return `QUEUE_URL_${name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()}`
}

/** Name of the variable that holds the address of a queue's dead letters: `importExclusions` -> `DEAD_URL_IMPORT_EXCLUSIONS`. */
export const deadVariable = (name: string): string => queueVariable(name).replace(/^QUEUE/, 'DEAD')
