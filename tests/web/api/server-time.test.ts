// Screens go by the server's clock where that of the desk is wrong.
import { expect, it } from 'vitest'
import { noteTime, onTimeMoved, timeNow } from '#web/api/server-time.ts'

const MINUTE = 60_000
const answerAt = (at: number, cache = 'no-store') =>
  new Response('{}', { headers: { date: new Date(at).toUTCString(), 'cache-control': cache } })
const aheadMinutes = () => Math.round((timeNow() - Date.now()) / MINUTE)

it('goes by answers that are far from it, not by small differences or what a cache kept', () => {
  let moves = 0
  const end = onTimeMoved(() => moves++)
  noteTime(answerAt(Date.now() + MINUTE))
  noteTime(answerAt(Date.now() - 60 * MINUTE, 'max-age=300'))
  noteTime(new Response('{}'))
  expect([aheadMinutes(), moves]).toEqual([0, 0])
  noteTime(answerAt(Date.now() + 90 * MINUTE))
  noteTime(answerAt(Date.now() + 90 * MINUTE))
  expect([aheadMinutes(), moves]).toEqual([90, 1])
  noteTime(answerAt(Date.now() - 30 * MINUTE))
  expect([aheadMinutes(), moves]).toEqual([-30, 2])
  end()
  noteTime(answerAt(Date.now()))
  expect([aheadMinutes(), moves]).toEqual([0, 2])
})
