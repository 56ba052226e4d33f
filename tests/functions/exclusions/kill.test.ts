import { describe, expect, it } from 'vitest'
import { COMPANY_SCOPE, countOf } from '#functions/data/exclusion-list.ts'
import { workerOf } from './killed.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { db } = stage

const sha = (count: number) => addresses(count).map((address) => hash('sha256', address))
const digests = (rows: string[]) => rows.map((row) => (row.length === 64 ? row : hash('md5', row))).sort()

/** What a list holds before, and what is uploaded then. */
const scenes = {
  'a first file of two kinds': { before: [], rows: [...addresses(400), ...sha(120)] },
  'a file into buckets in use': { before: addresses(600), rows: addresses(150, 520) },
  'a file that spreads its list anew': { before: addresses(150), rows: addresses(450, 100) },
}
type Scene = (typeof scenes)[keyof typeof scenes]
const rubbish = ['what?', 'a,b@x.example']

async function prepare({ before, rows }: Scene) {
  const company = await stage.newCompany()
  if (before.length > 0) await stage.work(await stage.arrive(company, lines(before)))
  const union = [...new Set([...before, ...rows])]
  return {
    company,
    ref: await stage.arrive(company, lines([...rows, ...rubbish])),
    union,
    fresh: union.length - before.length,
  }
}

async function expectWhole({ company, ref, union, fresh }: Awaited<ReturnType<typeof prepare>>, rows: number) {
  const upload = await stage.find(ref)
  expect(upload).toMatchObject({
    status: 'done',
    accepted: fresh,
    duplicates: rows - fresh,
    rejected: rubbish.length,
    totalRows: rows + rubbish.length,
    currentRow: rows + rubbish.length,
  })
  expect(
    Object.values(await stage.held(company))
      .flat()
      .sort(),
  ).toEqual(digests(union))
  // Counted once, whoever finished it.
  expect(countOf(await db.exclusion.get(company, COMPANY_SCOPE))).toBe(union.length)
}

async function requestsOf(scene: Scene): Promise<number> {
  const { ref } = await prepare(scene)
  const worker = workerOf(stage)
  await stage.work(ref, worker.own)
  worker.close()
  return worker.state.requests
}

let points = 0

describe.each(Object.entries(scenes))('%s', (_name, scene) => {
  it.each(['before', 'after'] as const)(
    'EXC-026+ is whole after a worker that was killed %s any of its requests took effect',
    async (when) => {
      const requests = await requestsOf(scene)
      for (let at = 1; at <= requests; at++) {
        const made = await prepare(scene)
        const worker = workerOf(stage, { kill: { at, when } })
        await expect(stage.work(made.ref, worker.own), `request ${at}`).rejects.toThrow()
        worker.close()
        const { currentRow } = await stage.find(made.ref)
        await stage.work(made.ref)
        expect((await stage.find(made.ref)).currentRow).toBeGreaterThanOrEqual(currentRow)
        await expectWhole(made, scene.rows.length)
        points++
      }
    },
    60_000,
  )

  it('holds nothing of it when a purge came at any point, and takes the next file', async () => {
    const requests = await requestsOf(scene)
    for (let at = 1; at <= requests; at++) {
      const { company, ref } = await prepare(scene)
      let purged = false
      const meanwhile = {
        at,
        run: async () => (purged = Boolean(await db.exclusion.purge(company, COMPANY_SCOPE, stage.services.now()))),
      }
      const worker = workerOf(stage, { meanwhile })
      await stage.work(ref, worker.own)
      worker.close()
      // Two workers may need a request less than one had.
      if (!purged) await meanwhile.run()
      await stage.work(ref)
      expect(await stage.held(company), `request ${at}`).toEqual({})
      expect(['purged', 'done']).toContain((await stage.find(ref)).status)
      await stage.work(await stage.arrive(company, lines(['next@x.example'])))
      expect(await stage.held(company)).toEqual({ md5: [hash('md5', 'next@x.example')] })
      points++
    }
  }, 60_000)

  it('ends right when two workers have the same file at once', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await prepare(scene)
      let turn = round
      const [one, two] = [
        workerOf(stage, { delay: () => (turn = (turn * 7 + 3) % 11) }),
        workerOf(stage, { delay: () => (turn = (turn * 5 + 1) % 7) }),
      ]
      const rows: number[] = []
      const watch = setInterval(async () => rows.push((await stage.find(made.ref)).currentRow), 5)
      await Promise.all([stage.work(made.ref, one.own), stage.work(made.ref, two.own)])
      clearInterval(watch)
      for (const worker of [one, two]) worker.close()
      await stage.work(made.ref)
      await expectWhole(made, scene.rows.length)
      expect(rows).toEqual([...rows].sort((a, b) => a - b))
    }
  })

  it('changes nothing when the same message comes twice', async () => {
    const made = await prepare(scene)
    await stage.work(made.ref)
    const list = await db.exclusion.get(made.company, COMPANY_SCOPE)
    expect(await stage.work(made.ref)).toBe('closed already')
    expect(await db.exclusion.get(made.company, COMPANY_SCOPE)).toEqual(list)
    await expectWhole(made, scene.rows.length)
  })
})

it('looked at no fewer than two hundred points', () => expect(points).toBeGreaterThanOrEqual(200))
