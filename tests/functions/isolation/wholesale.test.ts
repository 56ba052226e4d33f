// What agencies pay is no matter of their clients: every figure of it is one that stands nowhere else, and no answer that a
// client gets holds any of them.
import { expect, it } from 'vitest'
import { allCalls, type CallName } from '#shared/contracts/index.ts'
import { type Fees, noPrice } from '#shared/money/price-list.ts'
import { headers as names } from '#shared/wire.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'

const h = await harness()
const { root, northlight, brightSmiles } = h.cast

const fees: Fees = {
  platformFeeCents: 731_311,
  periodFeeCents: 731_313,
  perLeadCentiCents: 73_131_700,
  perLeadAdvancedCentiCents: 73_131_900,
}
/** Each of them, in cents, hundredths and dollars, with and without a comma. */
const canary = /73131[1379]|7,?313\.1/

const blocks = { Weekly: fees, Monthly: fees, OneTime: fees, Prepaid: fees }
const costs = { local: blocks, locator: blocks, enhance: blocks, b2b: blocks }
for (const id of [root.id, northlight.id])
  await h.db.price.saveCosts(id, { term: 'Weekly', costs }, { by: 'test', at: h.services.now() })
for (const line of ['local', 'locator', 'enhance', 'b2b'] as const)
  await h.db.price.saveRetail(
    northlight.id,
    line,
    { ...noPrice, perLeadCentiCents: 9_000_000 },
    { by: 'test', at: h.services.now() },
  )

/** What ends the sign-in with which the next call is made. */
const ending: readonly CallName[] = ['session.logout', 'session.endAll', 'session.end']

it('OTH-16 no answer to a client holds a wholesale figure, and those of its agency do', async () => {
  const told: string[] = []
  let answered = 0
  for (const { id } of allCalls.filter((entry) => !ending.includes(entry.id)))
    for (const who of ['cleo', 'lola'] as const) {
      const more = { headers: { [names.idempotencyKey]: crypto.randomUUID() } }
      const { status, body } = await h.call(who, id, samples[id](h.cast, who) as never, more)
      if (status === 200) answered++
      if (canary.test(JSON.stringify(body))) told.push(`${id} by ${who}`)
    }
  expect(told).toEqual([])
  expect(answered).toBeGreaterThan(50)
  // The same figures are what their agency reads, so the words above would find them.
  const { body } = await h.call('ada', 'pricing.getPrice', samples['pricing.getPrice'](h.cast, 'ada') as never)
  expect(JSON.stringify(body)).toMatch(canary)
  expect(brightSmiles.parentId).toBe(northlight.id)
})
