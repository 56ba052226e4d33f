// What is kept of a company after its end, and for how long.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { recount } from '#bin/operator/recount.ts'
import { removed as removedCommand } from '#bin/operator/removed.ts'
import { blankedKinds, droppedKinds, keptKinds } from '#functions/data/companies/forget.ts'
import { carriedKinds, leftKinds } from '#functions/data/tenancy/carry/kinds.ts'
import { kindOf, type Raw, textOf } from '#functions/data/tenancy/carry/raw.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import { userEntity } from '#functions/data/tenancy/user.ts'
import { forgetCompany } from '#functions/domain/tenancy/forget.ts'
import { DAY } from '#shared/dates.ts'
import { REMOVED_KEPT_DAYS } from '#shared/retention.ts'
import { harness } from '../../support/harness.ts'
import { storeLead } from '../../support/store-lead.ts'

const h = await harness({ hasSdk: true })
const { db, services, cast } = h
const { northlight, brightSmiles, harbor, campaigns, users, peakFitness } = cast
const BEGAN = services.now()
const nobody = { lastName: '', phone: '', city: '', stateCode: '' }

async function everything(): Promise<Raw[]> {
  const page: ScanCommandOutput = await sendPlain(
    services.table,
    new ScanCommand({ TableName: services.table.name, ConsistentRead: true }),
  )
  expect(page.LastEvaluatedKey).toBeUndefined()
  return page.Items ?? []
}
const run = async (at: number) => {
  h.setClock(at)
  await h.runner.trigger('forgetRemoved', at)
  await h.drain()
}
const holding = async (word: string) =>
  (await everything()).filter((item) => JSON.stringify(item).includes(word) && !textOf(item, 'pk').startsWith('LOG#'))

describe('what is kept of a removed company', () => {
  it('has a decision about each kind of row', () => {
    const decided = [...blankedKinds, ...Object.keys(keptKinds), ...droppedKinds]
    expect(new Set(decided).size).toBe(decided.length)
    expect(carriedKinds.filter((kind) => !decided.includes(kind))).toEqual([])
    expect(decided.filter((kind) => !carriedKinds.includes(kind) && !(kind in leftKinds))).toEqual([])
    // What holds addresses, names or secrets of people is none of those that stay.
    const sources = readdirSync('functions/data', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join('functions/data', file), 'utf8'))
    const personal = sources
      .filter((text) => /\b(email|emailHash|phone|sealed\w*|secretBox|passwordHash): /.test(text))
      .flatMap((text) => [...text.matchAll(/\bmodel\('(\w+)'\)/g)].map(([, kind]) => kind ?? ''))
    // Counts stand in the file of the entries.
    expect(personal.filter((kind) => kind in keptKinds && kind !== 'nodeCount')).toEqual([])
  })

  it('goes 90 days after its end, and not a day before; books, numbers and everybody else stay', async () => {
    await storeLead(db, campaigns.harbor, {
      id: 'led_1',
      pageUrl: 'https://harbor.example/secret-page',
      visitedAt: BEGAN,
      createdAt: BEGAN,
      person: { personId: 'p', email: 'lead@people.example', firstName: 'Known', ...nobody },
    })
    await storeLead(db, campaigns.peak, {
      id: 'led_2',
      pageUrl: '',
      visitedAt: BEGAN,
      createdAt: BEGAN,
      person: { personId: 'q', email: 'other@people.example', firstName: 'Other', ...nobody },
    })
    await h.call('ada', 'exclusions.addEntry', {
      companyId: harbor.id,
      campaignType: 'client',
      record: 'known@people.example',
    })
    await services.files.put(`brand/${harbor.id}/logo`, new Uint8Array([1]), 'image/png')
    await services.files.put(`documents/agreements/${harbor.id}/1.pdf`, new Uint8Array([1]), 'application/pdf')
    await h.drain()
    expect(await db.campaignChange.setStatus(campaigns.harbor, 'stopped', 'user')).toBe(true)
    const ended = await h.call('ada', 'companies.remove', { companyId: harbor.id, userId: users.lola.id })
    expect(ended.status).toBe(200)
    await h.drain()
    const { deletedAt } = await db.company.get(harbor.id)
    const due = (deletedAt ?? 0) + REMOVED_KEPT_DAYS * DAY
    expect(await removedCommand.run(services, [])).toMatch(new RegExp(`${harbor.id}.*erased on`))
    const before = await everything()

    await run(due - 1)
    expect((await db.user.find(users.lola.id))?.email).toBe(users.lola.email)
    expect(await holding('lead@people.example')).not.toEqual([])

    await run(due)
    for (const word of ['lead@people.example', 'secret-page', users.lola.email, users.lola.name])
      expect(await holding(word), word).toEqual([])
    expect((await everything()).filter((item) => textOf(item, 'pk').startsWith(`C#${harbor.id}#X#`))).toEqual([])
    expect(await services.files.exists(`brand/${harbor.id}/logo`)).toBe(false)
    expect(await services.files.exists(`documents/agreements/${harbor.id}/1.pdf`)).toBe(true)
    // The lead is still counted and billed; nobody is in it.
    const [lead] = await db.lead.list(campaigns.harbor, { start: 0, end: services.now() }, { limit: 10 })
    expect(lead).toMatchObject({ id: 'led_1', person: { email: '' } })
    expect((await db.company.get(harbor.id)).name).toBe(harbor.name)
    const books = (items: Raw[]) =>
      items.filter((item) => keptKinds[kindOf(item)] === 'books' && JSON.stringify(item).includes(harbor.id)).length
    expect(books(await everything())).toBe(books(before))
    expect(await holding('other@people.example')).not.toEqual([])
    expect(await removedCommand.run(services, [])).not.toContain(harbor.id)
    expect(await recount.run(services, [])).toMatchObject({ code: 0 })

    // Again: nothing changes.
    const after = await everything()
    await run(due)
    expect((await everything()).length).toBe(after.length)
  })

  it('takes the clients of an agency with it, and goes on where it was cut off', async () => {
    h.setClock(BEGAN)
    expect(await db.campaignChange.setStatus(campaigns.peak, 'stopped', 'user')).toBe(true)
    const node = await db.node.find(cast.root.id, cast.copper.id)
    if (!node) throw new Error('Copper has no entry.')
    const people = (await db.user.listByCompany(cast.copper.id)).map((user) => ({ user, scopeId: cast.root.id }))
    const starts = await db.node.countStarts(cast.copper.id)
    expect(await db.tenancy.retire({ company: cast.copper, node, people, hosts: [], starts, now: BEGAN })).toBe(true)
    const at = BEGAN + REMOVED_KEPT_DAYS * DAY
    h.setClock(at)
    const deps = (remaining: number) => ({ ...services, queues: services.queues, remainingMs: () => remaining })
    expect(await forgetCompany(deps(1000), { companyId: cast.copper.id })).toBe('goes on later')
    expect((await db.removedCompany.find(cast.copper.id))?.doneAt).toBeUndefined()
    // A client ends with its agency, which is written into its own row on the way: wherever it is cut off, that begins no 90 days anew.
    const said: string[] = []
    for (let rows = 0; !said.at(-1)?.startsWith('erased'); rows++) {
      let left = rows
      const cut = { ...deps(0), remainingMs: () => (left-- > 0 ? 200_000 : 0) }
      said.push((await forgetCompany(cut, { companyId: peakFitness.id })).replace(/,.*/, ''))
      if (said.length > 1000) break
    }
    expect(new Set(said)).toEqual(new Set(['goes on later', 'erased']))
    expect((await db.removedCompany.find(peakFitness.id))?.doneAt).toBe(at)
    await h.drain()
    expect((await db.removedCompany.find(cast.copper.id))?.doneAt).toBe(at)
    for (const word of ['other@people.example', users.carl.email, users.abe.email, users.carl.name, users.abe.name])
      expect(await holding(word), word).toEqual([])
  })

  it('leaves a company alone that was not removed, and one that was brought back', async () => {
    const deps = { ...services, remainingMs: () => 200_000 }
    await db.removedCompany.plan(brightSmiles.id, 1)
    expect(await forgetCompany(deps, { companyId: brightSmiles.id })).toContain('left alone')
    expect(await forgetCompany(deps, { companyId: northlight.id })).toContain('left alone')
    expect((await db.user.find(users.cleo.id))?.email).toBe(users.cleo.email)
  })

  it('is brought back or erased, and never half of both', async () => {
    h.setClock(BEGAN)
    const make = () => services.newId('company')
    const [first, second] = [make(), make()]
    for (const id of [first, second]) {
      await db.company.create({ ...northlight, id, deletedAt: BEGAN })
      await db.removedCompany.plan(id, BEGAN)
    }
    expect(await db.removedCompany.begin(first, BEGAN)).toBe(true)
    expect(await db.tenancy.reopen({ id: first, deletedAt: BEGAN, now: BEGAN + 1 })).toBe(false)
    expect((await db.company.findFresh(first))?.deletedAt).toBe(BEGAN)
    expect(await db.tenancy.reopen({ id: second, deletedAt: BEGAN, now: BEGAN + 1 })).toBe(true)
    expect(await db.removedCompany.begin(second, BEGAN)).toBe(false)
    expect((await db.company.findFresh(second))?.deletedAt).toBeNull()
  })

  it('is brought back with its people, also where that was cut off, and whom it shut out stays so where it is not', async () => {
    h.setClock(BEGAN)
    const id = services.newId('company')
    await db.company.create({ ...northlight, id, deletedAt: BEGAN })
    await db.removedCompany.plan(id, BEGAN)
    const like = await db.user.get(users.ada.id)
    const person = { ...like, id: services.newId('user'), companyId: id, email: 'back@people.example' }
    await db.user.create(person, id)
    const end = () =>
      userEntity(services.table).patch({ id: person.id }).set({ status: 'disabled', endedAt: BEGAN }).go()
    await end()
    const statusOf = async () => (await db.user.findFresh(person.id))?.status
    let before = async (_command: string) => {}
    const { middlewareStack } = services.table.client
    middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          await before(commandName)
          return next(args)
        },
      { step: 'initialize', name: 'cut' },
    )
    try {
      let [requests, kills] = [0, 0]
      for (let isOver = false; !isOver; kills++) {
        requests = 0
        before = async () => {
          if (requests++ >= kills) throw new Error('killed')
        }
        isOver = await db.tenancy.reopen({ id, deletedAt: BEGAN, now: BEGAN + 1 }).catch(() => false)
        before = async () => {}
        // Who begins anew takes a company that is open as whole.
        if ((await db.company.findFresh(id))?.deletedAt === null) expect(await statusOf(), `${kills}`).toBe('active')
      }
      expect(kills).toBeGreaterThan(4)

      await db.company.update(id, { deletedAt: BEGAN })
      await db.removedCompany.plan(id, BEGAN)
      await end()
      before = async (command) => {
        if (!command.startsWith('TransactWrite')) return
        before = async () => {}
        await db.removedCompany.begin(id, BEGAN)
      }
      expect(await db.tenancy.reopen({ id, deletedAt: BEGAN, now: BEGAN + 1 })).toBe(false)
      expect(await statusOf()).toBe('disabled')
    } finally {
      middlewareStack.remove('cut')
    }
  })
})
