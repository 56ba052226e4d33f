// A file of many leads is sent in parts: the same whenever a worker crashes, begun anew only where it must be, and never long in memory.
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { meterEntity } from '#functions/data/campaigns/rows.ts'
import type { Item } from '#functions/data/lib/table.ts'
import { makeListFile } from '#functions/domain/companies/list-files.ts'
import { listFileKey } from '#functions/domain/lib/list-file-key.ts'
import type { Files } from '#functions/gateways/files.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { Crash } from '../leads/faults.ts'

const h = await harness()
const { northlight, users } = h.cast
const { client, name: TableName } = h.services.table
/** An address of a page of so many bytes: what a line of the file is long by. */
const urlOf = (bytes: number) => `https://shop.example/pricing?${'from=spring&'.repeat(bytes / 12)}`
/**
 * Three parts of few leads. A thousand are read at a time, so the first part ends within a campaign; the second one ends with a
 * campaign, whose lines are long, and the last one is short.
 */
const filled = [
  { count: 1040, url: urlOf(5400) },
  { count: 60, url: urlOf(96_000) },
  { count: 20, url: urlOf(60) },
]
const LEADS = 1120
const campaigns: Campaign[] = []

/** Copies of a planted lead under keys of their own. */
async function fill(campaign: Campaign, { count, url }: { count: number; url: string }): Promise<void> {
  const at = h.services.now() - DAY
  await plantLead(h, campaign, { id: h.services.newId('lead'), at })
  const pk = `C#${campaign.companyId}#L#${campaign.id}`
  const { Items: [like] = [] } = await client.send(
    new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
  )
  const copies = Array.from({ length: count - 1 }, (_, index): Item => {
    const id = `led_${String(index).padStart(26, '0')}`
    return { ...like, pageUrl: url, id, createdAt: at + index, sk: `${String(at + index).padStart(15, '0')}#${id}` }
  })
  for (let from = 0; from < copies.length; from += 25) {
    const some = copies.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: some } }))
  }
  await meterEntity(h.services.table)
    .patch({ companyId: campaign.companyId, campaignId: campaign.id })
    .set({ leads: count, dayLeads: count, lastLeadAt: at + count })
    .go()
}

/** The file that nobody crashed at, and what was asked for it. */
let whole = { text: '', calls: [''] }

beforeAll(async () => {
  for (const leads of filled) {
    const campaign = await plantCampaign(h.db, { ...h.cast.campaigns.smiles, id: h.services.newId('campaign') })
    await fill(campaign, leads)
    campaigns.push(campaign)
  }
  const ref = await order()
  const { said, calls } = await work(ref)
  expect(said).toBe(`${LEADS} rows`)
  whole = { text: await textOf(ref), calls }
})

type Scoped = Partial<{ companyId: string; campaignId: string; line: 'locator' }>

async function order(more: Scoped = {}, daysAgo = 1) {
  const now = h.services.now()
  const day = dayIn('America/Chicago', now - daysAgo * DAY)
  const ref = { companyId: northlight.id, id: h.services.newId('export') }
  const leads = { companyId: northlight.id, campaignId: '', line: '' as const, viewer: 'agency' as const, ...more }
  const times = { start: day, end: day, createdAt: now, updatedAt: now }
  const state = { status: 'waiting' as const, totalRows: 0, currentRow: 0, reason: null, requestedBy: users.ada.id }
  await h.db.listFile.create({ ...ref, what: 'leads', leads, ...times, ...state })
  return ref
}
type Ref = Awaited<ReturnType<typeof order>>

/** Where a worker crashes: before or after a request, or after the one that follows it. */
type Point = `${'before' | 'after' | 'behind'} ${string}`

/** Requests to table and store in their order; the worker crashes at one of them. */
function watched(crash?: Point) {
  const calls: string[] = []
  async function pass<T>(name: string, run: () => Promise<T>): Promise<T> {
    const previous = calls.at(-1)
    calls.push(name)
    if (crash === `before ${name}`) throw new Crash('before the request')
    const result = await run()
    if (crash === `after ${name}` || crash === `behind ${previous}`) throw new Crash('after the request')
    return result
  }
  const name = `watch-${Math.random()}`
  client.middlewareStack.add((next, context) => (args) => pass(context.commandName ?? '', () => next(args)), {
    step: 'initialize',
    name,
  })
  const own = h.services.files
  const files: Pick<Files, 'put' | 'putParts' | 'openParts' | 'sendPart' | 'joinParts' | 'exists' | 'remove'> = {
    remove: (...args) => own.remove(...args),
    putParts: (...args) => own.putParts(...args),
    put: (...args) => pass('put', () => own.put(...args)),
    openParts: (...args) => pass('openParts', () => own.openParts(...args)),
    sendPart: (...args) => pass(`sendPart ${args[2]}`, () => own.sendPart(...args)),
    joinParts: (...args) => pass('joinParts', () => own.joinParts(...args)),
    exists: (...args) => pass('exists', () => own.exists(...args)),
  }
  return { calls, files, stop: () => void client.middlewareStack.remove(name) }
}

async function work(
  ref: Ref,
  { crash, remainingMs = 400_000 }: { crash?: Point | undefined; remainingMs?: number } = {},
) {
  const watch = watched(crash)
  const made = makeListFile({ ...h.services, files: watch.files, remainingMs: () => remainingMs }, ref)
  const said = await made.then(
    (text) => text,
    (error: unknown) => String(error),
  )
  watch.stop()
  return { said, calls: watch.calls }
}
const textOf = async (ref: Ref) => (await h.services.files.readText(listFileKey(ref))) ?? ''
const stateOf = async (ref: Ref) => {
  const file = await h.db.listFile.find(ref)
  if (!file) throw new Error('There is no file.')
  return file
}

describe('a file in parts', () => {
  it('LED-12 is the same wherever a worker crashed, and no part of it is made twice', async () => {
    const isPart = (name = '') => /^(open|send|join)/.test(name)
    expect(whole.text.split('\r\n').filter(Boolean)).toHaveLength(LEADS + 1)
    expect(whole.calls.filter(isPart)).toEqual(['openParts', 'sendPart 1', 'sendPart 2', 'sendPart 3', 'joinParts'])
    // What sends a part, what follows it, and the end. One worker after the other crashes, each a step further than the one before
    // it: what it goes on from is what a single crash at the same point leaves behind.
    const parts = ['sendPart 1', 'sendPart 2', 'sendPart 3'].flatMap(
      (part) => [`after ${part}`, `behind ${part}`] as const,
    )
    const points: Point[] = ['after openParts', ...parts, 'after joinParts', 'behind exists']
    const ref = await order()
    const made: string[] = []
    for (const crash of points) {
      const { said, calls } = await work(ref, { crash })
      expect(said, `${crash}: ${calls}`).toContain('the request')
      made.push(...calls.filter(isPart))
    }
    // Done, but nobody was told: the next ones crash while they do that.
    expect((await stateOf(ref)).status).toBe('done')
    for (const crash of ['after PutItemCommand', 'behind PutItemCommand'] as const)
      expect((await work(ref, { crash })).said).toContain('the request')
    expect((await work(ref)).said).toBe('left alone, it is done')
    expect((await textOf(ref)) === whole.text).toBe(true)
    // Sent again is only a part that was not noted; an upload that nobody noted is not known to the next one.
    const [twice] = [[1, 1, 2, 2, 3, 3].map((part) => `sendPart ${part}`)]
    expect(made.filter((name) => name.startsWith('send'))).toEqual(twice)
  })

  it('LED-12 leaves to the worker after a crash what is left, also where it only has to see that no lead follows', async () => {
    async function rest(ref: Ref, crashes: Point[]) {
      for (const crash of crashes) expect((await work(ref, { crash })).said).toContain('the request')
      const { said, calls } = await work(ref)
      return { said, calls: calls.filter((name) => /^(open|send|join)/.test(name)), text: await textOf(ref) }
    }
    const all = await rest(await order(), ['behind sendPart 1'])
    expect(all.calls).toEqual(['sendPart 2', 'sendPart 3', 'joinParts'])
    expect(all.text === whole.text).toBe(true)
    // One campaign whose last part is as long as any other.
    const of = { companyId: campaigns[1]?.companyId ?? '', campaignId: campaigns[1]?.id ?? '' }
    const plain = await rest(await order(of), [])
    const end = await rest(await order(of), ['behind sendPart 1', 'before joinParts'])
    expect({ ...end, text: '' }).toEqual({ ...plain, calls: ['joinParts'], text: '' })
    expect(end.text === plain.text && plain.text.includes('from=spring')).toBe(true)
  })

  it('goes on from its last part, and by another delivery where there is no time left', async () => {
    const ref = await order()
    const sent: string[] = []
    for (let tries = 0; tries < 2; tries++) {
      const { said, calls } = await work(ref, { remainingMs: 1000 })
      expect(said).toBe('goes on')
      sent.push(...calls.filter((name) => name.startsWith('sendPart')))
      const { currentRow, parts, status } = await stateOf(ref)
      expect(status).toBe('running')
      expect(parts?.rows).toBe(currentRow)
    }
    const { said, calls } = await work(ref)
    expect(said).toBe(`${LEADS} rows`)
    expect([...sent, ...calls.filter((name) => name.startsWith('sendPart'))]).toEqual([
      'sendPart 1',
      'sendPart 2',
      'sendPart 3',
    ])
    expect((await textOf(ref)) === whole.text).toBe(true)
    expect((await work(ref)).said).toBe('left alone, it is done')
  })

  it('begins anew where the store forgot its parts, and leaves a file alone that another worker is at', async () => {
    const ref = await order()
    await work(ref, { remainingMs: 1000 })
    const { parts, step = 0 } = await stateOf(ref)
    if (!parts) throw new Error('No part was sent.')
    await h.db.listFile.keepParts(
      ref,
      { step, parts: { ...parts, uploadId: 'forgotten' }, totalRows: LEADS },
      h.services.now(),
    )
    expect((await work(ref)).said).toContain('no such upload any more')
    expect((await stateOf(ref)).parts).toBeUndefined()
    const other = watched()
    const slow = makeListFile(
      {
        ...h.services,
        remainingMs: () => 400_000,
        files: {
          ...other.files,
          async sendPart(...args) {
            // Meanwhile a second delivery of the message is done with it.
            if (args[2] === 2) expect((await work(ref)).said).toBe(`${LEADS} rows`)
            return other.files.sendPart(...args)
          },
        },
      },
      ref,
    )
    await expect(slow).rejects.toThrow('no such upload')
    other.stop()
    expect((await stateOf(ref)).status).toBe('done')
    expect((await textOf(ref)).split('\r\n').filter(Boolean)).toHaveLength(LEADS + 1)
  })

  it('is told by a mail whose link opens it, after a sign-in too', async () => {
    const pathOf = (text = '') => /:\/\/(\S+dashboard\S+)/.exec(text)?.[1] ?? ''
    const at = (line: string, query: string) => expect.stringMatching(`/${line}/dashboard\\?${query}$`)
    const told = async (...wanted: Parameters<typeof order>) => {
      h.mails.clear()
      const ref = await order(...wanted)
      await h.services.queues.send('makeListFile', ref)
      const [mail] = (await h.mailsTo(users.ada.email)).filter(
        ({ subject }) => subject === 'Your file of leads is ready',
      )
      const { start } = await stateOf(ref)
      return { text: mail?.text, path: pathOf(mail?.text), query: `from=${start}&to=${start}&file=${ref.id}` }
    }
    // No lead is of that day: how long a file is changes nothing of its mail.
    const all = await told({}, 2)
    expect(all.text).toContain(h.cast.hosts.northlight)
    expect(all.path).toEqual(at('siteid', all.query))
    // Each stands where its leads do: of a product, or of a campaign.
    const found = await told({ line: 'locator' })
    expect(found.path).toEqual(at('searchid', found.query))
    const short = campaigns.at(-1)
    const one = await told({ companyId: short?.companyId ?? '', campaignId: short?.id ?? '' })
    expect(one.path).toEqual(at('siteid', `client=${short?.companyId}&campaign=${short?.number}&${one.query}`))
  })
})
