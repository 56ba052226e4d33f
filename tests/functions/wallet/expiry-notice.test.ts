// Nobody loses credit unheard: its people get a mail thirty days before it expires, and seven, of what is left of it then.
import { expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import { addMonths } from '#shared/money/lots.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, pay, run } = walletStage(h)
const { northlight, copper } = h.cast
const BOUGHT = Date.parse('2027-01-10T15:00:00Z')
const ENDS = addMonths(BOUGHT, 12)
for (const [who, companyId] of [
  ['ada', northlight.id],
  ['abe', copper.id],
] as const) {
  await giveCard(companyId)
  await agree(who)
}
h.setClock(BOUGHT)
await charge('ada', { amount: 500, stop: true })
await charge('abe', { amount: 500, stop: true })
h.setClock(BOUGHT + HOUR)
await charge('ada', { amount: 250, stop: true })
h.setClock(BOUGHT + 60 * DAY)
await charge('ada', { amount: 250, stop: true })
await pay(northlight.id, 400)
await pay(copper.id, 500)

const subjects = async (who: 'ada' | 'abe') =>
  (await h.mailsTo(h.cast.users[who].email))
    .map(({ subject }) => subject)
    .filter((subject) => /expires on/.test(subject))
const runAt = async (at: number, times = 1) => {
  h.mails.clear()
  h.setClock(at)
  for (let each = 0; each < times; each++) await run('expireCredit')
  return [await subjects('ada'), await subjects('abe')]
}
const said = (amount: string) => expect.stringMatching(new RegExp(`^\\$${amount} .*expires on January 10, 2028`))

it('WAL-017 shows in the wallet what of it expires next, and when', async () => {
  expect((await read('ada')).next_expiry).toEqual({ amount: 350, at: new Date(ENDS).toISOString() })
  expect((await read('abe')).next_expiry).toBeNull()
})

it('WAL-017 is told thirty and seven days before, once, of what is left then, and to nobody whose credit is used', async () => {
  expect(await runAt(ENDS - 32 * DAY)).toEqual([[], []])
  expect(await runAt(ENDS - 30 * DAY, 2)).toEqual([[said('350.00')], []])
  expect(await runAt(ENDS - 29 * DAY)).toEqual([[], []])
  await pay(northlight.id, 100)
  expect(await runAt(ENDS - 8 * DAY)).toEqual([[], []])
  // The run of the seventh day failed.
  expect(await runAt(ENDS - 6 * DAY, 2)).toEqual([[said('250.00')], []])
  expect(await runAt(ENDS - 5 * DAY)).toEqual([[], []])
})

it('WAL-017 expires all the same, and what expires after it is told of in its turn', async () => {
  const [ada] = await runAt(ENDS + 2 * DAY)
  expect(ada).toEqual([])
  expect((await read('ada')).balance_amount).toBe(250)
  expect((await read('ada')).next_expiry?.amount).toBe(250)
  expect((await runAt(ENDS + 32 * DAY))[0]).toEqual([expect.stringContaining('March 11, 2028')])
})
