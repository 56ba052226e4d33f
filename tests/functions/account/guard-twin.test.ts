// Guards on the server equal guards on the screen, in every state that an account can be in: each pair of facts at least
// once, and all well, each set of pages in each of them. The server decides in one place, by the pages of a call alone: so in
// each state one call speaks for all that belong to the same pages, and each call is asked until it has given every answer that
// it has.
import { describe, expect, it } from 'vitest'
import { refusalForModule } from '#shared/access/modules.ts'
import { permissionsOf } from '#shared/access/viewer.ts'
import { viewerOf } from '#shared/access/viewer-of.ts'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import { connectionStates, defaultModules } from '#shared/model/company.ts'
import { browserViewer, opensOne } from '../../support/guard-verdict.ts'
import { harness } from '../../support/harness.ts'
import { pairwise, type Row } from '../../support/pairwise.ts'
import { isPermitted } from '../../support/permitted.ts'
import { samples } from '../../support/samples.ts'
import { lookAs } from './view-as.ts'

const h = await harness()
const flag = [true, false] as const
const factors = {
  who: ['ada', 'amos', 'admin', 'cleo', 'lola', 'olive', 'sam', 'ellen'],
  isViewed: flag,
  profileSetupCompleted: flag,
  hasCard: flag,
  companyFailed: flag,
  agencyFailed: flag,
  manualBill: flag,
  connection: connectionStates,
  gateway: ['', 'stripe', 'other'],
  packageId: ['', 'standard'],
  modules: [defaultModules, { local: defaultModules.local }, { b2b: defaultModules.b2b }, {}],
} as const
/** `isNarrowed`: a role leaves this person nothing, and reports of revenue are not theirs. */
type State = Row<typeof factors> & { isNarrowed?: boolean }
const inPairs = pairwise(factors)
/** Nothing is missing, owed or taken away: what a person may do at all is let through here, if anywhere. */
const allIsWell = factors.who.map(
  (who): State => ({
    who,
    isViewed: false,
    profileSetupCompleted: true,
    hasCard: true,
    companyFailed: false,
    agencyFailed: false,
    manualBill: false,
    connection: 'completed',
    gateway: 'stripe',
    packageId: 'standard',
    modules: defaultModules,
  }),
)
const isStaff = ({ who }: State) => ['olive', 'ada', 'amos', 'admin'].includes(who)
/** Pages that nothing but a role takes away: operators are never held up by payments and set-ups. */
const narrowed = allIsWell.filter(isStaff).map((state): State => ({ ...state, isNarrowed: true }))
/** Pages of the set-up stay open until a payment of the agency failed: its card comes first then. */
const owing = allIsWell.filter(({ who }) => who === 'ada').map((state): State => ({ ...state, agencyFailed: true }))
const states = [...inPairs, ...allIsWell, ...owing, ...narrowed]

/** Calls that nobody who may make them is ever kept from, and why. */
const keptFromNobody: Readonly<Record<string, string>> = {
  'payments.createSalesConnectedAccount':
    'Sales people alone make it, whom no role narrows, on the page that comes before all others for them and is open always.',
}

const OPEN_CARD =
  'The pages where a card is given come before all others for whoever owes or sets up, so they are open always; a role keeps people from it by its module.'
/** The same of their pages alone. */
const keptByNoPage: Readonly<Record<string, string>> = {
  ...keptFromNobody,
  'payments.createCustomer': OPEN_CARD,
  'payments.createDirectCustomer': OPEN_CARD,
  'payments.getCard': OPEN_CARD,
  'payments.payAgain': OPEN_CARD,
  'payments.saveCard': OPEN_CARD,
}

async function bringAbout(state: State): Promise<string> {
  const { users } = h.cast
  const user = users[state.who]
  const company = await h.db.company.get(user.companyId)
  const agencyId = company.kind === 'client' ? (company.parentId ?? '') : company.id
  const { profileSetupCompleted, hasCard, manualBill } = state
  const { isDefaultAdmin, roleId, reportAnalytics } = user
  const rights = state.isNarrowed
    ? { isDefaultAdmin: false, roleId: 'rol_gone', reportAnalytics: false }
    : { isDefaultAdmin, roleId, reportAnalytics }
  await h.db.user.update(user.id, { profileSetupCompleted, hasCard, ...rights })
  const money = { connection: state.connection, paymentGateway: state.gateway, packageId: state.packageId }
  await h.db.company.update(agencyId, { ...money, modules: state.modules, paymentFailed: state.agencyFailed })
  await h.db.company.update(company.id, {
    manualBill,
    ...(company.kind === 'client' && { paymentFailed: state.companyFailed }),
  })
  const mayBeViewed = state.isViewed && state.who !== 'olive'
  return mayBeViewed ? (await lookAs(h, state.who)).access_token : h.tokenOf(state.who)
}

const isViewed = (state: State) => state.isViewed && state.who !== 'olive'

/**
 * Bodies are left empty, so that a call that is let in changes nothing; where nothing has to be said, something is said that is no
 * value. What has no body changes nothing that counts here.
 */
function inputOf({ id, call }: NamedCall, state: State): never {
  const sample: Record<string, unknown> = samples[id](h.cast, state.who)
  if (call.body === 'none' || call.method === 'DELETE') return sample as never
  const isInPath = (name: string) => call.path.includes(`{${name}}`)
  const inPath = Object.fromEntries(Object.entries(sample).filter(([name]) => isInPath(name)))
  if (!call.input.safeParse(inPath).success) return {} as never
  const said = Object.keys(sample).filter((name) => !isInPath(name))
  return { ...inPath, ...Object.fromEntries(said.map((name) => [name, { no: 'value' }])) } as never
}

/** Kept from it by the pages that it belongs to, or by what a role leaves of the person's modules. */
type Verdict = 'let' | 'kept' | 'not permitted'
const pagesOf = ({ call }: NamedCall) => [...(call.pages ?? [])].sort().join()

/** How often each call gave which answer: who has given one least often is asked next. */
const answers = new Map<string, number>()
const timesOf = ({ id }: NamedCall, verdict: Verdict) => answers.get(`${id} ${verdict}`) ?? 0
/** The calls to ask of those that belong to the same pages: one that the pages decide about, and those with a new answer. */
function turnsOf(calls: readonly { entry: NamedCall; verdict: Verdict }[]) {
  const byPages = calls.filter(({ verdict }) => verdict !== 'not permitted')
  const [first, ...more] = byPages
  const least = more.reduce(
    (best, each) => (best && timesOf(each.entry, each.verdict) < timesOf(best.entry, best.verdict) ? each : best),
    first,
  )
  return calls.filter((each) => each === least || timesOf(each.entry, each.verdict) === 0)
}

const NO_PAGE = 'You may not do this.'

/** What a call answers with one part of its description laid aside, which the server reads with each request. */
async function without<T>(call: NamedCall['call'], change: object, work: () => Promise<T>): Promise<T> {
  const before = { ...call }
  Object.assign(call, change)
  try {
    return await work()
  } finally {
    Object.assign(call, before)
  }
}

describe('the guard on both sides', () => {
  const guarded = allCalls.filter(({ call }) => call.pages)
  const groups = Map.groupBy(guarded, pagesOf)
  const seen = { let: 0, refused: 0 }
  /** Calls that somebody was kept from by their pages, with nothing else to refuse them. */
  const byPages = new Set<string>()

  it('is asked in every pair of facts', () => {
    expect(inPairs.length).toBeGreaterThan(30)
    expect(guarded.length).toBeGreaterThan(8)
  })

  it.each(states.map((state, at) => ({ at, state })))(
    'RTE-109 $at: $state.who agrees in this state',
    async ({ state }) => {
      const token = await bringAbout(state)
      const host = isViewed(state) ? 'olive' : state.who
      const viewer = await browserViewer(h, host, { token, id: h.cast.users[state.who].id })
      const user = await h.db.user.get(h.cast.users[state.who].id)
      const company = await h.db.company.get(user.companyId)
      const parent = company.parentId ? await h.db.company.find(company.parentId) : undefined
      const tenantId = await h.db.domain.findCompanyId(h.hostOf(host))
      const tenant = await h.db.company.get(tenantId ?? '')
      const holder = isViewed(state) ? h.cast.users.olive : undefined
      const { roles } = await h.db.role.find(company.id)
      expect(viewerOf({ user, company, parent, tenant, holder, roles })).toEqual(viewer)

      const asked = [...groups.values()].flatMap((group) => {
        const isOpen = opensOne(viewer, group[0]?.call.pages ?? [])
        const isLet = ({ call }: NamedCall) => isOpen && refusalForModule(permissionsOf(viewer), call) === null
        const verdictOf = (entry: NamedCall): Verdict =>
          isPermitted(entry, state.who, h.cast.users) ? (isLet(entry) ? 'let' : 'kept') : 'not permitted'
        const ours = group.filter(({ call }) => !isViewed(state) || call.inView !== 'refused')
        return turnsOf(ours.map((entry) => ({ entry, verdict: verdictOf(entry) })))
      })
      for (const { entry, verdict } of asked) {
        const { status, body } = await h.call(host, entry.id, inputOf(entry, state), { token })
        const isLet = verdict === 'let'
        answers.set(`${entry.id} ${verdict}`, timesOf(entry, verdict) + 1)
        if (verdict === 'kept' && refusalForModule(permissionsOf(viewer), entry.call) === null) byPages.add(entry.id)
        seen[isLet ? 'let' : 'refused']++
        expect([entry.id, status === 403, status === 403 && body.message], JSON.stringify(viewer)).toEqual([
          entry.id,
          !isLet,
          status === 403 && expect.not.stringContaining('reach this account'),
        ])
      }
    },
  )

  it('met both answers often, and asked every call', () => {
    expect(seen.let).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(50)
    const decided = guarded.filter((entry) => timesOf(entry, 'let') + timesOf(entry, 'kept') > 0)
    expect(decided.map(({ id }) => id)).toEqual(guarded.map(({ id }) => id))
  })

  it('let every call through at least once, so that a guard that always refuses one is noticed', () => {
    const neverLet = guarded.filter((entry) => timesOf(entry, 'let') === 0)
    expect(neverLet.map(({ id }) => id)).toEqual([])
  })

  it.each(narrowed)(
    'keeps $who from a call by its pages without its module, and by its module without its pages',
    async (state) => {
      const token = await bringAbout(state)
      const viewer = await browserViewer(h, state.who, { token })
      for (const entry of guarded) {
        if (!isPermitted(entry, state.who, h.cast.users)) continue
        const { id, call } = entry
        const ask = async () => {
          const { status, body } = await h.call(state.who, id, inputOf(entry, state), { token })
          return [id, status === 403 && body.message]
        }
        // What belongs to no module is refused by none: what is left is the pages. Whom they let in, a handler may still refuse.
        const isOpen = opensOne(viewer, call.pages ?? [])
        const said = await without(call, { can: 'signed-in' }, ask)
        expect(said).toEqual([id, isOpen ? said[1] !== NO_PAGE && said[1] : NO_PAGE])
        if (!isOpen) byPages.add(id)
        const narrowedBy = refusalForModule(permissionsOf(viewer), call)
        expect(await without(call, { pages: undefined }, ask)).toEqual([id, narrowedBy ?? false])
      }
    },
  )

  it('kept somebody from every call by its pages alone, so that what its module refuses hides no page', () => {
    const neverByPages = guarded.filter(({ id }) => !byPages.has(id))
    expect(neverByPages.map(({ id }) => id).sort()).toEqual(Object.keys(keptByNoPage).sort())
  })

  it('kept somebody who may make it from every call at least once, so that a guard that never refuses one is noticed', () => {
    const neverKept = guarded.filter((entry) => timesOf(entry, 'kept') === 0)
    expect(neverKept.map(({ id }) => id).sort()).toEqual(Object.keys(keptFromNobody).sort())
  })
})
