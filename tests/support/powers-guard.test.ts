import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { takeUpDead } from '#functions/domain/deliveries/dead-letters.ts'
import { openDeadLetters } from '#functions/gateways/dead-letters.ts'
import { type Running, running } from '#infra/local/running.ts'
import { deadVariable } from '#shared/job-names.ts'
import { type Harness, harness } from './harness.ts'

const as = <T>(who: Running, work: () => Promise<T>) => running.run(who, work)
const page: Running = { kind: 'hooks', name: 'page' }
const worker: Running = { kind: 'jobs', name: 'resolveVisits' }

describe('guardPowers', () => {
  let suite: Harness
  beforeAll(async () => {
    suite = await harness()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterAll(() => vi.restoreAllMocks())
  const refused = { name: 'AccessDeniedException' }
  const caused = (error: unknown): unknown =>
    error instanceof Error && error.cause instanceof Error ? error.cause : error
  const outcome = (work: Promise<unknown>) => work.then(() => 'done', caused)

  it('lets a function read and write what its powers name', async () => {
    const { northlight } = suite.cast
    expect(await outcome(as(page, () => suite.db.company.find(northlight.id)))).toBe('done')
    expect(await outcome(as(worker, () => suite.db.campaign.findById('cmp_none')))).toBe('done')
  })

  it('refuses rows of another kind of owner, writes of a reader, and indexes that were not given', async () => {
    expect(await outcome(as(page, () => suite.db.user.find(suite.cast.users.ada.id)))).toMatchObject(refused)
    expect(await outcome(as(page, () => suite.db.domain.claim('x.localhost', 'com_1', 0)))).toMatchObject(refused)
    expect(await outcome(as(worker, () => suite.db.customDomain.listDue(0)))).toMatchObject(refused)
    expect(await outcome(as(worker, () => suite.db.guard.once('x', 1000, 0)))).toMatchObject(refused)
  })

  it('refuses what the page is not made of, and the site to all others', async () => {
    const { site } = suite.services
    await site.put('index.html', 'page', 'text/html')
    expect(await as(page, () => site.readText('index.html'))).toBe('page')
    expect(() => running.run(page, () => site.readText('other.js'))).toThrow(/no power to readText/)
    expect(() => running.run(page, () => site.put('index.html', '', 'text/html'))).toThrow(/no power to put/)
    expect(() => running.run(worker, () => site.readText('index.html'))).toThrow(/no power to readText/)
  })

  it('refuses files outside the folders, and queues that were not given', async () => {
    expect(() => running.run(page, () => suite.services.files.put('exclusions/a.csv', 'x', 'text/csv'))).toThrow(
      /no power to put/,
    )
    const sweeper: Running = { kind: 'schedules', name: 'expireStaleUploads' }
    const form: Running = { kind: 'api', name: 'developer' }
    const listed = (who: Running) => outcome(as(who, async () => suite.services.files.list('exclusions/x/')))
    expect(await listed(sweeper)).toBe('done')
    expect(await listed(form)).toMatchObject(refused)
    const message = { companyId: 'com_1', host: 'a.test' }
    expect(await outcome(as(worker, () => suite.services.queues.send('advanceDomain', message)))).toMatchObject(refused)
  })

  it('refuses what a queue gave up to whom it is not given to take it, and any other queue to all', async () => {
    const rescuer: Running = { kind: 'schedules', name: 'retryDeliveries' }
    const message = { companyId: 'com_1', host: 'a.test' }
    const asks = (who: Running, url: string, rounds = 1) => {
      const letters = openDeadLetters(0)
      const hasTime = () => rounds-- > 0
      const deps = { ...suite.services, note: () => undefined }
      return outcome(
        as(who, () => takeUpDead(deps, 'deliverLead', letters.of(url), { hasTime, chance: () => 0 })),
      ).finally(() => letters.close())
    }
    const dead = process.env[deadVariable('deliverLead')] ?? ''
    expect(await asks(rescuer, dead)).toBe('done')
    expect(await asks(worker, dead)).toMatchObject({ ...refused, message: /gave up/ })
    expect(await asks({ kind: 'jobs', name: 'deliverLead' }, dead)).toMatchObject(refused)
    const removed = openDeadLetters(0)
    expect(await outcome(as(worker, () => removed.of(dead).remove([{ body: '', receipt: 'x' }])))).toMatchObject(
      refused,
    )
    removed.close()
    await suite.services.queues.send('advanceDomain', message)
    expect(await asks(rescuer, suite.engines.queueUrl('advanceDomain'))).toMatchObject(refused)
  })

  it('refuses to seal and to open for whom the key is not, such as what anybody may call', async () => {
    const open: Running = { kind: 'api', name: 'public' }
    const { sealer } = suite.services
    expect(() => running.run(open, () => sealer.seal('text', 'owner'))).toThrow(/no power to seal/)
    const box = await as({ kind: 'api', name: 'security' }, () => sealer.seal('text', 'owner'))
    expect(() => running.run(open, () => sealer.unseal(box, 'owner'))).toThrow(/no power to unseal/)
    expect(await as({ kind: 'jobs', name: 'sendMail' }, () => sealer.unseal(box, 'owner'))).toBe('text')
  })

  it('refuses money, lead data, partners, tools and mail for whom their secret or right is not', async () => {
    const { payments, leadData, adPartner, tools, captcha, mail } = suite.services
    const open: Running = { kind: 'api', name: 'public' }
    const works: Record<string, () => Promise<unknown>> = {
      payments: () => payments.findAccount({ accountId: 'acct_none' }),
      leadData: () => leadData.suggest('roof'),
      adPartner: () => adPartner.remove('org_none'),
      tools: () => tools.available(),
      captcha: () => captcha.check('token', { host: 'a.test', ip: '127.0.0.1' }),
      mail: () => mail.send({} as never),
    }
    for (const [door, work] of Object.entries(works))
      expect(() => running.run(open, work), door).toThrow(/has no power to/)
    const biller: Running = { kind: 'api', name: 'payments' }
    expect(await as(biller, () => payments.findAccount({ accountId: 'acct_none' }))).toBeUndefined()
  })

  it('leaves work outside any function alone', async () => {
    expect(await outcome(suite.db.user.find(suite.cast.users.ada.id))).toBe('done')
  })
})
