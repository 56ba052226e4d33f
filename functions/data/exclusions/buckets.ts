// Hashes of a list, in buckets of binary sets. The plain client is used here: sets of bytes cost a quarter less than
// sets of text, and adding to one is a union, so doing it again changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { BatchGetCommand, BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { HashKind } from '#shared/csv.ts'
import type { Layout } from '#shared/model/upload.ts'
import type { Table } from '../lib/table.ts'

/** The buckets of one kind of hash in one epoch of a list. */
export type Shelf = Layout & { companyId: string; scope: string; epoch: number; kind: HashKind }
export type Bucket = { shelf: Shelf; number: number }

const READ_AT_ONCE = 100
const WRITE_AT_ONCE = 25
/** A bucket stays below 4 KB (one read unit) if its hashes fill this many bytes on average: chance piles up no more than the rest. */
const MEAN_BYTES = 2560

/** The fewest bits with which `count` hashes of a size stay readable for one unit a bucket. */
export function bitsFor(count: number, bytes: number): number {
  let bits = 0
  while ((count * bytes) / 2 ** bits > MEAN_BYTES) bits++
  return bits
}

/** The bucket of a hash: its top bits. */
export function bucketOf(digest: Uint8Array, bits: number): number {
  if (bits === 0) return 0
  const head = ((digest[0] ?? 0) << 24) | ((digest[1] ?? 0) << 16) | ((digest[2] ?? 0) << 8) | (digest[3] ?? 0)
  return head >>> (32 - bits)
}

export const keyOf = ({ shelf, number }: Bucket) => ({
  pk: `C#${shelf.companyId}#X#${shelf.scope}#${shelf.epoch}.${shelf.generation}#${shelf.kind}#${number}`,
  sk: 'B',
})

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** What a throttled table left undone is asked again, a little later each time. */
async function pause(round: number): Promise<void> {
  if (round > 6) throw new Error('The table did not take a batch after several tries.')
  await sleep(25 * 2 ** round)
}

export function exclusionBuckets({ client, name }: Table) {
  async function* read(
    buckets: readonly Bucket[],
    isConsistent: boolean,
  ): AsyncGenerator<{ bucket: Bucket; digests: Uint8Array[] }> {
    for (const chunk of chunks(buckets, READ_AT_ONCE)) {
      const byKey = new Map(chunk.map((bucket) => [keyOf(bucket).pk, bucket]))
      let wanted: Record<string, unknown>[] = chunk.map(keyOf)
      for (let round = 0; wanted.length > 0; round++) {
        if (round > 0) await pause(round)
        const answer = await client.send(
          new BatchGetCommand({
            RequestItems: { [name]: { Keys: wanted, ConsistentRead: isConsistent, ProjectionExpression: 'pk, h' } },
          }),
        )
        for (const item of answer.Responses?.[name] ?? []) {
          const bucket = byKey.get(String(item.pk))
          // @NOTE the attribute is only ever written below, as a set of bytes.
          if (bucket) yield { bucket, digests: [...((item.h as Set<Uint8Array> | undefined) ?? [])] }
        }
        wanted = answer.UnprocessedKeys?.[name]?.Keys ?? []
      }
    }
  }

  const change = (how: 'ADD' | 'DELETE') => async (bucket: Bucket, digests: readonly Uint8Array[]) => {
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: keyOf(bucket),
        UpdateExpression: `${how} h :h`,
        ExpressionAttributeValues: { ':h': new Set(digests) },
      }),
    )
  }

  return {
    read,
    add: change('ADD'),
    remove: change('DELETE'),
    /** Deletes every bucket of a shelf, found or not. */
    async drop(shelf: Shelf): Promise<void> {
      const all = Array.from({ length: 2 ** shelf.bits }, (_, number) => keyOf({ shelf, number }))
      for (const chunk of chunks(all, WRITE_AT_ONCE)) {
        let wanted: Record<string, unknown>[] = chunk.map((Key) => ({ DeleteRequest: { Key } }))
        for (let round = 0; wanted.length > 0; round++) {
          if (round > 0) await pause(round)
          const answer = await client.send(new BatchWriteCommand({ RequestItems: { [name]: wanted } }))
          wanted = answer.UnprocessedItems?.[name] ?? []
        }
      }
    },
  }
}
