// How often a call waits for the table: once for who asks and whom they name, once for what it needs. What takes longer says why
// in its contract, and no call reads a row that it has read.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findTenant } from '#functions/kit/tenant.ts'
import { allCalls, type CallName } from '#shared/contracts/index.ts'
import { PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { askersOf } from '../../support/permitted.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { countRounds, inLongestState } from '../../support/rounds.ts'
import { samples } from '../../support/samples.ts'

const h = await harness()
// What is loaded on first use would come late: its request would count as one that waited for another.
const root = join(import.meta.dirname, '../../..')
for (const file of globSync('functions/{api/*,data,data/*,domain/*,gateways,identity,kit,wire/*}/*.ts', { cwd: root }))
  await import(join(root, file))
const counter = countRounds(h.services.table)
/** One of each kind of person. Who changed something calls twice: what a call leaves behind may make the next one longer. */
const members = ['olive', 'ada', 'sam', 'cleo'] as const
const measured = new Map<CallName, { rounds: number; again: number }>()

/** Earlier calls archived and removed campaigns; what stops those that run is measured with one that does. */
async function runOne(): Promise<void> {
  const { smiles } = h.cast.campaigns
  const all = await h.db.campaign.list(smiles.companyId)
  if (!all.some(({ status }) => status === 'active'))
    await plantCampaign(h.db, { ...smiles, id: h.services.newId('campaign') })
}

/** A history of a tool that names a lead, a delivery and a campaign; and a list of what failed that names a lead. */
async function tryOne(): Promise<void> {
  const { id: campaignId, companyId, agencyId } = h.cast.campaigns.smiles
  const at = h.services.now()
  const lead = { companyId, campaignId, leadId: 'led_of_rounds', leadAt: at }
  const of = { ownerId: companyId, destinationId: 'sendgrid' }
  await h.db.deliveryTry.add({ ...of, ...lead, outcome: 'failed', at, status: 500 })
  const destination = { kind: 'webhook', id: 'whk_of_rounds', companyId, scope: 'all', name: 'a.test' } as const
  const took = await h.db.delivery.take({ ...lead, agencyId, destination }, at, 1000)
  if (took.end !== 'taken') throw new Error('It was free.')
  await h.db.delivery.end(took.delivery, 'failed', { at, status: 500, ms: 1, words: '' })
}
beforeAll(tryOne)

/** As the last call found it: it is written only where the next one needs it otherwise. */
let wasOpen: boolean | undefined

/** What removes a campaign or a company comes last: of what is gone, other calls would only find that out. */
const isLast = ({ id }: { id: CallName }) => /\.(?:remove|archive)$/.test(id)
const inOrder = [...allCalls.filter((each) => !isLast(each)), ...allCalls.filter(isLast)]

describe.each(inOrder)('$id', (entry) => {
  const { id, call } = entry
  const most = call.rounds?.most ?? 2
  beforeAll(async () => {
    await runOne()
    // Open for its own calls alone: who has keys has a minimum to spend, with which other calls are not measured.
    const isOpen = id.startsWith('developer.')
    if (isOpen === wasOpen) return
    await h.db.company.update(h.cast.northlight.id, { apiMode: isOpen, hasDeveloperAgreement: isOpen })
    wasOpen = isOpen
  })

  it(`waits for the table at most ${most} times${call.rounds?.again ? '' : ', and reads no row twice'}`, async () => {
    let rounds = 0
    const again = new Set<string>()
    const ask = async (who: (typeof members)[number]) => {
      const caller = call.can === 'anyone' ? null : who
      const host = h.hostOf(who)
      // Both are kept: the first for a minute, the second for a quarter of an hour.
      await findTenant(h.services, host)
      if (caller) await h.tokenOf(caller)
      const done = await counter.of(() => h.call(caller, id, samples[id](h.cast, who) as never, { host }))
      rounds = Math.max(rounds, done.rounds)
      for (const row of done.again) again.add(row)
      if (id === 'session.logout' || id === 'session.endAll') h.forgetTokens()
      return done.result.status
    }
    const changers: (typeof members)[number][] = []
    for (const who of askersOf(entry, members, h.cast.users)) {
      const status = await ask(who)
      // What is read or forbidden leaves nothing behind.
      if (call.method !== 'GET' && status !== 403) changers.push(who)
    }
    for (const who of changers) await ask(who)
    measured.set(id, { rounds, again: again.size })
    if (!call.rounds?.again) expect([...again]).toEqual([])
    expect(rounds).toBeLessThanOrEqual(most)
  })
})

it('a right password waits five times, and once more where the device is new', async () => {
  const host = h.hostOf('amos')
  await findTenant(h.services, host)
  const input = { username: h.cast.users.amos.email, password: PASSWORD }
  const waits = []
  for (let times = 0; times < 2; times++) {
    const { rounds, result } = await counter.of(() => h.call(null, 'session.login', input, { host }))
    waits.push([result.status, rounds])
  }
  expect(waits).toEqual([
    [200, 6],
    [200, 5],
  ])
})

it('no contract states more than its call needs', () => {
  // Run for some calls alone, only those were measured.
  const generous = allCalls.filter(({ id, call: { rounds } }) => {
    const found = inLongestState.some((each) => each === id) ? undefined : measured.get(id)
    return found && rounds && (found.rounds < rounds.most || (rounds.again !== undefined && found.again === 0))
  })
  expect(generous.map(({ id }) => id)).toEqual([])
})
