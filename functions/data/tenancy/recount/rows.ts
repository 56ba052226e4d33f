// Rows that only repeat what other rows say: how they are compared with these, and how one is put right while the platform runs.
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, Table, TableKey } from '../../lib/table.ts'

/** One thing that was found: of which kind, as a sentence, and what would mend it; without `mend` a person has to decide. */
export type Finding = { kind: string; said: string; mend?: () => Promise<unknown> }

/** What attributes of a row are to be. What is absent in the table is 0, no text or nothing in it. */
export type Wanted = Record<string, unknown>

const isNothing = (value: unknown) => value === undefined || value === 0 || value === ''
/** Objects by sorted names, so that the order in which they were written says nothing. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''
export const isAlike = (a: unknown, b: unknown): boolean => (isNothing(a) && isNothing(b)) || textOf(a) === textOf(b)

/** The attributes in which a row is not what it is to be. */
export const differing = (row: Item, wanted: Wanted): string[] =>
  Object.keys(wanted).filter((name) => !isAlike(row[name], wanted[name]))

const say = (row: Item, wanted: Wanted, names: readonly string[]) =>
  names.map((name) => `${name} ${textOf(row[name] ?? 0)}, should be ${textOf(wanted[name])}`).join('; ')

/**
 * Sets what differs, if all that was compared still is what was read: what is counted in between refuses this, and is then
 * counted with the rest by the next look.
 */
function setIfUnmoved({ client, name: TableName }: Table, row: Item, wanted: Wanted, names: readonly string[]) {
  const compared = Object.keys(wanted)
  const at = (name: string) => compared.indexOf(name)
  return client.send(
    new UpdateCommand({
      TableName,
      Key: { pk: row.pk, sk: row.sk },
      UpdateExpression: `SET ${names.map((name) => `#n${at(name)} = :w${at(name)}`).join(', ')}`,
      ConditionExpression: [
        'attribute_exists(pk)',
        ...compared.map((name) =>
          row[name] === undefined ? `attribute_not_exists(#n${at(name)})` : `#n${at(name)} = :r${at(name)}`,
        ),
      ].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(compared.map((name) => [`#n${at(name)}`, name])),
      ExpressionAttributeValues: Object.fromEntries([
        ...names.map((name) => [`:w${at(name)}`, wanted[name]]),
        ...compared.filter((name) => row[name] !== undefined).map((name) => [`:r${at(name)}`, row[name]]),
      ]),
    }),
  )
}

/** What is wrong with a row that is there, if anything is. */
export function compare(table: Table, kind: string, whose: string, row: Item, wanted: Wanted): Finding[] {
  const names = differing(row, wanted)
  if (names.length === 0) return []
  const said = `${whose}: ${say(row, wanted, names)}.`
  return [{ kind, said, mend: () => setIfUnmoved(table, row, wanted, names) }]
}

/** The item that an entity would write, for comparing it as it lies in the table. */
export const itemOf = (write: { params: () => unknown }): Item & TableKey =>
  // @NOTE the library's parameters of a put hold the item under this name.
  (write.params() as { Item: Item & TableKey }).Item

const MOST_LOOKS = 5
/**
 * Reads what is derived, what it is derived from, and the first once more: where it did not move in between, both are of one
 * instant, because one transaction writes both. Undefined where it always moved.
 */
export async function readUnmoved<Derived, Source>(
  derived: () => Promise<Derived>,
  source: () => Promise<Source>,
): Promise<{ derived: Derived; source: Source } | undefined> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const before = await derived()
    const read = await source()
    const after = await derived()
    if (textOf(before) === textOf(after)) return { derived: after, source: read }
  }
  return undefined
}

/** All rows of a partition (or those whose sort key begins so) as they lie in the table. */
export async function readPartition({ client, name: TableName }: Table, pk: string, begin = ''): Promise<Item[]> {
  const rows: Item[] = []
  let ExclusiveStartKey: Item | undefined
  do {
    const page = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: begin ? 'pk = :pk AND begins_with(sk, :sk)' : 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk, ...(begin && { ':sk': begin }) },
        ExclusiveStartKey,
      }),
    )
    rows.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return rows
}

export const readRow = async ({ client, name: TableName }: Table, Key: TableKey): Promise<Item | undefined> =>
  (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item
