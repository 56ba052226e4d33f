// What the suites about pulls share: campaigns that look for people, their worker as a queue would call it, and its death.
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Services } from '#functions/kit/services.ts'
import { lambdaContext } from '#infra/local/api.ts'
import type { Search } from '#infra/local/doubles/lead-data.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { type Campaign, CampaignTarget, type NewCampaign } from '#shared/model/campaign.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { isRead } from '#tests/support/reads.ts'
import { Crash, deliver } from './faults.ts'
import { startStage } from './stage.ts'

/** Noon in the middle of a week, so that no test meets the end of a day. */
export const noon = Date.UTC(2026, 10, 18, 18)

/**
 * From its k-th request to the table that changes something on, before it or after it was done, the worker reaches neither table nor
 * provider. Where it only reads, a crash leaves behind what one after the change before, or before the next one, does.
 */
export function killAt(services: Services, at: number, when: 'before' | 'after') {
  const name = `kill-${Math.random()}`
  let count = 0
  let isDead = false
  services.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (isDead) throw new Crash('a dead worker asks nothing')
        if (isRead(commandName)) return next(args)
        // Its own number: others that are under way at the same time count on.
        const own = ++count
        if (own !== at) return next(args)
        if (when === 'after') await next(args).catch(() => undefined)
        isDead = true
        throw new Crash(`${when} the request`)
      },
    { step: 'initialize', name },
  )
  return {
    wasHit: () => isDead,
    revive: () => void services.table.client.middlewareStack.remove(name),
  }
}

export const search = (number: number, more: Partial<Search> = {}): Search => ({
  recordId: `record-${number}`,
  seenAt: noon - HOUR + number * MINUTE,
  keyword: 'roof repair',
  person: {
    id: `searcher-${number}`,
    email: `searcher-${number}@example.com`,
    firstName: 'Ann',
    phone: '+13125550101',
  },
  ...more,
})
export const searches = (count: number): Search[] => Array.from({ length: count }, (_, at) => search(at + 1))

export async function startPulls() {
  const stage = await startStage()
  stage.setClock(noon)
  // Loaded after the environment is set, as a container does.
  const { handler } = await import('#functions/jobs/pullCampaign.ts')
  const job: (event: SQSEvent, context: ReturnType<typeof lambdaContext>) => Promise<SQSBatchResponse> = handler
  let made = 0

  return {
    ...stage,
    get cast() {
      return stage.cast
    },
    /** A campaign that was started an hour before noon and looks for roofs anywhere. */
    async newSearch(
      more: Partial<NewCampaign> = {},
      { price, target = {} }: { price?: Partial<RetailPrice>; target?: Partial<CampaignTarget> } = {},
    ): Promise<Campaign> {
      const campaign = {
        ...stage.cast.campaigns.harbor,
        id: stage.services.newId('campaign'),
        name: `Roofs ${++made}`,
        version: 0,
        startedAt: noon - HOUR,
        ...more,
      }
      const looksFor = CampaignTarget.parse({ keywords: ['roof repair'], isNational: true, ...target })
      const created = await stage.db.campaignChange.create(campaign, { target: looksFor })
      if (typeof created === 'string') throw new Error(`The campaign could not be made: ${created}.`)
      if (price) {
        const { companyId, line, id } = created
        await stage.db.price.saveRetail(companyId, line, { ...noPrice, ...price }, { by: 'usr_x', at: 1 }, id)
      }
      return created
    },
    /** Lets a worker have the message of a campaign; answers whether it is to come again. */
    async pull({ companyId, id }: Pick<Campaign, 'companyId' | 'id'>, tries = 1): Promise<boolean> {
      const record = {
        ...deliver({ visitId: id } as Parameters<typeof deliver>[0], tries),
        body: JSON.stringify({ companyId, campaignId: id }),
      }
      const { batchItemFailures } = await job({ Records: [record] }, lambdaContext('pullCampaign', 120_000))
      return batchItemFailures.length > 0
    },
    rowOf: ({ companyId, id: campaignId }: Pick<Campaign, 'companyId' | 'id'>) =>
      stage.db.pull.find({ companyId, campaignId }),
    /** Addresses of the leads, sorted. */
    async emailsOf(campaign: Campaign): Promise<string[]> {
      const leads = await stage.db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 1000 })
      return leads.map(({ person }) => person.email).sort()
    },
    asked: (from = 0) => stage.provider.pulled().slice(from),
  }
}
export type Pulls = Awaited<ReturnType<typeof startPulls>>
