// What the table does on AWS and the local engine never: plain writes that meet a transaction are refused, batches come back with
// keys that nobody read, and reads that are not consistent miss what was written a moment ago.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { openDb } from '#functions/data/index.ts'
import { WriteConflict } from '#functions/data/lib/errors.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { changeCampaign } from '#functions/domain/campaigns/save.ts'
import { stopCampaigns } from '#functions/domain/campaigns/stop.ts'
import { releaseHeld } from '#functions/domain/integrations/held.ts'
import { makeMail } from '#functions/domain/mail/make.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { type OneLead, storeLead } from '../../support/store-lead.ts'

const h = await harness()
const { cast } = h
const table = openTable(h.services.table.name)
const db = openDb(table)
const NOW = Date.UTC(2026, 10, 3, 18)

const newCampaign = () => plantCampaign(db, { ...cast.campaigns.smiles, id: h.services.newId('campaign') })
const leadOf = (name: string, otherEmails: string[] = []): OneLead => ({
  id: `led_${name}`,
  person: { personId: name, email: `${name}@example.com`, otherEmails, firstName: name, lastName: 'Fields' },
  pageUrl: 'https://shop.example/',
  visitedAt: NOW - 1_000,
  createdAt: NOW,
})

/** Refuses so many plain writes as one that met a transaction is. */
function meetTransactions(times: number) {
  let met = 0
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!/^(Put|Update|Delete)ItemCommand$/.test(commandName) || met === times) return next(args)
        met++
        const words = 'Transaction is ongoing for the item'
        throw Object.assign(new Error(words), { name: 'TransactionConflictException', $fault: 'client' })
      },
    { step: 'initialize', name: 'met' },
  )
  return () => {
    table.client.middlewareStack.remove('met')
    return met
  }
}

/** Refuses so many transactions as those that met another one at their last row are. */
function meetOthers(times: number) {
  let met = 0
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!commandName.startsWith('TransactWrite') || met === times) return next(args)
        met++
        // @NOTE the input of this command.
        const rows = (args.input as { TransactItems: object[] }).TransactItems.length
        const CancellationReasons = Array.from({ length: rows }, (_, at) => ({
          Code: at === rows - 1 ? 'TransactionConflict' : 'None',
        }))
        throw new TransactionCanceledException({ $metadata: {}, message: 'Transaction cancelled', CancellationReasons })
      },
    { step: 'initialize', name: 'others' },
  )
  return () => {
    table.client.middlewareStack.remove('others')
    return met
  }
}

/** Leaves every other key of a batch unread, the first times that one is asked for. */
function leaveUnread(times: number) {
  let left = times
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'BatchGetItemCommand' || left === 0) return next(args)
        left--
        // @NOTE the input of this command.
        const { RequestItems } = args.input as { RequestItems: Record<string, { Keys: object[] }> }
        const asked = RequestItems[table.name] ?? { Keys: [] }
        const of = (rest: number) => ({
          [table.name]: { ...asked, Keys: asked.Keys.filter((_, at) => at % 2 === rest) },
        })
        const result = await next({ ...args, input: { ...args.input, RequestItems: of(0) } })
        if (asked.Keys.length > 1) Object.assign(result.output, { UnprocessedKeys: of(1) })
        return result
      },
    { step: 'initialize', name: 'unread' },
  )
  return () => void table.client.middlewareStack.remove('unread')
}

describe('a plain write that meets a transaction at its row', () => {
  it('is tried again, as when a stretch is closed while leads come', async () => {
    const campaign = await newCampaign()
    expect((await storeLead(db, campaign, leadOf('met'))).end).toBe('stored')
    const meter = await db.lead.findMeter(campaign, true)
    const end = meetTransactions(3)
    const closing = { seq: meter?.seq ?? 0, at: NOW, why: 'period', payer: 'client' } as const
    const isClosed = await db.campaignBill.close(campaign, closing).finally(() => expect(end()).toBe(3))
    expect(isClosed).toBe(true)
    expect((await db.lead.findMeter(campaign, true))?.frozen).toMatchObject({ seq: closing.seq })
  })

  it('fails where the row is never free', async () => {
    const end = meetTransactions(100)
    await expect(db.user.raiseEpoch(cast.users.ada.id)).rejects.toThrow('ongoing')
    expect(end()).toBeLessThan(20)
  })
})

describe('a transaction that meets another one', () => {
  const companyId = cast.brightSmiles.id
  const group = () => ({ companyId, id: h.services.newId('group'), name: h.services.newId('group'), moduleId: '' })
  const plan = () => ({
    rootId: cast.root.id,
    id: h.services.newId('plan'),
    name: h.services.newId('plan'),
    monthsCents: [],
    flatMonthCents: 0,
    createdAt: NOW,
    endedAt: null,
  })

  it('is no name that is taken, nothing that is gone and no sum that has changed', async () => {
    const kept = group()
    expect(await db.companyGroup.create(kept)).toBe(true)
    const campaign = await newCampaign()
    const state = await db.campaignBill.findState(campaign)
    const works = {
      group: () => db.companyGroup.create(group()),
      renamed: () => db.companyGroup.update(kept, { name: h.services.newId('group'), moduleId: '' }),
      plan: () => db.minimumSpend.create(plan()),
      state: () => db.campaignBill.saveState(campaign, state, { carry: state.carry }),
    }
    for (const [name, work] of Object.entries(works)) {
      const end = meetOthers(2)
      const ended = await work().finally(() => expect([name, end()]).toEqual([name, 2]))
      expect([name, ended]).toEqual([name, name === 'renamed' ? 'changed' : true])
    }
  })

  it('says so where it always does, and that is no refusal', async () => {
    const end = meetOthers(1_000)
    await expect(db.companyGroup.create(group())).rejects.toBeInstanceOf(WriteConflict)
    expect(end()).toBeLessThan(10)
  })
})

describe('a batch that is not read whole', () => {
  it('knows a person by their other addresses, so that nobody is sold twice', async () => {
    const campaign = await newCampaign()
    for (const name of ['una', 'udo']) await storeLead(db, campaign, leadOf(name))
    const persons = ['una', 'udo'].map((name) => ({
      personId: '',
      email: `${name}.other@example.com`,
      otherEmails: [`${name}@example.com`],
    }))
    const end = leaveUnread(2)
    const marks = await db.lead.findMarks(campaign, persons, { siblings: [campaign.id] }).finally(end)
    expect(marks.map((own) => own.map(({ leadId }) => leadId))).toEqual([['led_una'], ['led_udo']])
  })

  it('finds all leads of a person who asks what is held on them', async () => {
    const campaign = await newCampaign()
    const { companyId, id: campaignId } = campaign
    const places = ['ina', 'ivo', 'ike'].map((name) => ({ companyId, campaignId, createdAt: NOW, id: `led_${name}` }))
    for (const { id } of places) await storeLead(db, campaign, leadOf(id.slice(4)))
    const end = leaveUnread(1)
    const leads = await db.lead.findPlaces(places).finally(end)
    expect(leads.map(({ id }) => id).sort()).toEqual(places.map(({ id }) => id).sort())
  })

  it('has all people and companies, each once however often it is asked for', async () => {
    const ids = [cast.users.ada.id, cast.users.cleo.id, cast.users.olive.id, cast.users.ada.id]
    const end = leaveUnread(2)
    const people = await db.user.findMany(ids)
    const children = [cast.brightSmiles.id, cast.harbor.id]
    const nodes = await db.node.getMany(cast.northlight.id, [...children, ...children]).finally(end)
    expect(people.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort())
    expect(nodes.map(({ companyId }) => companyId).sort()).toEqual(children.sort())
  })

  it('asks every exclusion list', async () => {
    const { companyId } = cast.campaigns.smiles
    const scopes = ['client', 'cmp_one', 'cmp_two']
    for (const scope of scopes) await db.exclusion.purge(companyId, scope, NOW)
    const end = leaveUnread(1)
    const lists = await db.exclusion.findMany(scopes.map((scope) => ({ companyId, scope }))).finally(end)
    expect(lists.map(({ scope, epoch }) => [scope, epoch > 0])).toEqual(scopes.map((scope) => [scope, true]))
  })
})

describe('a copy of the table that lags behind', () => {
  /** Reads that need not be consistent find nothing of what lies in a partition. */
  function lag(...partitions: string[]) {
    table.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const isRead = commandName === 'QueryCommand' || commandName === 'GetItemCommand'
          const isLate = isRead && !('ConsistentRead' in args.input && args.input.ConsistentRead)
          const result = await next(args)
          if (isLate && partitions.some((pk) => JSON.stringify(args.input).includes(`"${pk}"`)))
            Object.assign(result, { output: commandName === 'GetItemCommand' ? {} : { Items: [], Count: 0 } })
          return result
        },
      { step: 'initialize', name: 'lag' },
    )
    return () => void table.client.middlewareStack.remove('lag')
  }

  it('hides no campaign that was started a moment ago from who stops all of them', async () => {
    const campaign = await newCampaign()
    const client = await db.company.get(campaign.companyId)
    const agency = await db.company.get(campaign.agencyId)
    expect(await db.campaignChange.setStatus({ ...campaign }, 'active', 'user')).toBe(true)
    const end = lag(`C#${client.id}#CAMPAIGNS`, `C#${agency.id}#FC#campaign_active`)
    await stopCampaigns({ db, now: () => NOW }, agency, 'payment_failed').finally(end)
    expect(await db.campaign.findFresh(campaign)).toMatchObject({ status: 'stopped', statusReason: 'payment_failed' })
  })

  it('hides nobody who was invited a moment ago from the job that writes to them', async () => {
    const { id, email } = cast.users.cleo
    const { sealer } = h.services
    const deps = { db, sealer, platform: { scheme: 'https', domain: 'platform.example' }, now: () => NOW }
    const end = lag(`U#${id}`, `C#${cast.northlight.id}`)
    const mail = {
      tenantId: cast.northlight.id,
      mail: 'invitation',
      facts: { userId: id, inviterName: 'Ada' },
    } as const
    expect(await makeMail(deps, mail).finally(end)).toMatchObject({ to: email })
  })

  it('takes nothing of one step of the editor away with the next', async () => {
    const campaign = await newCampaign()
    const client = await db.company.get(campaign.companyId)
    const actor = { kind: 'user', userId: cast.users.ada.id, companyId: cast.northlight.id, role: 'agency' } as const
    const step = (of: typeof campaign, target: object) =>
      changeCampaign({ db, now: () => NOW, actor }, of, client, { head: {}, target, answers: undefined })
    const first = await step(campaign, { keywords: ['gutters'] })
    const end = lag(`C#${client.id}#CAMPAIGN#${campaign.id}`)
    await step(first.campaign, { states: ['TX'] }).finally(end)
    expect(await db.campaign.findTarget(campaign)).toMatchObject({ keywords: ['gutters'], states: ['TX'] })
  })

  it('shows who connects a tool again all leads that wait, also where the index is behind', async () => {
    const { companyId, agencyId, id: campaignId } = await newCampaign()
    const destination = { kind: 'kartra', id: 'kartra', companyId, scope: 'all', name: 'Kartra' } as const
    const count = 205
    const take = async (leadId: string) => {
      const ref = { companyId, agencyId, campaignId, leadId, leadAt: NOW, destination }
      const took = await db.delivery.take(ref, NOW, 1000)
      if (took.end === 'taken')
        await db.delivery.hold(took.delivery, NOW + 60_000, { isForConnection: true, isRest: false }, NOW)
    }
    await Promise.all(Array.from({ length: count }, (_, at) => take(`led_held${at}`)))
    // What was released still stands where it stood when the list is read from its beginning.
    let first: object | undefined
    table.client.middlewareStack.add(
      (next) => async (args) => {
        const said = JSON.stringify(args.input)
        const isFirst = said.includes('IndexName') && said.includes('#HELD#') && !said.includes('ExclusiveStartKey')
        const result = await next(args)
        if (isFirst && first) Object.assign(result.output, first)
        if (isFirst) first ??= { ...result.output }
        return result
      },
      { step: 'initialize', name: 'behind' },
    )
    const sent: string[] = []
    const queues = { send: async (_job: string, { leadId }: { leadId: string }) => void sent.push(leadId) }
    const deps = { db, queues, now: () => NOW } as unknown as Parameters<typeof releaseHeld>[0]
    const { released, isDone } = await releaseHeld(deps, destination)
    table.client.middlewareStack.remove('behind')
    expect([released, new Set(sent).size, isDone]).toEqual([count, count, true])
  })
})
