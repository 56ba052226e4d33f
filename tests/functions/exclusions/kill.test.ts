import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { pace, shareOf } from '#bin/portion.ts'
import { countOf } from '#functions/data/exclusions/list.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { openWorker } from './killed.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { db } = stage

const sha = (count: number) => addresses(count).map((address) => hash('sha256', address))
const digests = (rows: string[]) => rows.map((row) => (row.length === 64 ? row : hash('md5', row))).sort()

/**
 * What a list holds before, and what is uploaded then. The first has more buckets than are written at once; the others have four, of
 * which some are there and others not wherever a worker crashes.
 */
const scenes = {
  'a first file of two kinds': { before: [], rows: [...addresses(700), ...sha(200)] },
  'a file into buckets in use': { before: addresses(340), rows: addresses(100, 300) },
  'a file that spreads its list anew': { before: addresses(150), rows: addresses(270, 100) },
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
  // Counted once, no matter who finished it.
  expect(countOf(await db.exclusion.get(company, COMPANY_SCOPE))).toBe(union.length)
}

/** Beside a portion, each sixth point, and another one first in the next portion. */
const [FIRST, STEP] = pace()
const [worker, other] = [openWorker(stage), openWorker(stage)]

let points = 0

describe.each(Object.entries(scenes))('%s', (_name, scene) => {
  it('EXC-026+ is whole after a worker was killed at any of its requests', async () => {
    for (let at = FIRST, isOver = false; !isOver; at += STEP) {
      const made = await prepare(scene)
      const ended = await stage.work(made.ref, worker.start({ killAtChange: at })).catch(String)
      // A worker that lived had fewer changes to make: every one of them was cut off once.
      isOver = !worker.isDead
      expect(ended).toContain(isOver ? 'done' : 'killed')
      const { currentRow } = await stage.find(made.ref)
      await stage.work(made.ref)
      expect((await stage.find(made.ref)).currentRow).toBeGreaterThanOrEqual(currentRow)
      await expectWhole(made, scene.rows.length)
      points++
    }
  })

  it('holds nothing of it when a purge came at any point, and takes the next file', async () => {
    for (let at = FIRST, isOver = false; !isOver; at += STEP) {
      const { company, ref } = await prepare(scene)
      let purges = 0
      const run = async () => {
        purges++
        await db.exclusion.purge(company, COMPANY_SCOPE, stage.services.now())
      }
      // The one with most reads has it between them as well; what the others read, it reads too.
      const of = scene === scenes['a file that spreads its list anew'] ? undefined : 'changes'
      await stage.work(ref, worker.start({ meanwhile: { at, run, ...(of && { of }) } }))
      isOver = purges === 0
      if (isOver) await run()
      await stage.work(ref)
      expect(await stage.held(company), `request ${at}`).toEqual({})
      expect(['purged', 'done']).toContain((await stage.find(ref)).status)
      await stage.work(await stage.arrive(company, lines(['next@x.example'])))
      expect(await stage.held(company)).toEqual({ md5: [hash('md5', 'next@x.example')] })
      points++
    }
  })

  it('ends right when two workers have the same file at once', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await prepare(scene)
      let turn = round
      const waits = (factor: number, bound: number) => ({
        delay: () => {
          turn = (turn * factor + 3) % bound
          return turn
        },
      })
      const work = Promise.all([
        stage.work(made.ref, worker.start(waits(7, 11))),
        stage.work(made.ref, other.start(waits(5, 7))),
      ])
      let isOver = false
      const over = work.finally(() => {
        isOver = true
      })
      const rows: number[] = []
      // As often as the workers ask for anything.
      for (; !isOver; await sleep(4)) rows.push((await stage.find(made.ref)).currentRow)
      await over
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

it('looked at all points', () => {
  expect(points).toBeGreaterThanOrEqual(shareOf(100))
})
