// Announces a program's file for an exclusion list, however many are awaited already.
import type { Db } from '#functions/data/index.ts'
import { HOUR } from '#shared/dates.ts'
import type { ExclusionBatch } from '#shared/model/exclusion-batch.ts'

export async function plantBatch({ exclusionBatch }: Pick<Db, 'exclusionBatch'>, batch: ExclusionBatch): Promise<void> {
  if (!(await exclusionBatch.announce(batch, { most: 10_000, forMs: HOUR })))
    throw new Error(`The file ${batch.id} could not be announced.`)
}
