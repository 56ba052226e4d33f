// What an import and a check cost, in units of the table and in requests. Counts do not depend on the machine.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { findExclusion, findExclusions, KnownLists } from '#functions/domain/exclusions/check.ts'
import { units as sheet } from '#infra/usage.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { isRead } from '#tests/support/reads.ts'
import { addresses, hash, lines, listOf, startStage } from './stage.ts'

const stage = await startStage()
const { services } = stage

const Capacity = z.object({ CapacityUnits: z.number() })
const Answer = z.object({ output: z.object({ ConsumedCapacity: z.union([Capacity, z.array(Capacity)]).optional() }) })

/** Services that count what they ask for. Objects of the file store count as requests, too. */
function countedServices() {
  const count = { requests: 0, writeUnits: 0, readUnits: 0 }
  const table = openTable(services.table.name)
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      count.requests++
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' })
      const answer = await next(args)
      const { ConsumedCapacity = [] } = Answer.parse(answer).output
      const units = [ConsumedCapacity].flat().reduce((sum, each) => sum + each.CapacityUnits, 0)
      count[isRead(context.commandName ?? '') ? 'readUnits' : 'writeUnits'] += units
      return answer
    },
    { step: 'initialize', name: 'count' },
  )
  const counted =
    <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
    (...args: Args) => {
      count.requests++
      return run(...args)
    }
  const { list, read, put, remove } = services.files
  return {
    count,
    own: {
      ...services,
      db: openDb(table),
      files: { list: counted(list), read: counted(read), put: counted(put), remove: counted(remove) },
    },
  }
}

async function costOf(rows: string[], company: string) {
  const { count, own } = countedServices()
  const ref = await stage.arrive(company, lines(rows))
  await stage.work(ref, own)
  expect((await stage.find(ref)).status).toBe('done')
  return count
}

describe('an import of 10,000 rows', () => {
  const mixed = addresses(10_000).map((address, index) => (index % 2 ? address : hash('md5', address)))
  const threeKinds = addresses(10_000).map(
    (address, index) => [address, hash('sha1', address), hash('sha256', address)][index % 3] ?? '',
  )

  it('costs at most 300 write units and 150 requests, and what the cost sheet says', async () => {
    const count = await costOf(mixed, await stage.newCompany())
    // Fewer than the bytes of the hashes make would mean that something was not counted.
    expect(count.writeUnits).toBeGreaterThan(157)
    expect(count.writeUnits).toBeLessThanOrEqual(300)
    expect([count.writeUnits, count.readUnits]).toEqual([sheet.upload.writes, sheet.upload.reads])
    expect(count.requests).toBeLessThanOrEqual(150)
  })

  it('stays near the bytes of its hashes when they are of three kinds', async () => {
    const count = await costOf(threeKinds, await stage.newCompany())
    const kilobytes = ((10_000 / 3) * (16 + 20 + 32)) / 1024
    expect(count.writeUnits).toBeLessThanOrEqual(1.5 * kilobytes)
    expect(count.requests).toBeLessThanOrEqual(160)
  })

  it('costs a few units for a short list', async () => {
    const count = await costOf(addresses(100), await stage.newCompany())
    expect(count.writeUnits).toBeLessThanOrEqual(60)
    expect(count.requests).toBeLessThanOrEqual(25)
  })
})

describe('a check', () => {
  it('is one batch of at most half a unit for each list, however long it is', async () => {
    const companies: string[] = []
    for (const size of [100, 1000, 10_000]) {
      const company = await stage.newCompany()
      await stage.work(await stage.arrive(company, lines(addresses(size))))
      companies.push(company)
    }
    const { count, own } = countedServices()
    const lists = new KnownLists()
    await findExclusion(own, companies.map(listOf), ['nobody@example.com'], lists)
    expect(count).toMatchObject({ requests: 2, writeUnits: 0 })
    const first = { ...count }
    for (let probe = 0; probe < 100; probe++)
      await findExclusion(own, companies.map(listOf), [`probe${probe}@example.com`], lists)
    expect(count.requests - first.requests).toBe(100)
    expect((count.readUnits - first.readUnits) / 100).toBeLessThanOrEqual(0.5 * companies.length)
  })

  it('of 45 people is one batch, and of no more units than theirs', async () => {
    const company = await stage.newCompany()
    await stage.work(await stage.arrive(company, lines(addresses(10_000))))
    const { count, own } = countedServices()
    const lists = new KnownLists()
    const people = Array.from({ length: 45 }, (_, number) => [`person${number * 400}@example.com`])
    const found = await findExclusions(own, [listOf(company)], people, lists)
    expect(found.map(Boolean)).toEqual(people.map((_, number) => number * 400 < 10_000))
    // The row of the list, and one batch of its buckets.
    expect(count).toMatchObject({ requests: 2, writeUnits: 0 })
    expect(count.readUnits).toBeLessThanOrEqual(0.5 * 46)
  })

  it('stays so when a list grows file by file', async () => {
    const company = await stage.newCompany()
    for (let part = 0; part < 3; part++)
      await stage.work(await stage.arrive(company, lines(addresses(10_000, part * 10_000))))
    const list = await services.db.exclusion.get(company, COMPANY_SCOPE)
    expect(list.kinds.md5).toMatchObject({ count: 30_000, bits: 8 })
    const { count, own } = countedServices()
    const lists = new KnownLists()
    for (let probe = 0; probe < 200; probe++)
      await findExclusion(own, [listOf(company)], [`person${probe * 140}@example.com`], lists)
    expect(count.readUnits).toBeLessThanOrEqual(0.5 * 201)
  })
})
