import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurns } from '#bin/operator/tenant/import.ts'

async function* slowly(count: number) {
  for (let one = 0; one < count; one++) {
    await sleep(5)
    yield one
  }
}

it('what fails while the next row is read is said once the others have ended, and nothing is begun after it', async () => {
  const begun: number[] = []
  let ended = 0
  const work = async (one: number) => {
    begun.push(one)
    if (one === 2) throw new Error('the row 2')
    await sleep(20)
    ended++
  }
  await expect(inTurns(slowly(50), work)).rejects.toThrow('the row 2')
  expect(begun.length).toBeLessThan(10)
  expect(ended).toBe(begun.length - 1)
})

it('all of them are worked on', async () => {
  const seen: number[] = []
  await inTurns(slowly(30), async (one) => void seen.push(one))
  expect(seen).toHaveLength(30)
})
