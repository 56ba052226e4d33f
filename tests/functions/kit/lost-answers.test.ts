// The table does what it is asked and its answer is lost, so its library asks again: people notice nothing of it, and nothing is there
// twice.
import { expect, it } from 'vitest'
import { runOnce } from '#functions/kit/idempotency.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { loseAnswers } from '#tests/support/lost-answers.ts'
import { isPermitted } from '#tests/support/permitted.ts'
import { samples } from '#tests/support/samples.ts'

/** They end what the others need, so they come last, each signed in anew. */
const last =
  /logout|endAll|remove|delete|close|register|forgot|resend|invite|login|refresh|confirm|unlock|reset|password/i

/** Who may, and was not ended by an earlier call. */
async function firstOf(h: Harness, may: (who: 'cleo' | 'ada' | 'olive') => boolean) {
  for (const who of ['cleo', 'ada', 'olive'] as const)
    if (
      may(who) &&
      (await h.tokenOf(who).then(
        () => true,
        () => false,
      ))
    )
      return who
  return undefined
}

/** How calls that change something end, each asked once by somebody who may. */
async function endsOf(h: Harness, around: <T>(work: () => Promise<T>) => Promise<T>): Promise<Record<string, number>> {
  const ends: Record<string, number> = {}
  const changing = allCalls.filter(({ call }) => call.method !== 'GET')
  for (const entry of [...changing.filter(({ id }) => !last.test(id)), ...changing.filter(({ id }) => last.test(id))]) {
    const isAnyones = entry.call.can === 'anyone'
    if (last.test(entry.id)) h.forgetTokens()
    const who = await firstOf(h, (each) => isAnyones || isPermitted(entry, each, h.cast.users))
    if (!who) continue
    const input = samples[entry.id](h.cast, who)
    ends[entry.id] = (await around(() => h.call(isAnyones ? null : who, entry.id, input))).status
  }
  return ends
}

it('A40 calls that change something end as ever where first answers are lost, and nothing is made twice', async () => {
  const usual = await endsOf(await harness(), (work) => work())
  const h = await harness({ hasSdk: true })
  const { losing } = loseAnswers(h.services.table)
  const ends = await endsOf(h, losing)
  const others = Object.keys(usual).filter((id) => ends[id] !== usual[id])
  expect(Object.fromEntries(others.map((id) => [id, [usual[id], ends[id]]]))).toEqual({})
  expect(Object.values(usual).filter((status) => status === 200).length).toBeGreaterThan(50)
  expect(await h.db.webhook.listAll(h.cast.brightSmiles.id)).toHaveLength(1)
  expect((await losing(() => h.signIn('carl'))).status).toBe(200)
  // A request that is sent again by the library is no twin of itself.
  let runs = 0
  const once = { call: 'POST /x', tenantId: 'com_1', userId: 'usr_1', key: 'lost', body: {} }
  const ask = () => runOnce(h.services, lambdaContext('test'), once, async () => ({ charged: ++runs }))
  expect([await losing(ask), await ask()]).toEqual([{ charged: 1 }, { charged: 1 }])
})
