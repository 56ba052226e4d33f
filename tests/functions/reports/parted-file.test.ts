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
/** Lines of five kilobytes, read a thousand at a time: so many are two whole parts and some more. */
const LEADS = 3200
const long = `https://shop.example/pricing?${'from=spring&'.repeat(450)}`
const both: Campaign[] = []

/** Copies of a planted lead under keys of their own. */
async function fill(campaign: Campaign, count: number): Promise<void> {
  const at = h.services.now() - DAY
  await plantLead(h, campaign, { id: h.services.newId('lead'), at })
  const pk = `C#${campaign.companyId}#L#${campaign.id}`
  const { Items: [like] = [] } = await client.send(
    new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
  )
  const copies = Array.from({ length: count - 1 }, (_, index): Item => {
    const id = `led_${String(index).padStart(26, '0')}`
    return { ...like, pageUrl: long, id, createdAt: at + index, sk: `${String(at + index).padStart(15, '0')}#${id}` }
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

beforeAll(async () => {
  for (const count of [LEADS - 700, 700]) {
    const campaign = await plantCampaign(h.db, { ...h.cast.campaigns.smiles, id: h.services.newId('campaign') })
    await fill(campaign, count)
    both.push(campaign)
  }
})

async function order(more: Partial<{ companyId: string; campaignId: string; line: 'locator' }> = {}) {
  const now = h.services.now()
  const day = dayIn('America/Chicago', now - DAY)
  const ref = { companyId: northlight.id, id: h.services.newId('export') }
  const leads = { companyId: northlight.id, campaignId: '', line: '' as const, viewer: 'agency' as const, ...more }
  const times = { start: day, end: day, createdAt: now, updatedAt: now }
  const state = { status: 'waiting' as const, totalRows: 0, currentRow: 0, reason: null, requestedBy: users.ada.id }
  await h.db.listFile.create({ ...ref, what: 'leads', leads, ...times, ...state })
  return ref
}
type Ref = Awaited<ReturnType<typeof order>>

/** Requests to table and store in their order; the worker crashes at one of them. */
function watched(crash?: { at: number; when: 'before' | 'after' }) {
  const calls: string[] = []
  async function pass<T>(name: string, run: () => Promise<T>): Promise<T> {
    const at = calls.push(name)
    if (at === crash?.at && crash.when === 'before') throw new Crash('before the request')
    const result = await run()
    if (at === crash?.at) throw new Crash('after the request')
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
  { crash, remainingMs = 400_000 }: { crash?: Parameters<typeof watched>[0]; remainingMs?: number } = {},
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
    const whole = await order()
    const { said, calls } = await work(whole)
    expect(said).toBe(`${LEADS} rows`)
    const text = await textOf(whole)
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(LEADS + 1)
    expect(calls.filter((name) => /^(open|send|join)/.test(name))).toEqual([
      'openParts',
      'sendPart 1',
      'sendPart 2',
      'sendPart 3',
      'joinParts',
    ])
    // What sends a part, what follows it, and the end.
    const isPart = (name = '') => /^(open|send|join)/.test(name)
    const points = calls.flatMap((name, index) =>
      isPart(name) || isPart(calls[index - 1]) || index > calls.length - 4 ? [index + 1] : [],
    )
    let crashes = 0
    for (const at of points) {
      const ref = await order()
      const first = await work(ref, { crash: { at, when: 'after' } })
      if (first.said.includes('request')) crashes++
      const second = await work(ref)
      expect(second.said).toMatch(/rows$|it is done$/)
      expect((await stateOf(ref)).status).toBe('done')
      expect((await textOf(ref)) === text, `crashed after ${at}, ${calls[at - 1]}`).toBe(true)
    }
    expect(crashes).toBe(points.length)
  })

  it('goes on from its last part, crash after crash, and by another delivery where there is no time left', async () => {
    const ref = await order()
    const plain = await order()
    await work(plain)
    const text = await textOf(plain)
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
    expect((await textOf(ref)) === text).toBe(true)
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
    const ref = await order()
    await h.services.queues.send('makeListFile', ref)
    const [mail] = (await h.mailsTo(users.ada.email)).filter(({ subject }) => subject === 'Your file of leads is ready')
    const { start } = await stateOf(ref)
    const pathOf = (text = '') => /:\/\/(\S+dashboard\S+)/.exec(text)?.[1] ?? ''
    const at = (line: string, query: string) => expect.stringMatching(`/${line}/dashboard\\?${query}$`)
    expect(mail?.text).toContain(h.cast.hosts.northlight)
    expect(pathOf(mail?.text)).toEqual(at('siteid', `from=${start}&to=${start}&file=${ref.id}`))
    // Each stands where its leads do: of a product, or of a campaign.
    const told = async (more: Parameters<typeof order>[0]) => {
      h.mails.clear()
      const other = await order(more)
      await h.services.queues.send('makeListFile', other)
      return [other.id, pathOf((await h.mailsTo(users.ada.email))[0]?.text)]
    }
    const [found, of] = await told({ line: 'locator' })
    expect(of).toEqual(at('searchid', `from=${start}&to=${start}&file=${found}`))
    const [, one] = both
    const [second, path] = await told({ companyId: one?.companyId ?? '', campaignId: one?.id ?? '' })
    const query = `client=${one?.companyId}&campaign=${one?.number}&from=${start}&to=${start}&file=${second}`
    expect(path).toEqual(at('siteid', query))
  })
})
