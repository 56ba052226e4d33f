// Many visits of one agency wait in the queue; those of another one do not wait for them.
import { beforeAll, describe, expect, it } from 'vitest'
import { WriteConflict } from '#functions/data/lib/errors.ts'
import { consume, consumeBatch } from '#functions/kit/consume.ts'
import { lambdaContext } from '#infra/local/api.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { deliver } from './faults.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})

const MANY = 400

const messageOf = ({ id, companyId, siteUrl }: Campaign, visitorId: string) => ({
  visitId: stage.services.newId('visit'),
  campaignId: id,
  companyId,
  visitorId,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  pageUrl: `${siteUrl}/`,
  visitedAt: stage.services.now(),
})

describe('visits of an agency', () => {
  it('CMP-47 are looked at while those of an agency with many more still wait', async () => {
    const [busy, quiet] = [await stage.newCampaign('peak'), await stage.newCampaign('smiles')]
    await stage.services.queues.sendMany(
      'resolveVisits',
      Array.from({ length: MANY }, (_, n) => ({
        message: messageOf(busy, `unknown-visitor-${n}`),
        group: busy.agencyId,
      })),
    )
    // As they come: through the door, after all the others.
    for (let n = 0; n < 10; n++) await stage.visit(quiet.id, { v: `quiet-visitor-${n}` })
    await stage.drain()
    const order = stage.provider.requests().map(({ visitorId }) => visitorId)
    expect(order).toHaveLength(MANY + 10)
    const last = order.findLastIndex((visitorId) => visitorId.startsWith('quiet-'))
    // One of each in turn, in batches of ten that are worked on together.
    expect(last).toBeLessThan(30)
    expect((await stage.leadsOf('cleo', quiet)).total).toBe(10)
  })

  it('keep their group when they met too many others and wait for another turn', async () => {
    const { queues } = stage.services
    const campaign = await stage.newCampaign()
    const groups: unknown[] = []
    stage.services.queues = { ...queues, send: async (_job, _message, options) => void groups.push(options?.group) }
    const fails = () => Promise.reject(new WriteConflict('Others were there.'))
    const handlers = [consume('resolveVisits', { run: fails }), consumeBatch('resolveVisits', fails)]
    const record = deliver(messageOf(campaign, 'visitor-of-a-group'))
    const grouped = { ...record, attributes: { ...record.attributes, MessageGroupId: campaign.agencyId } }
    for (const handler of handlers) await handler({ Records: [grouped, record] }, lambdaContext('resolveVisits'))
    stage.services.queues = queues
    expect(groups.sort()).toEqual([campaign.agencyId, campaign.agencyId, undefined, undefined])
  })

  it('come again by themselves where their queue takes nothing, and what was done beside them stays done', async () => {
    const { queues } = stage.services
    const campaign = await stage.newCampaign()
    stage.services.queues = { ...queues, send: () => Promise.reject(new Error('The queue is away.')) }
    const busy = { error: new WriteConflict('Others were there.') }
    const records = ['busy', 'done'].map((visitor) => deliver(messageOf(campaign, visitor)))
    const failed: string[] = []
    const alone = consume('resolveVisits', {
      run: () => Promise.reject(busy.error),
      failed: async ({ message }) => void failed.push(message.visitorId),
    })
    const last = { ...deliver(messageOf(campaign, 'last')), messageId: 'last' }
    const worn = { ...last, attributes: { ...last.attributes, ApproximateReceiveCount: '5' } }
    const answers = [
      await consumeBatch('resolveVisits', async () => [busy, { said: 'done' }])(
        { Records: records },
        lambdaContext('resolveVisits'),
      ),
      await alone({ Records: [worn] }, lambdaContext('resolveVisits')),
    ]
    stage.services.queues = queues
    expect(
      answers.map(({ batchItemFailures }) => batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)),
    ).toEqual([[records[0]?.messageId], ['last']])
    expect(failed).toEqual(['last'])
  })
})
