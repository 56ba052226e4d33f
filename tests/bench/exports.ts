// B14: a file of 10^5 leads (`--leads=1000000` for more, each side once), line by line as the job that writes it makes it, beside a
// plain drain of the same rows. Leads and their counters are put into the table as so many would leave them.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { Entity } from 'electrodb'
import { meterEntity } from '#functions/data/campaigns/rows.ts'
import { countsSchema } from '#functions/data/leads/count.ts'
import { electro, type Item } from '#functions/data/lib/table.ts'
import { leadPieces } from '#functions/domain/reports/lead-file.ts'
import { monthOf } from '#shared/campaigns/meter.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const DAYS = 60
const AT_ONCE = 25
/** Beyond so many leads, one file and one drain say enough. */
const MOST_TWICE = 200_000
const WRITERS = 8
const price = { retailCentiCents: 12_500, wholesaleCentiCents: 4500 }

const leadsAsked = () =>
  Number(process.argv.flatMap((each) => /^--leads=(\d+)$/.exec(each)?.[1] ?? []).at(0) ?? 100_000)

/** How far a long run is, beside its table. */
const TOLD = 100_000
/** What is alive is asked for each so many pieces: to collect takes time. */
const ASKED_EACH = 25
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** What the process holds beside garbage, of the heap and of buffers (bytes). */
function alive(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
const tell = (text: string) => console.error(`B14, ${(performance.now() / 1000).toFixed(0)} s: ${text}.`)

/** One lead as the product stores it, then as many copies under keys of their own, spread over the days. */
async function fill({ services }: Bench, campaign: Campaign, count: number): Promise<void> {
  const { table, db, newId, now } = services
  const { client, name } = table
  const end = now()
  const id = newId('lead')
  const [stored] = await db.lead.store(campaign, {
    at: end - DAYS * DAY,
    leads: [
      {
        id,
        person: {
          personId: 'p-1',
          email: 'nora.fields@people.example',
          firstName: 'Nora',
          lastName: 'Fields',
          phone: '+13125550111',
          street: '1 Loom Street',
          city: 'Austin',
          stateCode: 'TX',
          zipCode: '78701',
        },
        pageUrl: 'https://shop.example/pricing?from=spring',
        visitedAt: end - DAYS * DAY,
      },
    ],
    price,
  })
  if (stored?.end !== 'stored') throw new Error(`The lead was not stored: ${stored?.end}.`)
  const pk = `C#${campaign.companyId}#L#${campaign.id}`
  const { Items: [like] = [] } = await client.send(
    new QueryCommand({ TableName: name, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
  )
  if (!like) throw new Error('The lead is not there.')
  const days = new Map([[dayIn(campaign.timeZone, end - DAYS * DAY), 1]])
  const copyOf = (index: number): Item => {
    const createdAt = Math.floor(end - DAYS * DAY + (index * DAYS * DAY) / count)
    const day = dayIn(campaign.timeZone, createdAt)
    days.set(day, (days.get(day) ?? 0) + 1)
    const own = `led_${String(index).padStart(26, '0')}`
    return { ...like, id: own, createdAt, sk: `${String(createdAt).padStart(15, '0')}#${own}` }
  }
  let next = 1
  const write = async () => {
    while (next < count) {
      if (next % TOLD < AT_ONCE) tell(`${next.toLocaleString('en-US')} leads are there`)
      const some = Array.from({ length: Math.min(AT_ONCE, count - next) }, (_, at) => copyOf(next + at))
      next += some.length
      let left: { PutRequest: { Item: Item } }[] = some.map((each) => ({ PutRequest: { Item: each } }))
      while (left.length > 0) {
        const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [name]: left } }))
        left = (UnprocessedItems?.[name] ?? []) as typeof left
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  const own = { companyId: campaign.companyId, campaignId: campaign.id }
  const sums = (leads: number) => ({
    leads,
    retailCentiCents: leads * price.retailCentiCents,
    wholesaleCentiCents: leads * price.wholesaleCentiCents,
  })
  const today = [...days.keys()].toSorted().at(-1) ?? ''
  const over = [...days].filter(([day]) => day < today)
  await new Entity(countsSchema, electro(table))
    .put(over.map(([day, leads]) => ({ ...own, day, ...sums(leads) })))
    .go({ concurrent: 4 })
  await meterEntity(table)
    .patch(own)
    .set({ ...sums(count), day: today, dayLeads: days.get(today) ?? 0, month: monthOf(today), lastLeadAt: end })
    .go()
}

export async function benchExports(bench: Bench): Promise<Figure[]> {
  const { services, cast, units } = bench
  const { db, table, newId, now } = services
  const count = leadsAsked()
  const campaign = await plantCampaign(db, {
    ...cast.campaigns.smiles,
    id: newId('campaign'),
    status: 'active',
    createdAt: now() - (DAYS + 1) * DAY,
    startedAt: now() - (DAYS + 1) * DAY,
  })
  await fill(bench, campaign, count)
  const today = dayIn(campaign.timeZone, now())

  let bytes = 0
  let mostMemory = 0
  let mostAlive = 0
  const memory = () => process.memoryUsage().rss
  const first = addDays(today, -DAYS - 1)
  async function linesFrom(start: string): Promise<number> {
    let rows = 0
    let piecesSeen = 0
    bytes = 0
    const { pieces } = await leadPieces(db, {
      leads: { companyId: campaign.companyId, campaignId: campaign.id, line: '', viewer: 'client' },
      start,
      end: today,
      createdAt: now() + DAY,
    })
    for await (const piece of pieces) {
      rows += piece.rows
      bytes += Buffer.byteLength(piece.text)
      mostMemory = Math.max(mostMemory, memory())
      if (piecesSeen++ % ASKED_EACH === 0) mostAlive = Math.max(mostAlive, alive())
    }
    return rows
  }
  async function makeFile(): Promise<number> {
    const rows = await linesFrom(first)
    if (rows !== count) throw new Error(`The file has ${rows} rows of ${count}.`)
    return rows
  }
  async function drain(): Promise<number> {
    let rows = 0
    let ExclusiveStartKey: Item | undefined
    do {
      const page = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': `C#${campaign.companyId}#L#${campaign.id}` },
          ScanIndexForward: false,
          ExclusiveStartKey,
        }),
      )
      rows += page.Items?.length ?? 0
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    return rows
  }
  async function timed(work: () => Promise<number>) {
    const from = performance.now()
    const { units: used } = await units.of(work)
    return { used, ms: performance.now() - from }
  }
  // Both sides in turn; what the first one of them loads counts against neither's memory. Of very many leads each side comes once,
  // the file after a short one.
  const isOnce = count > MOST_TWICE
  const plain = isOnce ? undefined : await timed(drain)
  const warm = isOnce ? undefined : await timed(makeFile)
  if (isOnce) await linesFrom(addDays(today, -1))
  const before = memory()
  mostMemory = before
  const aliveBefore = alive()
  mostAlive = aliveBefore
  const file = await timed(makeFile)
  const grown = (mostMemory - before) / 2 ** 20
  const grownAlive = (mostAlive - aliveBefore) / 2 ** 20
  tell(`a file took ${(file.ms / 1000).toFixed(1)} s, ${file.used.reads} read units and ${grown.toFixed(0)} MB`)
  const plainAgain = await timed(drain)
  const { used: own } = warm ?? file
  const { used: floor } = plain ?? plainAgain
  const mean = (...some: ({ ms: number } | undefined)[]) => {
    const all = some.flatMap((each) => each?.ms ?? [])
    return all.reduce((sum, ms) => sum + ms, 0) / all.length
  }
  const fileMs = mean(warm, file)
  const speed = mean(plain, plainAgain) / fileMs
  const times = own.reads / floor.reads
  const leads = count.toLocaleString('en-US')
  return [
    {
      id: 'B14',
      what: `A file of ${leads} leads: read units over those of a plain drain of the same rows`,
      figure: `${own.reads} / ${floor.reads} = ${times.toFixed(3)}`,
      goal: '<= 1.05',
      peer: 'bytes / 8 KB',
      met: times <= 1.05,
    },
    {
      id: 'B14',
      what: `Memory that the worker grew by in ${isOnce ? 'a file after one of two days' : 'a second file'}, in MB; the file in MB, its seconds`,
      figure: `${grown.toFixed(0)}; ${(bytes / 2 ** 20).toFixed(1)}, ${(fileMs / 1000).toFixed(1)}`,
      goal: '<= 64',
      peer: 'a page of 1,000 leads',
      met: grown <= 64,
    },
    {
      id: 'B14',
      what: 'Memory in use beside garbage, beyond what was before the file, at most, in MB',
      figure: grownAlive.toFixed(0),
      goal: '<= 8',
      peer: 'a page of 1,000 leads: 2',
      met: grownAlive <= 8,
    },
    {
      id: 'B14',
      what: 'Rows a second over those of the plain drain',
      figure: speed.toFixed(2),
      goal: '>= 0.7',
      peer: 'the same client without its lines',
      met: speed >= 0.7,
    },
  ]
}
