// B4: a file of 10,000 records through the real call, store and worker, beside BatchWriteItem of the same records as items.
// B3: the check of one address against the lists of root, agency and client.
import { createHash } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { findExclusion, forgetLists, KnownLists, listsOf } from '#functions/domain/exclusions/check.ts'
import { importUpload } from '#functions/domain/exclusions/import.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import type { Bench } from './platform.ts'
import { type Figure, ratio, shown } from './ratio.ts'
import { taxOfLooks } from './tax.ts'

const ROWS = 10_000
let files = 0

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const makeFile = (batch: number) =>
  Array.from({ length: ROWS }, (_, i) =>
    i % 2 ? `person${batch}.${i}@example.com` : md5(`person${batch}.${i}@example.com`),
  )

/** Everything but the queue's own round trip: the stored file, the plan, the sets, the finish. */
async function importOnce({ services }: Bench, companyId: string, lines: string[]): Promise<void> {
  const id = services.newId('upload')
  const at = services.now()
  const list = await services.db.exclusion.get(companyId, 'client')
  await services.db.upload.create({
    id,
    companyId,
    campaignType: 'client',
    fileName: 'list.csv',
    status: 'queued',
    epoch: list.epoch,
    totalRows: 0,
    currentRow: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    plan: null,
    resends: 0,
    reason: null,
    requestedBy: 'bench',
    createdAt: at,
    updatedAt: at,
  })
  await services.files.put(incomingKey({ companyId, uploadId: id }), lines.join('\n'), 'text/csv')
  await importUpload(services, { companyId, uploadId: id })
}

/** As the obvious design would: one item for each record, 25 a request, 8 requests in flight. */
async function writeItems({ services }: Bench, lines: string[]): Promise<void> {
  const owner = `BENCH#${++files}`
  const batches: string[][] = []
  for (let i = 0; i < lines.length; i += 25) batches.push(lines.slice(i, i + 25))
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        const requests = batch.map((line) => ({
          PutRequest: { Item: { pk: owner, sk: line.includes('@') ? md5(line) : line } },
        }))
        await services.table.client.send(new BatchWriteCommand({ RequestItems: { [services.table.name]: requests } }))
      }
    }),
  )
}

export async function benchExclusions(bench: Bench): Promise<Figure[]> {
  const { cast, services, units } = bench
  const companyId = cast.brightSmiles.id
  const first = await units.of(() => importOnce(bench, companyId, makeFile(0)))
  const naive = await units.of(() => writeItems(bench, makeFile(0)))
  const fresh = () => importOnce(bench, companyId, makeFile(++files))
  const speed = await ratio(
    async () => {
      // A list that grew large is not what is measured: each file meets an empty list.
      await services.db.exclusion.purge(companyId, 'client', services.now())
      await fresh()
    },
    () => writeItems(bench, makeFile(++files)),
    7,
    1,
  )

  const lists = listsOf({ rootId: cast.root.id, agencyId: cast.northlight.id, companyId, id: 'cmp_none' })
  for (const id of [cast.root.id, cast.northlight.id]) await importOnce(bench, id, makeFile(++files))
  await services.db.exclusion.purge(companyId, 'client', services.now())
  await importOnce(bench, companyId, makeFile(9999))
  forgetLists()
  const kept = new KnownLists()
  await findExclusion(services, lists, ['warm@example.com'], kept)
  const check = await units.of(() => findExclusion(services, lists, ['person9999.4001@example.com'], kept))
  if (!check.result) throw new Error('An address that is on the list was not found.')
  const tax = await taxOfLooks(bench, (address) => findExclusion(services, lists, [address], kept))
  return [
    tax,
    {
      id: 'B4',
      what: 'Exclusion file of 10,000 records: write units',
      figure: `${first.units.writes}`,
      goal: '<= 300',
      peer: `one item each ${naive.units.writes}`,
      met: first.units.writes <= 300,
    },
    {
      id: 'B4',
      what: 'The same: requests to the table',
      figure: `${first.units.requests}`,
      goal: '<= 150',
      peer: `one item each ${naive.units.requests}`,
      met: first.units.requests <= 150,
    },
    {
      id: 'B4',
      what: 'The same, whole job: time over BatchWriteItem of the same records',
      figure: shown(speed),
      goal: '<= 0.20',
      peer: `${speed.bMs.toFixed(0)} ms`,
      met: speed.median <= 0.2,
    },
    {
      id: 'B3',
      what: 'Check of an address against three lists of 10,000: read units, requests',
      figure: `${check.units.reads}, ${check.units.requests}`,
      goal: '<= 0.5 a list, 1',
      peer: 'GetItem 0.5',
      met: check.units.reads <= 1.5 && check.units.requests === 1,
    },
  ]
}
