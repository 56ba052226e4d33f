// A campaign that changes its state is moved in what lists it, possibly from before a reader to behind it.
import { describe, expect, it } from 'vitest'
import { allCampaigns } from '#functions/domain/campaigns/all.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { northlight, copper, campaigns } = h.cast
const { plant } = stageOf(h)
const { middlewareStack } = h.services.table.client

type Query = { ExpressionAttributeValues?: Record<string, unknown>; Limit?: number }
/** Sees each query of one partition, and decides when it goes. */
function watch(partition: string, see: (query: Query, send: () => Promise<unknown>) => Promise<unknown>): void {
  middlewareStack.add(
    (next) => async (args) => {
      const query = args.input as Query
      if (!Object.values(query.ExpressionAttributeValues ?? {}).includes(partition)) return next(args)
      // @NOTE what the next step answers is handed on as it is.
      return see(query, () => next(args)) as ReturnType<typeof next>
    },
    { step: 'initialize', name: 'watch' },
  )
}
const unwatch = () => middlewareStack.remove('watch')
const start = (campaign: Campaign) => h.db.campaignChange.setStatus(campaign, 'active', '')

describe('a campaign that changes its state while all are read', () => {
  it('is among those of its agency where none may be missed', async () => {
    const own = { ...campaigns.smiles, agencyId: northlight.id }
    const [moved, other] = [h.services.newId('campaign'), h.services.newId('campaign')].sort()
    if (!moved || !other) throw new Error('There are two.')
    const paused = await plantCampaign(h.db, { ...own, id: moved, name: 'Moved', status: 'paused' })
    await plantCampaign(h.db, { ...own, id: other, name: 'Stays', status: 'active' })
    let isMoved = false
    watch(`C#${northlight.id}#CLIST`, async (query, send) => {
      query.Limit = 1
      const answer = await send()
      // Active ones stand first, by their ids: the reader is behind the place that the paused one goes to, and before where it was.
      if (!isMoved && JSON.stringify(answer).includes(other)) {
        isMoved = true
        expect(await start(paused)).toBeTruthy()
      }
      return answer
    })
    const found = await h.db.campaignList.every(northlight.id)
    unwatch()
    expect(found.map(({ id }) => id)).toContain(moved)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  })

  it('is billed and stopped with all of its agency, although its client gets another mark', async () => {
    const { company } = await plant(copper, 'Starts meanwhile')
    const id = h.services.newId('campaign')
    const own = { ...campaigns.peak, id, companyId: company.id, agencyId: copper.id }
    const paused = await plantCampaign(h.db, { ...own, name: 'Starts', status: 'paused' })
    const marks = (mark: string) => `C#${copper.id}#FC#${mark}`
    let seen: () => void = () => undefined
    const isSeen = new Promise<void>((resolve) => {
      seen = resolve
    })
    let isFirst = true
    middlewareStack.add(
      (next) => async (args) => {
        const values = Object.values((args.input as Query).ExpressionAttributeValues ?? {})
        if (values.includes(marks('campaign_active'))) {
          const answer = await next(args)
          seen()
          return answer
        }
        if (values.includes(marks('campaign_inactive')) && isFirst) {
          isFirst = false
          await isSeen
          await start(paused)
        }
        return next(args)
      },
      { step: 'initialize', name: 'watch' },
    )
    const found = await allCampaigns(h.db, copper)
    unwatch()
    expect(found.map((each) => each.id)).toContain(id)
  })
})
