import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeListFile } from '#functions/domain/companies/list-files.ts'
import { handler } from '#functions/jobs/makeListFile.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { jobs } from '#shared/jobs.ts'
import { harness } from '../../support/harness.ts'
import { openDoor } from '../exclusions/door.ts'
import { watchTable } from '../leads/faults.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const remainingMs = () => 400_000
const door = await openDoor(h)
const { plant } = stageOf(h)
const { root } = h.cast
const foreign = await h.plant()
let days = { companyId: root.id, start: '2026-10-01', end: '2026-10-31' }
let month = 0
// Each test orders files of days of its own.
beforeEach(() => {
  h.setClock()
  const of = `2025-${String(++month).padStart(2, '0')}`
  days = { companyId: root.id, start: `${of}-01`, end: `${of}-28` }
})

const ask = async (more: { format?: 'csv'; file?: string } = {}, of = days) => {
  const { status, body } = await h.call('olive', 'companies.report', { ...of, PerPage: 1, ...more })
  return { status, file: body.file }
}
const order = async () => {
  const { file } = await ask({ format: 'csv' })
  if (!file) throw new Error('No file was ordered.')
  return file
}

describe('the file of the agencies report', () => {
  it('is ordered by a call that writes nothing of it, and told unasked while it is on its way', async () => {
    expect((await ask()).file).toBeUndefined()
    const file = await order()
    expect(file).toEqual({
      id: file.id,
      filename: `agencies-report-${days.start}-${days.end}.csv`,
      status: 'waiting',
      current_row: 0,
      total_row: 0,
      reason: null,
    })
    expect((await ask()).file?.id).toBe(file.id)
    expect((await ask({}, { ...days, end: `${days.end.slice(0, 8)}27` })).file).toBeUndefined()
    await h.drain()
    expect((await ask()).file).toBeUndefined()
    const { file: done } = await ask({ format: 'csv', file: file.id })
    expect(done?.status).toBe('done')
    const [, ...lines] = parse((await door.get(done?.url ?? '')).text) as string[][]
    expect(lines).toHaveLength(done?.total_row ?? -1)
  })

  it('is one file for whoever asks while it is made, and a new one afterwards', async () => {
    const first = await order()
    expect((await order()).id).toBe(first.id)
    await h.drain()
    const second = await order()
    expect(second.id).not.toBe(first.id)
    await h.drain()
  })

  it('is no other file of the root: whoever knows the id of a colleague’s leads gets nothing', async () => {
    const now = h.services.now()
    const id = h.services.newId('export')
    await h.db.listFile.create({
      id,
      companyId: root.id,
      what: 'leads',
      requestedBy: 'usr_x',
      start: days.start,
      end: days.end,
      status: 'done',
      totalRows: 1,
      currentRow: 1,
      reason: null,
      createdAt: now,
      updatedAt: now,
    })
    expect((await ask({ format: 'csv', file: id })).status).toBe(404)
  })

  it('is made although the call died before it told anybody', async () => {
    const now = h.services.now()
    const lost = {
      id: h.services.newId('export'),
      companyId: root.id,
      what: 'agenciesReport',
      requestedBy: 'usr_x',
    } as const
    await h.db.listFile.create({
      ...lost,
      start: days.start,
      end: days.end,
      status: 'waiting',
      totalRows: 0,
      currentRow: 0,
      reason: null,
      createdAt: now,
      updatedAt: now,
    })
    await h.drain()
    expect((await ask()).file?.status).toBe('waiting')
    h.setClock(now + 2 * MINUTE)
    expect((await order()).id).toBe(lost.id)
    await h.drain()
    expect((await ask({ format: 'csv', file: lost.id })).file?.status).toBe('done')
    // Its row may be there for days after the file.
    const { createdAt } = (await h.db.listFile.find({ companyId: root.id, id: lost.id })) ?? { createdAt: 0 }
    h.setClock(createdAt + 7 * DAY)
    expect((await ask({ format: 'csv', file: lost.id })).status).toBe(404)
    h.setClock(now + 2 * MINUTE)
  })

  it('is whole whenever a worker dies, and says how far it is meanwhile', async () => {
    for (let i = 0; i < 120; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, j) => plant(root, `Reported ${String(i + j).padStart(3, '0')}`)))
    const total = await h.db.node.count(root.id, 'agency')
    const now = h.services.now()
    const ref = { companyId: root.id, id: h.services.newId('export') }
    await h.db.listFile.create({
      ...ref,
      what: 'agenciesReport',
      start: days.start,
      end: days.end,
      status: 'waiting',
      totalRows: 0,
      currentRow: 0,
      reason: null,
      requestedBy: 'usr_x',
      createdAt: now,
      updatedAt: now,
    })
    const told: string[] = []
    for (const at of [1, 4, 40, 320])
      for (const when of ['before', 'after'] as const) {
        const dying = watchTable(h.services, { at, when })
        await expect(makeListFile({ ...h.services, remainingMs }, ref)).rejects.toThrow('the request')
        dying.remove()
        const { file } = await ask({ format: 'csv', file: ref.id })
        told.push(`${file?.status} ${file?.current_row}`)
      }
    expect([told[0], told.at(-1)]).toEqual(['waiting 0', 'running 100'])
    await makeListFile({ ...h.services, remainingMs }, ref)
    const { file } = await ask({ format: 'csv', file: ref.id })
    expect(file).toMatchObject({ status: 'done', current_row: total, total_row: total })
    const names = (parse((await door.get(file?.url ?? '')).text) as string[][]).slice(1).map(([name]) => name)
    expect(names.filter((name) => name?.startsWith('Reported'))).toHaveLength(120)
    expect(new Set(names).size).toBe(total)
    expect(await makeListFile({ ...h.services, remainingMs }, ref)).toBe('left alone, it is done')
  })

  it('says that it failed, after the last try and when nothing is heard of it', async () => {
    const file = await order()
    const record = {
      messageId: 'm',
      receiptHandle: 'r',
      messageAttributes: {},
      md5OfBody: '',
      eventSource: '',
      awsRegion: '',
      body: JSON.stringify({ companyId: root.id, id: file.id }),
      eventSourceARN: '',
      attributes: {
        ApproximateReceiveCount: String(jobs.makeListFile.tries),
        SentTimestamp: '0',
        SenderId: '',
        ApproximateFirstReceiveTimestamp: '0',
      },
    }
    const dying = watchTable(h.services, { at: 2, when: 'before' })
    await handler({ Records: [record] }, { getRemainingTimeInMillis: () => 1_000 } as never)
    dying.remove()
    const reason = 'The file could not be finished. Please try again.'
    expect((await ask({ format: 'csv', file: file.id })).file).toMatchObject({ status: 'failed', reason })
    const next = await order()
    expect(next.id).not.toBe(file.id)
    h.setClock(h.services.now() + 16 * MINUTE)
    expect((await ask({ format: 'csv', file: next.id })).file).toMatchObject({ status: 'failed', reason })
    expect((await ask()).file).toBeUndefined()
    await h.drain()
  })

  it('is nobody else’s', async () => {
    const file = await order()
    const there = { ...days, companyId: foreign.root.id, PerPage: 1, format: 'csv', file: file.id } as const
    expect((await h.call('olive', 'companies.report', there)).status).toBe(403)
    expect((await ask({ format: 'csv', file: 'exp_01JD0000000000000000000000' })).status).toBe(404)
    await h.drain()
  })
})
