// Imports of one list come one after another, no matter who falls silent; what cannot be finished leaves nothing behind.
import { afterEach, describe, expect, it } from 'vitest'
import { countOf } from '#functions/data/exclusions/list.ts'
import { failUpload } from '#functions/domain/exclusions/import.ts'
import { recordsKey, type UploadRef } from '#functions/domain/exclusions/keys.ts'
import { MINUTE } from '#shared/dates.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { openWorker } from './killed.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { services, db } = stage
const worker = openWorker(stage)
afterEach(() => stage.setClock())

const listOf = (companyId: string) => db.exclusion.get(companyId, COMPANY_SCOPE)
const md5s = (rows: string[]) => rows.map((row) => hash('md5', row)).sort()

/** Keeps what calls an upload; that leads are to be given back is no turn of anybody. */
const watchTurns = (sent: unknown[]) => ({
  send: async (job: string, ...rest: unknown[]) => void (job === 'importExclusions' && sent.push([job, ...rest])),
})

/** Kills a worker as soon as the upload is in a state. */
async function killWhen(
  ref: UploadRef,
  isSo: (upload: Awaited<ReturnType<typeof stage.find>>) => boolean,
): Promise<void> {
  let isPlanned = false
  for (let at = 1; ; at++) {
    const fresh = await stage.find(ref)
    if (isSo(fresh)) return
    // One that has its plan goes another way, which may be shorter: it is walked from its beginning.
    if (!isPlanned && fresh.plan !== null) [isPlanned, at] = [true, 1]
    await stage.work(ref, worker.start({ kill: { at, when: 'after' } })).catch(() => undefined)
    if (!worker.isDead) throw new Error('The worker was done before that.')
  }
}

describe('turns', () => {
  it('lets a second upload wait without losing a try, and imports both', async () => {
    const company = await stage.newCompany()
    const [one, two] = [
      await stage.arrive(company, lines(addresses(50))),
      await stage.arrive(company, lines(addresses(50, 40))),
    ]
    const sent: unknown[] = []
    const queues = watchTurns(sent)
    let said = ''
    const meanwhile = {
      at: 6,
      run: async () => {
        said = await stage.work(two, { queues })
      },
    }
    await stage.work(one, { ...worker.start({ meanwhile }), queues })
    expect(said).toBe('waits for another import of this list')
    expect((await stage.find(two)).status).toBe('queued')
    // It waits without being asked again and again, and is called once, as soon as the list is free.
    expect(sent).toEqual([['importExclusions', two]])
    await stage.work(two)
    expect(await stage.find(one)).toMatchObject({ status: 'done', accepted: 50 })
    expect(await stage.find(two)).toMatchObject({ status: 'done', accepted: 40, duplicates: 10 })
    expect((await stage.held(company)).md5).toEqual(md5s(addresses(90)))
    expect(countOf(await listOf(company))).toBe(90)
  })

  it('takes the list that was freed while it was noted as waiting, when nobody calls it any more', async () => {
    const company = await stage.newCompany()
    const [one, two] = [
      await stage.arrive(company, lines(addresses(5))),
      await stage.arrive(company, lines(['a@b.example'])),
    ]
    const sent: unknown[] = []
    const queues = watchTurns(sent)
    await killWhen(one, ({ status }) => status === 'running')
    // Between the first look of the second, which finds the list taken, and its note the first one ends.
    const upload: typeof db.upload = Object.assign(Object.create(db.upload), {
      mark: async (...args: Parameters<typeof db.upload.mark>) => {
        if (args[2] === 'queued') await stage.work(one, { queues })
        return db.upload.mark(...args)
      },
    })
    expect(await stage.work(two, { queues, db: Object.assign(Object.create(db), { upload }) })).toContain('done')
    expect(sent).toEqual([])
  })

  it.each(['failed', 'purged', 'done'] as const)(
    'calls the next when the one before is %s, by whatever worker',
    async (end) => {
      const company = await stage.newCompany()
      const [one, two] = [
        await stage.arrive(company, lines(addresses(5))),
        await stage.arrive(company, lines(['a@b.example'])),
      ]
      await killWhen(one, ({ plan }) => plan !== null)
      expect(await stage.work(two)).toContain('waits')
      const sent: unknown[] = []
      const queues = watchTurns(sent)
      if (end === 'failed') await failUpload({ ...services, queues }, one, 'It could not be done.')
      if (end === 'purged') {
        await db.exclusion.purge(company, COMPANY_SCOPE, services.now())
        await stage.work(one, { queues })
      }
      if (end === 'done') {
        // The worker ends between its last write and its call: its message comes once more.
        await stage.work(one, { queues: { send: () => Promise.reject(new Error('ended')) } }).catch(() => undefined)
        await stage.work(one, { queues })
      }
      expect((await stage.find(one)).status).toBe(end)
      expect(sent).toEqual([['importExclusions', two]])
    },
  )

  it('takes the list from a worker that fell silent before it had a plan, after its time', async () => {
    const company = await stage.newCompany()
    const [one, two] = [
      await stage.arrive(company, lines(addresses(5))),
      await stage.arrive(company, lines(addresses(5, 3))),
    ]
    await killWhen(one, ({ status }) => status === 'running')
    expect(await stage.work(two)).toContain('waits')
    stage.setClock(Date.now() + 4 * MINUTE)
    expect(await stage.work(two)).toContain('done')
    expect(await stage.work(one)).toContain('done')
    expect(await stage.find(one)).toMatchObject({ accepted: 3, duplicates: 2 })
    expect((await stage.held(company)).md5).toEqual(md5s(addresses(8)))
    expect(countOf(await listOf(company))).toBe(8)
  })

  it('never takes it from one that has a plan: that one is finished first', async () => {
    const company = await stage.newCompany()
    const [one, two] = [
      await stage.arrive(company, lines(addresses(5))),
      await stage.arrive(company, lines(addresses(5, 3))),
    ]
    await killWhen(one, ({ plan }) => plan !== null)
    stage.setClock(Date.now() + 24 * 60 * MINUTE)
    expect(await stage.work(two)).toContain('waits')
    await stage.work(one)
    await stage.work(two)
    expect([(await stage.find(one)).accepted, (await stage.find(two)).accepted]).toEqual([5, 3])
  })
})

describe('failUpload', () => {
  const reason = 'It could not be done.'
  const beforeAndRows = [
    { name: 'buckets in use', before: addresses(300), rows: addresses(20, 290) },
    { name: 'buckets of its own', before: addresses(100), rows: addresses(900, 50) },
    { name: 'a new list', before: [], rows: addresses(900) },
  ]

  it.each(beforeAndRows)(
    'EXC-026+ takes back what was added to $name, and frees the list',
    async ({ before, rows }) => {
      const company = await stage.newCompany()
      if (before.length > 0) await stage.work(await stage.arrive(company, lines(before)))
      const whole = await stage.held(company)
      const ref = await stage.arrive(company, lines(rows))
      await killWhen(ref, ({ currentRow, totalRows, accepted }) => currentRow > totalRows - accepted)
      expect(await failUpload(services, ref, reason)).toBe('failed')
      expect(await stage.find(ref)).toMatchObject({ status: 'failed', reason })
      expect(await stage.held(company)).toEqual(whole)
      expect(countOf(await listOf(company))).toBe(before.length)
      expect((await listOf(company)).lockedBy).toBeUndefined()
      const next = await stage.arrive(company, lines(rows))
      await stage.work(next)
      expect(await stage.find(next)).toMatchObject({ status: 'done' })
      expect((await stage.held(company)).md5).toEqual(md5s([...new Set([...before, ...rows])]))
    },
  )

  it('leaves a closed upload as it is', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(3)))
    await stage.work(ref)
    expect(await failUpload(services, ref, reason)).toBe('closed already')
    expect((await stage.find(ref)).status).toBe('done')
  })

  it('ends an upload whose records are gone', async () => {
    const ref = await stage.arrive(await stage.newCompany(), lines(addresses(3)))
    await killWhen(ref, ({ plan }) => plan !== null)
    const upload = await stage.find(ref)
    await services.files.remove([recordsKey(upload, upload.plan?.id ?? '')])
    await expect(stage.work(ref)).rejects.toThrow('are gone')
    expect(await failUpload(services, ref, reason)).toBe('failed')
  })
})
