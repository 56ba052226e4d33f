import { expect, it } from 'vitest'
import { log } from '#functions/kit/log.ts'
import { takeFaults, tellFaults } from './faults.ts'

it('adds what was logged as a fault to the reasons of a failure, once, and no more than the latest', () => {
  takeFaults()
  for (const number of [1, 2, 3, 4, 5, 6])
    log.error('failed', { call: `GET /${number}` }, new Error(`no ${number}`, { cause: new Error('deeper') }))
  const reason = { message: 'expected 1 to be 2', stack: 'at a place' }
  tellFaults([reason])
  expect(reason.message).toMatch(
    /^expected 1 to be 2\n[\s\S]*failed GET \/2: Error: no 2\n[\s\S]*caused by Error: deeper/,
  )
  expect(reason.stack).toMatch(/^at a place\n[\s\S]*failed GET \/6: Error: no 6/)
  expect(reason.message).not.toContain('GET /1')
  const later = { message: 'another' }
  tellFaults([later])
  expect(later).toEqual({ message: 'another' })
})

it('says nothing of an earlier test', () => {
  expect(takeFaults()).toEqual([])
})
