// Sign-ins at a tool whose worker crashes at any change: no permission stays there that no connection uses, and none that is used ends.
import { describe, expect, it } from 'vitest'
import { onToolFault } from '#functions/domain/integrations/adapters/fault.ts'
import { tryRows } from '#functions/domain/sheets/try.ts'
import { ToolFault } from '#functions/gateways/integrations/tool.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { mortals } from '../billing/mortals.ts'
import { stageOf } from '../companies/stage.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { services } = h
const google = h.tools.google_sheets
const { plant } = stageOf(h)
const { northlight } = h.cast
const { findToken } = await import('#functions/domain/security/one-time.ts')
const { finishSignIn, withTokens } = await import('#functions/domain/connections/oauth.ts')
const { endConnections, forgetConnections } = await import('#functions/domain/connections/end.ts')
const { dieAfter } = mortals(services)
const slug = 'google_sheets' as const
/** The state was used, the tool gave its tokens, and the message was sent that looks after them. */
const LOST_AFTER = 2
let clock = Date.UTC(2031, 9, 5, 12)
const at = (ms: number) => {
  clock = ms
  h.setClock(ms)
}

type Account = { emailAddress: string; permissionId: string }
const accountOf = (name: string): Account => ({ emailAddress: `${name}@smiles.example`, permissionId: name })

/** As a browser goes to Google, where somebody says yes by this account. */
async function sayYes(companyId: string, account: Account) {
  google.signInAs(account)
  const { body } = await h.call('ada', 'integrations.beginSignIn', { company_id: companyId, integration_slug: slug })
  const answer = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  return { state: back.get('state') ?? '', code: back.get('code') ?? '' }
}
async function connect(companyId: string, account: Account) {
  const given = await sayYes(companyId, account)
  const named = { company_id: companyId, integration_slug: slug } as const
  expect((await h.call('ada', 'integrations.finishSignIn', { ...named, ...given })).status).toBe(200)
}
const find = (companyId: string) => services.db.tool.find({ companyId, slug })
/** What the message does that is kept back. */
const lookAfter = (companyId: string) => endConnections(services, { companyId, untold: slug })
async function works(companyId: string) {
  const connection = await find(companyId)
  if (!connection) return ''
  google.expire()
  const sheets = await services.tools.sheets()
  return (await withTokens(services, connection, ({ access = '' }) => sheets.account(access))).email
}
const disconnect = (companyId: string) =>
  h.call('ada', 'integrations.disconnectTool', { company_id: companyId, integration_id: slug })

describe('a worker that crashes at any change of a sign-in', () => {
  it.each([
    { name: 'the first one', has: false, isOther: false },
    { name: 'one by the same account as before', has: true, isOther: false },
    { name: 'one by another account than before', has: true, isOther: true },
  ])('INT-40+ of $name, leaves no permission that nobody uses', async ({ has, isOther }) => {
    let crashes = 0
    for (let changes = 0; ; changes++) {
      at(clock + 3 * HOUR)
      const { company } = await plant(northlight, `Signs in ${changes} ${has} ${isOther}`)
      const [first, second] = [accountOf(`a-${company.id}`), accountOf(`b-${company.id}`)]
      if (has) await connect(company.id, first)
      const user = h.cast.users.ada
      const allowing = () => google.allowing().filter((id) => id.endsWith(company.id))
      const tenant = northlight
      const given = await sayYes(company.id, isOther ? second : first)
      const token = await findToken(services.db, given.state)
      const actor = { kind: 'user', userId: user.id, sessionId: token?.subject.split(' ')[2] ?? '' } as never
      const platform = { scheme: services.env.PLATFORM_SCHEME, domain: services.env.PLATFORM_DOMAIN }
      const before = (await find(company.id))?.revision
      const isAlive = await dieAfter(changes, async (deps) => {
        await finishSignIn(deps, { actor, company, tenant, slug, platform }, given)
      })
      if (!isAlive) crashes++
      const now = await find(company.id)
      const stands = now !== undefined && now.revision !== before
      at(clock + 2 * MINUTE)
      await lookAfter(company.id)
      expect(await lookAfter(company.id)).toBe('its tool was told')
      const used = stands ? (isOther ? second : first) : has ? first : undefined
      expect([changes, await works(company.id)]).toEqual([changes, used?.emailAddress ?? ''])
      // Tokens that came back and were not kept yet are lost with their worker: nothing is left to take them back with.
      const isLost = changes === LOST_AFTER && !isAlive && (isOther || !has)
      if (!isLost) expect([changes, allowing()]).toEqual([changes, used ? [used.permissionId] : []])
      // Nor is anybody left who only seems to use the account: with the last connection it is taken back.
      await disconnect(company.id)
      if (!isLost) expect([changes, allowing()]).toEqual([changes, []])
      if (isAlive) break
    }
    expect(crashes).toBeGreaterThan(5)
  })
})

it('INT-40+ an earlier account is told again where Google did not answer, and who is about to connect is left alone', async () => {
  at(clock + 3 * HOUR)
  const { company } = await plant(northlight, 'Told again')
  const [first, second] = [accountOf(`a-${company.id}`), accountOf(`b-${company.id}`)]
  const allowing = () => google.allowing().filter((id) => id.endsWith(company.id))
  await connect(company.id, first)
  const given = await find(company.id)
  if (!given) throw new Error('It is not connected.')
  const given2 = await sayYes(company.id, second)
  const named = { company_id: company.id, integration_slug: slug } as const
  const { toolAccount } = h.db
  const { leaveLast } = toolAccount
  Object.assign(toolAccount, { leaveLast: () => Promise.reject(new Error('The worker ended here.')) })
  expect((await h.call('ada', 'integrations.finishSignIn', { ...named, ...given2 })).status).toBe(500)
  Object.assign(toolAccount, { leaveLast })
  google.fail(503, { times: 1 })
  at(clock + 2 * MINUTE)
  await expect(lookAfter(company.id)).rejects.toThrow('Could not be told')
  expect(allowing()).toEqual([first.permissionId, second.permissionId])
  expect(await lookAfter(company.id)).toBe('its tool was told')
  expect(allowing()).toEqual([second.permissionId])

  await services.db.tool.keepGrant({ ...given, revision: 'about to connect' }, clock)
  await lookAfter(company.id)
  expect(await services.db.tool.listGrants({ companyId: company.id, slug }, clock + 1)).toHaveLength(1)
  await forgetConnections(services, { companyId: company.id, untold: slug })
  expect(await services.db.tool.listGrants({ companyId: company.id, slug }, clock + 1)).toHaveLength(1)
  at(clock + 2 * MINUTE)
  await forgetConnections(services, { companyId: company.id, untold: slug })
  expect(await services.db.tool.listGrants({ companyId: company.id, slug }, clock + 1)).toEqual([])
  expect((await find(company.id))?.lostAt).toBe(0)
})

it('INT-40+ a worker that crashes while it finds a connection lost leaves no account behind that seems to be used', async () => {
  const fault = new ToolFault('disconnected', 'It was taken back.')
  for (let changes = 0; ; changes++) {
    at(clock + 3 * HOUR)
    const [{ company: lost }, { company: other }] = [
      await plant(northlight, `Lost ${changes}`),
      await plant(northlight, `Other ${changes}`),
    ]
    const account = accountOf(`c-${lost.id}`)
    for (const { id } of [lost, other]) await connect(id, account)
    const campaign = await h.newCampaign({ companyId: lost.id })
    const { companyId, id: campaignId } = campaign
    await h.db.toolChoice.set({ companyId, campaignId, slug, ownerId: companyId, isEnabled: true, values: {} })
    const tryIt = async (deps: typeof services) => {
      const connection = await find(companyId)
      if (connection?.lostAt === 0) return onToolFault(deps, connection, { campaign, isTest: false }, fault)
      return tryRows(deps, { companyId, campaignId, ownerId: companyId }, [], {})
    }
    const isAlive = await dieAfter(changes, tryIt)
    // The queue hands its message out again.
    expect(await tryIt(services)).toMatchObject({ end: 'hold', isForConnection: true })
    expect((await disconnect(other.id)).status).toBe(200)
    expect([changes, google.allowing().includes(account.permissionId)]).toEqual([changes, false])
    if (isAlive) {
      expect(changes).toBeGreaterThanOrEqual(2)
      break
    }
  }
})
