// The table does what it is asked and its answer is lost, so its library asks again: people notice nothing of it, and nothing is there
// twice.
import { expect, it } from 'vitest'
import { runOnce } from '#functions/kit/idempotency.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { isPermitted } from '#tests/support/permitted.ts'
import { samples } from '#tests/support/samples.ts'

/** Rows whose first answer was lost, while answers get lost. */
let lost: Set<string> | undefined

/** The first answer of a call to what changes a row is lost. */
function lose({ services }: Harness): void {
  services.table.client.middlewareStack.add(
    (next, context) => {
      let tries = 0
      return async (args) => {
        const answer = await next(args)
        const { Key, Item, TransactItems } = Object(args.input)
        const row = JSON.stringify([Key ?? [Item?.pk, Item?.sk], TransactItems?.length])
        const changes = /Put|Update|Delete|Write/.test(context.commandName ?? '')
        if (!lost || !changes || tries++ > 0 || lost.has(row)) return answer
        lost.add(row)
        throw Object.assign(new Error('The answer was lost.'), { name: 'TimeoutError', $metadata: {} })
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'lose' },
  )
}
async function losing<T>(work: () => Promise<T>): Promise<T> {
  lost = new Set()
  try {
    return await work()
  } finally {
    lost = undefined
  }
}

/**
 * Where a change is refused because the row is not as it was read, one's own change looks like somebody else's. People are told so, and see
 * what they wrote when they look again.
 */
const lookAgain: Record<string, [number, number]> = {
  'account.saveReportMails': [200, 409],
  'pricing.setSpendingCap': [200, 409],
  'roles.save': [200, 409],
  // It was disconnected, and is not there any more.
  'integrations.disconnectTool': [200, 404],
  // Once a minute: the try that was lost was one.
  'campaigns.sendTestLead': [200, 429],
}

/** They end what the others need, or send mail to strangers. */
const left =
  /logout|endAll|remove|delete|close|register|forgot|resend|invite|login|refresh|confirm|unlock|reset|password/i

/** How calls that change something end, each asked once by somebody who may. */
async function endsOf(h: Harness, around: typeof losing): Promise<Record<string, number>> {
  const ends: Record<string, number> = {}
  const changing = allCalls.filter(({ id, call }) => !left.test(id) && call.can !== 'anyone' && call.method !== 'GET')
  for (const entry of changing) {
    const who = (['cleo', 'ada'] as const).find((each) => isPermitted(entry, each, h.cast.users))
    if (!who) continue
    await h.tokenOf(who)
    ends[entry.id] = (await around(() => h.call(who, entry.id, samples[entry.id](h.cast, who)))).status
  }
  return ends
}

it('A40 calls that change something end as ever where first answers are lost, and nothing is made twice', async () => {
  const usual = await endsOf(await harness(), (work) => work())
  const h = await harness({ hasSdk: true })
  lose(h)
  const ends = await endsOf(h, losing)
  const others = Object.keys(usual).filter((id) => ends[id] !== usual[id])
  expect(Object.fromEntries(others.map((id) => [id, [usual[id], ends[id]]]))).toEqual(lookAgain)
  expect(Object.values(usual).filter((status) => status === 200).length).toBeGreaterThan(50)
  expect(await h.db.webhook.listAll(h.cast.brightSmiles.id)).toHaveLength(1)
  expect((await losing(() => h.signIn('carl'))).status).toBe(200)
  // A request that is sent again by the library is no twin of itself.
  let runs = 0
  const once = { call: 'POST /x', tenantId: 'com_1', userId: 'usr_1', key: 'lost', body: {} }
  const ask = () => runOnce(h.services, lambdaContext('test'), once, async () => ({ charged: ++runs }))
  expect([await losing(ask), await ask()]).toEqual([{ charged: 1 }, { charged: 1 }])
})
