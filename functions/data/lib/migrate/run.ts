// Goes through the whole table once and gives rows their new shape, while the platform runs. Each row is changed only if it still is
// as it was read; how far it came stands in the table, so that it goes on where it was stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import { ScanCommand, type ScanCommandOutput, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { Entity } from 'electrodb'
import { kindOf, type Raw, textOf } from '../../tenancy/carry/raw.ts'
import { rowReader, sendPlain } from '../../tenancy/carry/reader.ts'
import { isConditionFailure } from '../errors.ts'
import { electro, key, model, type Table } from '../table.ts'
import { changesOf, inOrder, type Migration } from './steps.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const schema = {
  model: model('migration'),
  attributes: {
    /** Which changes: `<kind>.<shape>` of each, so that a later set of them begins anew. */
    steps: text,
    beganAt: number,
    endedAt: { type: 'number' },
    cursorPk: { type: 'string' },
    cursorSk: { type: 'string' },
    looked: number,
    changed: number,
  },
  indexes: { primary: { pk: key('pk', [], 'MIGRATIONS'), sk: key('sk', ['steps'], '${steps}') } },
} as const

export type Counts = { looked: number; changed: number; waiting: number; byKind: Record<string, number> }
export type Wanted = {
  steps: readonly Migration[]
  isApplied: boolean
  /** The most rows that are looked at in a second. */
  rate: number
  now: () => number
  pause?: (ms: number) => Promise<unknown>
  /** Rows that are read at a time; how far it came is kept after each of them. */
  page?: number
}

const MOST_TRIES = 5
const SECOND = 1000

const stepsText = (steps: readonly Migration[]): string =>
  steps
    .map(({ kind, to }) => `${kind}.${to}`)
    .sort()
    .join(' ')

/** Sets what is to be otherwise, if all of it still is what was read. */
function setIfUnmoved(table: Table, row: Raw, changes: Raw) {
  const names = Object.keys(changes)
  return sendPlain(
    table,
    new UpdateItemCommand({
      TableName: table.name,
      Key: { pk: row.pk ?? { S: '' }, sk: row.sk ?? { S: '' } },
      UpdateExpression: `SET ${names.map((_, at) => `#n${at} = :w${at}`).join(', ')}`,
      ConditionExpression: [
        'attribute_exists(pk)',
        ...names.map((name, at) => (row[name] === undefined ? `attribute_not_exists(#n${at})` : `#n${at} = :r${at}`)),
      ].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        names.flatMap((name, at) => [
          [`:w${at}`, changes[name] ?? { NULL: true }],
          ...(row[name] === undefined ? [] : [[`:r${at}`, row[name]]]),
        ]),
      ),
    }),
  )
}

export async function migrate(table: Table, wanted: Wanted): Promise<Counts> {
  const { steps, isApplied, rate, now, pause = sleep, page: Limit = 200 } = wanted
  const byKind = inOrder(steps)
  const entity = new Entity(schema, electro(table))
  const read = rowReader(table)
  const name = stepsText(steps)
  const kept = isApplied ? (await entity.get({ steps: name }).go({ consistent: true })).data : null
  const goesOn = kept && kept.endedAt === undefined
  const counts: Counts = {
    looked: goesOn ? kept.looked : 0,
    changed: goesOn ? kept.changed : 0,
    waiting: 0,
    byKind: {},
  }
  const beganAt = goesOn ? kept.beganAt : now()
  let cursor: Raw | undefined =
    goesOn && kept.cursorPk && kept.cursorSk ? { pk: { S: kept.cursorPk }, sk: { S: kept.cursorSk } } : undefined

  async function change(first: Raw, own: readonly Migration[]): Promise<boolean> {
    let row: Raw | undefined = first
    for (let round = 0; round < MOST_TRIES && row; round++) {
      const changes = changesOf(row, own)
      if (!changes) return false
      if (!isApplied) return true
      try {
        await setIfUnmoved(table, row, changes)
        return true
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        // Somebody changed it in between: it is looked at as it is now.
        const key = { pk: textOf(first, 'pk'), sk: textOf(first, 'sk') }
        row = undefined
        for await (const found of read.byKeys([key])) row = found
      }
    }
    if (row) counts.waiting += 1
    return false
  }

  do {
    const began = performance.now()
    const answer: ScanCommandOutput = await sendPlain(
      table,
      new ScanCommand({ TableName: table.name, ConsistentRead: true, Limit, ExclusiveStartKey: cursor }),
    )
    for (const row of answer.Items ?? []) {
      const kind = kindOf(row)
      const own = byKind.get(kind)
      if (!own || !(await change(row, own))) continue
      counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1
      counts.changed += 1
    }
    counts.looked += answer.Items?.length ?? 0
    cursor = answer.LastEvaluatedKey
    if (isApplied)
      await entity
        .put({
          steps: name,
          beganAt,
          looked: counts.looked,
          changed: counts.changed,
          ...(cursor
            ? { cursorPk: textOf(cursor, 'pk'), cursorSk: textOf(cursor, 'sk') }
            : // What somebody else held too long is met by the next run, which begins anew.
              { endedAt: now() }),
        })
        .go()
    if (cursor) await pause(Math.max(0, ((answer.Items?.length ?? 0) / rate) * SECOND - (performance.now() - began)))
  } while (cursor)
  return counts
}
