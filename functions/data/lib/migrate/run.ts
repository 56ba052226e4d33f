// Goes through the whole table once and gives rows their new shape, while the platform runs. Each row is changed only if it still is
// as it was read; how far a migration came stands in the table, so that it goes on where it was stopped.
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

/** What of a row becomes another thing; undefined where nothing does. */
type Change = (row: Raw) => Raw | undefined | Promise<Raw | undefined>

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

/** Changes a row as it is now, also where others change it meanwhile: true where something became another thing, or would have. */
async function changeRow(table: Table, first: Raw, changesOf: Change, isApplied: boolean): Promise<boolean | 'waits'> {
  const read = rowReader(table)
  let row: Raw | undefined = first
  for (let round = 0; round < MOST_TRIES && row; round++) {
    const changes = await changesOf(row)
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
  return row ? 'waits' : false
}

type Pass = Pick<Wanted, 'isApplied' | 'rate' | 'pause' | 'page'> & {
  counts: Counts
  /** How a kind of row changes; nothing for a kind that is left alone. */
  changeOf: (kind: string) => Change | undefined
  cursor?: Raw | undefined
  /** After each page: how far it came, or nothing at the end. */
  onPage?: (cursor: Raw | undefined) => Promise<unknown>
}

/** Looks at each row of the table once, while the platform runs. `counts` are counted on. */
export async function passTable(table: Table, pass: Pass): Promise<Counts> {
  const { counts, isApplied, rate, pause = sleep, page: Limit = 200, changeOf, onPage } = pass
  let { cursor } = pass
  do {
    const began = performance.now()
    const answer: ScanCommandOutput = await sendPlain(
      table,
      new ScanCommand({ TableName: table.name, ConsistentRead: true, Limit, ExclusiveStartKey: cursor }),
    )
    for (const row of answer.Items ?? []) {
      const kind = kindOf(row)
      const change = changeOf(kind)
      const became = change && (await changeRow(table, row, change, isApplied))
      if (became === 'waits') counts.waiting += 1
      if (became !== true) continue
      counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1
      counts.changed += 1
    }
    counts.looked += answer.Items?.length ?? 0
    cursor = answer.LastEvaluatedKey
    await onPage?.(cursor)
    if (cursor) await pause(Math.max(0, ((answer.Items?.length ?? 0) / rate) * SECOND - (performance.now() - began)))
  } while (cursor)
  return counts
}

export async function migrate(table: Table, wanted: Wanted): Promise<Counts> {
  const { steps, isApplied, now } = wanted
  const byKind = inOrder(steps)
  const entity = new Entity(schema, electro(table))
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
  const keep = (cursor: Raw | undefined) =>
    entity
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
  return passTable(table, {
    ...wanted,
    counts,
    changeOf: (kind) => {
      const own = byKind.get(kind)
      return own && ((row) => changesOf(row, own))
    },
    ...(goesOn && kept.cursorPk && kept.cursorSk && { cursor: { pk: { S: kept.cursorPk }, sk: { S: kept.cursorSk } } }),
    ...(isApplied && { onPage: keep }),
  })
}
