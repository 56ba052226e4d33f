import { beforeAll, expect, it } from 'vitest'
import { endFile, endWithFile } from './file-end.ts'

const ended: string[] = []
beforeAll(() => endWithFile(() => ended.push('of a hook')))

it('ends what a hook started too, all of it although one fails, what came last first', async () => {
  endWithFile(() => Promise.reject(new Error('stuck')))
  endWithFile(() => ended.push('last'))
  await expect(endFile()).rejects.toThrow('stuck')
  expect(ended).toEqual(['last', 'of a hook'])
  await endFile()
  expect(ended).toHaveLength(2)
})
