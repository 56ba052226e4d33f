import { describe, expect, it } from 'vitest'
import { readExclusionFile, uploadLimits } from '#functions/domain/exclusions/file.ts'
import { MAX_UPLOAD_ROWS } from '#shared/csv.ts'
import { addresses, lines } from './stage.ts'

async function* bodyOf(rows: number) {
  yield Buffer.from(lines(addresses(rows)))
}

describe('the size of an exclusion file', () => {
  it('CON-006 may be ten thousand records, by one constant for browser and server', async () => {
    expect([MAX_UPLOAD_ROWS, uploadLimits.maxRows]).toEqual([10_000, 10_000])
    expect((await readExclusionFile(bodyOf(10_000))).accepted).toHaveLength(10_000)
    await expect(readExclusionFile(bodyOf(10_001))).rejects.toThrow('The file holds more than 10,000 records.')
  })
})
