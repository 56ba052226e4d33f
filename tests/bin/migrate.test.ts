import { GetItemCommand, type GetItemCommandOutput, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrate, migrateBy } from '#bin/operator/migrate.ts'
import { migrate as migrateTable } from '#functions/data/lib/migrate/run.ts'
import { inOrder, type Migration, migrations, shapeOf } from '#functions/data/lib/migrate/steps.ts'
import { type Raw, toLine } from '#functions/data/tenancy/carry/raw.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import type { LogAction } from '#shared/audit-log.ts'
import { harness } from '../support/harness.ts'

const h = await harness({ hasSdk: true })
const { table } = h.services
const { northlight } = h.cast
const COUNT = 12
const keyOf = (index: number) => ({
  pk: { S: `C#${northlight.id}#AUDIENCES` },
  sk: { S: `aud_${String(index).padStart(2, '0')}` },
})
const get = async (index: number) =>
  (await sendPlain<GetItemCommandOutput>(table, new GetItemCommand({ TableName: table.name, Key: keyOf(index) }))).Item

/** As if audiences had another shape from now on: their name in two parts. */
const steps: readonly Migration[] = [
  {
    kind: 'audience',
    to: 2,
    why: 'the name stands in two parts',
    change: (row) => (row.title ? undefined : { title: { S: (row.name?.S ?? '').split(' ')[0] ?? '' } }),
  },
  {
    kind: 'audience',
    to: 3,
    why: 'titles are written in capitals',
    change: (row) =>
      row.title?.S === row.title?.S?.toUpperCase() ? undefined : { title: { S: row.title?.S?.toUpperCase() ?? '' } },
  },
]
const run = (...args: string[]) => migrateBy(steps)(h.services, args)

beforeAll(async () => {
  for (let index = 0; index < COUNT; index++)
    await sendPlain(
      table,
      new PutItemCommand({
        TableName: table.name,
        Item: {
          ...keyOf(index),
          __edb_e__: { S: 'audience' },
          __edb_v__: { S: '1' },
          name: { S: `Dentists ${index}` },
          uses: { N: '0' },
        },
      }),
    )
})

describe('operator migrate', () => {
  it('counts without --apply, and changes nothing', async () => {
    const { said, code } = await run()
    expect(said).toContain(`audience 2 (the name stands in two parts): ${COUNT}`)
    expect(said).toContain('Nothing was changed')
    expect(code).toBe(2)
    expect(await get(0)).not.toHaveProperty('title')
  })

  it('goes on where it was stopped, keeps what is changed meanwhile, and bounds its pace', async () => {
    const pauses: number[] = []
    let pages = 0
    const wanted = { steps, isApplied: true, rate: 10, now: h.services.now, page: 5 }
    const stopped = migrateTable(table, {
      ...wanted,
      pause: async (ms) => {
        pauses.push(ms)
        if (++pages === 4) throw new Error('stopped')
      },
    })
    await expect(stopped).rejects.toThrow('stopped')
    // Five rows at ten a second take half a second, less what reading them took.
    expect(Math.max(...pauses)).toBeGreaterThan(250)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(500)

    // Somebody changes a row between the look and the write.
    let raced = 0
    table.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'UpdateItemCommand' && raced++ === 0) {
            const { Key } = args.input as { Key: Raw }
            const change = {
              UpdateExpression: 'SET title = :t, uses = :u',
              ExpressionAttributeValues: { ':t': { S: 'theirs' }, ':u': { N: '7' } },
            }
            await sendPlain(table, new UpdateItemCommand({ TableName: table.name, Key, ...change }))
          }
          return next(args)
        },
      { step: 'initialize', name: 'race' },
    )
    const looked: number[] = []
    const counts = await migrateTable(table, { ...wanted, pause: async () => void looked.push(1) })
    table.client.middlewareStack.remove('race')
    expect(counts.changed).toBe(COUNT)
    // The pages before were not read again.
    expect(looked.length * 5 + 5).toBeLessThan(counts.looked + 5)

    const rows = await Promise.all(Array.from({ length: COUNT }, (_, index) => get(index)))
    expect(rows.filter((row) => row?.title?.S === 'DENTISTS')).toHaveLength(COUNT - 1)
    expect(rows.find((row) => row?.title?.S === 'THEIRS')).toMatchObject({ uses: { N: '7' } })
    for (const row of rows) expect(row?.shape).toEqual({ N: String(shapeOf('audience', steps)) })
  })

  it('changes nothing when it is run again', async () => {
    const before = await Promise.all(Array.from({ length: COUNT }, (_, index) => get(index)))
    const { said, code } = await run('--apply', '--rate', '100000')
    expect(said).toContain('0 changed')
    expect(code).toBe(0)
    expect(await Promise.all(Array.from({ length: COUNT }, (_, index) => get(index)))).toEqual(before)
  })

  it('says what it does not know, and refuses changes that are not numbered one after the other', async () => {
    await expect(run('--kind', 'nothing')).rejects.toThrow('No shape changes of the kind "nothing": audience')
    await expect(run('--rate', 'fast')).rejects.toThrow('Usage')
    expect(() => inOrder(steps.slice(1))).toThrow('not numbered')
  })
})

describe('the changes of this version', () => {
  it('give rows the names of today, once, and are read the same before and after', async () => {
    const Key = { pk: { S: `C#${northlight.id}` }, sk: { S: 'COMPANY' } }
    const person = {
      M: { firstName: { S: 'Fran' }, lastName: { S: '' }, email: { S: '' }, phone: { S: '' } },
    }
    const contacts = { M: { franchizedirector: person } }
    await sendPlain(
      table,
      new UpdateItemCommand({
        TableName: table.name,
        Key,
        UpdateExpression: 'SET contacts = :c',
        ExpressionAttributeValues: { ':c': contacts },
      }),
    )
    const before = await h.db.company.find(northlight.id)
    const { said } = (await migrate.run(h.services, ['--apply', '--rate', '100000'])) as { said: string }
    expect(said).toMatch(/company 2 .*: 1\n/)
    const { Item = {} } = await sendPlain<GetItemCommandOutput>(
      table,
      new GetItemCommand({ TableName: table.name, Key }),
    )
    expect(Item.contacts).toEqual({ M: { franchiseDirector: person } })
    expect(Item.shape).toEqual({ N: '2' })
    expect(await h.db.company.find(northlight.id)).toEqual(before)
    for (const { change } of migrations) expect(change(Item)).toBeUndefined()
    expect(toLine(Item)).toContain('"shape"')
  })

  it('let a client find what the log kept for it before it was found by client, and change nothing else of the log', async () => {
    const { smiles } = h.cast.campaigns
    const at = h.services.now()
    h.setClock(at)
    const placeOf = (id: string) => ({
      pk: { S: `LOG#${northlight.id}` },
      sk: { S: `E#${String(at).padStart(15, '0')}#${id}` },
    })
    const read = async (id: string) => {
      const command = new GetItemCommand({ TableName: table.name, Key: placeOf(id) })
      return (await sendPlain<GetItemCommandOutput>(table, command)).Item
    }
    const append = (id: string, action: LogAction, outcome?: string) =>
      h.db.auditLog.append({
        id,
        tenantId: northlight.id,
        companyId: smiles.companyId,
        companyName: 'Bright Smiles',
        userId: 'usr_1',
        name: 'Ada',
        userType: 'admin',
        viewedUserId: null,
        action,
        description: 'Played it',
        campaignId: smiles.id,
        before: null,
        after: outcome === undefined ? null : { outcome },
        ip: '',
        location: '',
        at,
      })
    await append('log_shown', 'Campaign Status')
    await append('log_tried', 'Campaign Status', 'refused')
    await append('log_price', 'Cost Change')
    const latest = async () => {
      const span = { from: at, to: at + 1 }
      const found = await h.db.auditLog.latest({ tenantId: northlight.id, clientId: smiles.companyId, ...span }, 9)
      return found.map(({ id }) => id)
    }
    const [shown, ...others] = await Promise.all(['log_shown', 'log_tried', 'log_price'].map(read))
    await sendPlain(
      table,
      new UpdateItemCommand({
        TableName: table.name,
        Key: placeOf('log_shown'),
        UpdateExpression: 'REMOVE shownTo, shownAt, gsi4pk, gsi4sk',
        ConditionExpression: 'attribute_exists(shownTo)',
      }),
    )
    expect(await latest()).toEqual([])
    const { said } = (await migrate.run(h.services, ['--apply', '--rate', '100000'])) as { said: string }
    expect(said).toMatch(/auditLog 2 .*: 1\n/)
    expect(await latest()).toEqual(['log_shown'])
    expect(await read('log_shown')).toEqual({ ...shown, shape: { N: '2' } })
    expect(await Promise.all(['log_tried', 'log_price'].map(read))).toEqual(others)
  })
})
