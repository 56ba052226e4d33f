// Deliveries whose workers end without a word, by a crash or a time limit: as many tries as after any other failure, and one end.
import { beforeEach, describe, expect, it } from 'vitest'
import { WriteConflict } from '#functions/data/lib/errors.ts'
import { LEASE_MS } from '#functions/domain/integrations/deliver.ts'
import { handler as deliverLead } from '#functions/jobs/deliverLead.ts'
import { handler as writeSheet } from '#functions/jobs/writeSheet.ts'
import type { Services } from '#functions/kit/services.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { jobs, visibilitySecondsOf } from '#shared/jobs.ts'
import { MOST_TRIES } from '#shared/leads/retries.ts'
import { mortals } from '../billing/mortals.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services } = h
/** When the queue hands a message out again whose worker ended. */
const AGAIN_MS = visibilitySecondsOf(jobs.deliverLead.timeoutSeconds) * SECOND
const WORDS = /^Our own worker ended/
let clock = Math.ceil(services.now() / SECOND) * SECOND
const at = (ms: number) => {
  clock = ms
  h.setClock(ms)
}

beforeEach(() => {
  at(clock + 30 * HOUR)
  receiver.clear()
})

type One = Awaited<ReturnType<typeof h.oneOnItsWay>>

/** A worker that ends while the receiver is asked, `isHeard`: once that has answered. Nothing it throws is looked at by anybody. */
function ending({ isHeard = false } = {}) {
  const sent: { job: string; message: Record<string, unknown>; delayMs: number }[] = []
  let asked = 0
  const deps: Services = {
    ...services,
    webhooks: {
      ...services.webhooks,
      async post(...letter) {
        asked++
        if (isHeard) await services.webhooks.post(...letter)
        throw new Error('ended')
      },
    },
    // What is sent again comes by hand, so that no other test works it off.
    queues: {
      ...services.queues,
      async send(job, message, { delaySeconds = 0 } = {}) {
        sent.push({ job, message: { ...message }, delayMs: delaySeconds * SECOND })
      },
    },
  }
  return { deps, sent, asked: () => asked }
}

/** As the queue and the timetable hand it out, until it is over or somebody gave up on it. */
async function goOn(deps: Services, { message, find }: One, isOver: (said: string) => boolean, most = 60) {
  const heard: string[] = []
  for (let round = 0; round < most; round++) {
    const said = await h.deliver(deps, message, 0).catch((error: unknown) => {
      if (String(error).includes('ended')) return 'ended'
      throw error
    })
    heard.push(said)
    if (isOver(said)) break
    at(said === 'ended' ? clock + AGAIN_MS : Math.max(clock, (await find()).nextAt))
  }
  return heard
}

/** `tries` of its tries failed, and the worker of the next one ended. */
async function endedAfter(tries: number) {
  const one = await h.oneOnItsWay()
  receiver.fail(500, { times: tries })
  for (let each = 0; each < tries; each++) {
    await h.deliver({ ...services, queues: ending().deps.queues }, one.message, 0)
    at((await one.find()).nextAt)
  }
  receiver.clear()
  await expect(h.deliver(ending().deps, one.message, 0)).rejects.toThrow('ended')
  at(clock + AGAIN_MS)
  return one
}

describe('a delivery that ends its worker each time', () => {
  it('CMP-59+ fails after ten tries over 71 h 35 min, in plain words, and can be sent again by hand', async () => {
    const one = await h.oneOnItsWay()
    const { campaign, destination, lead, message, find } = one
    const begun = clock
    const { deps, sent, asked } = ending()
    const heard = await goOn(deps, one, (said) => said.startsWith('failed'))
    expect(heard.at(-1)).toMatch(/^failed/)
    expect([asked(), heard.filter((said) => said === 'ended').length]).toEqual([MOST_TRIES, MOST_TRIES])
    // The second try waits until the queue brings the message again, and the end of the last one is seen as late.
    expect(clock - begun).toBe(71 * HOUR + 35 * MINUTE + 2 * AGAIN_MS)
    const { state, tries, attempts } = await find()
    expect([state, tries, attempts.length]).toEqual(['failed', MOST_TRIES, MOST_TRIES])
    for (const { status, words } of attempts) expect([status, words]).toEqual([0, expect.stringMatching(WORDS)])
    expect(await h.deliver(services, message, 0)).toBe('over')

    const listed = await h.call('cleo', 'integrations.failedDeliveries', { leadspeekID: campaign.number })
    expect(listed.body.data).toMatchObject([{ lead_id: lead.id, state: 'failed', next_at: null }])
    const history = await h.call('cleo', 'integrations.deliveryHistory', {
      company_id: campaign.companyId,
      integration_id: 'zapier',
      webhook_id: destination.id,
    })
    expect(history.body.data.map(({ outcome }) => outcome)).toEqual([
      'failed',
      ...Array(MOST_TRIES - 1).fill('waiting'),
    ])
    for (const { reason } of history.body.data) expect(reason).toMatch(WORDS)
    const mails = sent.filter(({ job, message }) => job === 'sendMail' && message.mail === 'leadsLost')
    expect(mails).not.toEqual([])
    expect(new Set(mails.map(({ message }) => message.mailId)).size).toBe(mails.length)
    const notices = await h.call('cleo', 'account.notices', {})
    expect(notices.body.data.filter(({ kind }) => kind === 'leadsLost')).toHaveLength(1)

    const replay = { leadspeekID: campaign.number, delivery_id: history.body.data[0]?.delivery_id ?? '' }
    expect((await h.call('cleo', 'integrations.replayDeliveries', replay)).body).toMatchObject({ replayed: 1 })
    await h.drain()
    expect(await find()).toMatchObject({ state: 'delivered' })
    expect(receiver.received().filter(({ body }) => body.id === lead.id)).toHaveLength(1)
  })

  it('is left to the queue for a quarter of an hour, then to the timetable, which sends it no sooner than it is due', async () => {
    const one = await endedAfter(3)
    const { message, find } = one
    const { deps, sent } = ending()
    expect(await h.deliver(deps, message, 0)).toMatch(/^waits after 4 tries/)
    // Two hours after the try began, and not eleven minutes.
    expect((await find()).nextAt).toBe(clock - AGAIN_MS + 2 * HOUR)
    expect(sent).toEqual([])
    const { nextAt } = await find()
    for (const [ms, state] of [
      [nextAt - MINUTE, 'waiting'],
      [nextAt + 2 * MINUTE, 'delivered'],
    ] as const) {
      at(ms)
      await h.runner.trigger('retryDeliveries', clock)
      await h.drain()
      expect((await find()).state).toBe(state)
    }
    const soon = await h.oneOnItsWay()
    const heard = await goOn(ending().deps, soon, (said) => said.startsWith('waits'))
    expect(heard).toEqual(['ended', 'ended', expect.stringMatching(/^waits after 2 tries/)])
    expect((await soon.find()).nextAt).toBe(clock - AGAIN_MS + 5 * MINUTE)
  })

  it('is counted together with tries that failed otherwise', async () => {
    const { message, find } = await endedAfter(MOST_TRIES - 1)
    expect(await h.deliver(services, message, 0)).toMatch(/^failed/)
    const { state, attempts } = await find()
    expect([state, attempts.map(({ status }) => status)]).toEqual(['failed', [...Array(9).fill(500), 0]])
  })

  it('counts a worker that ends before it wrote down the one before it, too', async () => {
    const { message, find } = await endedAfter(0)
    for (let each = 0; each < 2; each++) {
      expect((await h.db.delivery.take(message, clock, LEASE_MS)).end).toBe('taken')
      at(clock + AGAIN_MS)
    }
    expect(await h.deliver(ending().deps, message, 0)).toMatch(/^waits after 3 tries/)
    expect(await find()).toMatchObject({ tries: 3, nextAt: clock - AGAIN_MS + 30 * MINUTE })
  })

  it('is taken over by one of many, and what a webhook tells beside leads fails without a word of a lost one', async () => {
    const { message, find } = await endedAfter(0)
    const ends = await Promise.all(Array.from({ length: 8 }, () => h.deliver(services, message, 0)))
    expect(ends.filter((end) => end.startsWith('delivered'))).toHaveLength(1)
    expect(receiver.received()).toHaveLength(1)
    expect(await find()).toMatchObject({ state: 'delivered', tries: 1, attempts: [{ status: 0 }, { status: 200 }] })

    const one = await h.oneOnItsWay()
    const happening = { type: 'campaign.status_changed', status: 'active', previous: 'paused', reason: '' } as const
    const told = { ...one, message: { ...one.message, happening } }
    const { deps, sent } = ending()
    expect((await goOn(deps, told, (said) => said.startsWith('failed'))).at(-1)).toMatch(/^failed/)
    expect(sent.filter(({ job }) => job === 'sendMail')).toEqual([])
  })

  it('that had arrived each time arrives again under the same id, and says that it may have', async () => {
    const one = await h.oneOnItsWay()
    const heard = ending({ isHeard: true })
    await expect(h.deliver(heard.deps, one.message, 0)).rejects.toThrow('ended')
    at(clock + AGAIN_MS)
    expect(await h.deliver(services, one.message, 0)).toBe('delivered (200)')
    const ids = receiver.received().map(({ webhookId }) => webhookId)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    const { state, attempts } = await one.find()
    expect([state, attempts[0]?.words]).toEqual(['delivered', expect.stringContaining('may have got it')])
  })

  it('does not fail where the last one was answered, and the worker ended before it had written down the end', async () => {
    const one = await h.oneOnItsWay()
    const { queues } = ending().deps
    receiver.fail(500, { times: MOST_TRIES - 1 })
    for (let each = 1; each < MOST_TRIES; each++) {
      await h.deliver({ ...services, queues }, one.message, 0)
      at((await one.find()).nextAt)
    }
    const { end } = h.db.delivery
    Object.assign(h.db.delivery, { end: () => Promise.reject(new Error('ended')) })
    await expect(h.deliver(services, one.message, 0)).rejects.toThrow('ended')
    Object.assign(h.db.delivery, { end })
    at(clock + AGAIN_MS)
    expect(await h.deliver(services, one.message, 0)).toBe('delivered (200)')
    expect(await one.find()).toMatchObject({ state: 'delivered' })
  })
})

describe('a worker that met other writers once it had the delivery', () => {
  const toRecord = (body: unknown, index: number) => ({
    messageId: `m${index}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  })

  it.each([
    { job: 'deliverLead', handler: deliverLead, leads: 1 },
    { job: 'writeSheet', handler: writeSheet, leads: 1 },
    { job: 'writeSheet', handler: writeSheet, leads: 2 },
  ] as const)(
    'has its message of $job, one of $leads, come again while it still has it, and nothing is lost',
    async ({ job, handler, leads }) => {
      const first = await h.oneOnItsWay()
      const { companyId, agencyId, id: campaignId } = first.campaign
      const all = [first]
      while (all.length < leads) all.push({ ...first, lead: await h.newLead(first.campaign) })
      const isSheet = job === 'writeSheet'
      const bodies = all.map(({ message, lead }) =>
        isSheet
          ? { companyId, campaignId, agencyId, ownerId: agencyId, leadId: lead.id, leadAt: lead.createdAt }
          : message,
      )
      const put: unknown[] = []
      const work = async (some: readonly unknown[]) => {
        const { send } = services.queues
        services.queues.send = async (_, message) => void put.push({ ...message })
        // @NOTE a handler reads no more of a record than this.
        await handler({ Records: some.map(toRecord) } as never, lambdaContext(job, 60_000))
        services.queues.send = send
      }
      const { end } = h.db.delivery
      Object.assign(h.db.delivery, { end: () => Promise.reject(new WriteConflict('Others were there.')) })
      await work(bodies)
      Object.assign(h.db.delivery, { end })
      expect(put).toHaveLength(leads)
      at(clock + 3 * SECOND)
      await work(put.splice(0))
      expect(put).toEqual([])

      const states = () =>
        Promise.all(
          all.map(async ({ lead, destination }) => {
            const id = isSheet ? 'google_sheets' : destination.id
            return (await h.db.delivery.find({ companyId, campaignId }, lead.id, id))?.state
          }),
        )
      expect(await states()).toContain('waiting')
      for (let minute = 0; minute < 13; minute++) {
        at(clock + MINUTE)
        await h.runner.trigger('retryDeliveries', clock)
        await h.drain()
      }
      // Nobody chose a sheet for this campaign, as its writer finds.
      expect(await states()).toEqual(all.map(() => (isSheet ? 'skipped' : 'delivered')))
    },
  )
})

describe('a worker that ends at any change', () => {
  const { dieAfter } = mortals(services)

  it.each([
    { name: 'of a first try', tries: -1, end: 'delivered' },
    { name: 'of the one after a worker that ended', tries: 0, end: 'delivered' },
    { name: 'of one that is not due yet after such a worker', tries: 3, end: 'delivered' },
    { name: 'of the one that gives up', tries: MOST_TRIES - 1, end: 'failed' },
  ])('$name, leaves a delivery that comes to its end once', async ({ tries, end }) => {
    for (let changes = 0; ; changes++) {
      at(clock + 30 * HOUR)
      const one = tries < 0 ? await h.oneOnItsWay() : await endedAfter(tries)
      const before = receiver.received().length
      const { queues } = ending().deps
      const isAlive = await dieAfter(changes, async (deps) => {
        await h.deliver({ ...deps, queues: { ...queues, send: deps.queues.send } }, one.message, 0)
      })
      const row = () => h.db.delivery.find(one.message, one.lead.id, one.destination.id)
      const counted = (await row())?.tries ?? 0
      if (!isAlive) at(clock + AGAIN_MS)
      await goOn({ ...services, queues }, one, (said) =>
        ['delivered', 'failed', 'over'].some((is) => said.startsWith(is)),
      )
      const ended = await one.find()
      expect([changes, ended.state]).toEqual([changes, end])
      expect(ended.tries).toBeGreaterThanOrEqual(counted)
      expect(ended.tries).toBeLessThanOrEqual(MOST_TRIES + 1)
      const letters = receiver.received().slice(before)
      expect(new Set(letters.map(({ webhookId }) => webhookId)).size).toBe(end === 'failed' ? 0 : 1)
      // Nobody has it any more, and it stands in no list of what waits.
      expect(await h.db.delivery.take(one.message, clock + LEASE_MS * 2, LEASE_MS)).toEqual({ end: 'over' })
      const { deliveries } = await h.db.delivery.listFailed(one.message, 10)
      expect(deliveries).toHaveLength(end === 'failed' ? 1 : 0)
      if (isAlive) break
    }
  })
})
