// One request, the same way for every call: tenant, body, actor, permission, tree, input, handler, answer.
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda'
import { betaOf } from '#shared/access/beta.ts'
import { can } from '#shared/access/can.ts'
import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { mayHaveRole, refusalForModule, refusalForOthers } from '#shared/access/modules.ts'
import type { RouteId } from '#shared/access/routes.ts'
import { refusalForPages } from '#shared/access/serves.ts'
import { servingCompany } from '#shared/access/setup.ts'
import { viewerOf } from '#shared/access/viewer-of.ts'
import type { Area, CallName } from '#shared/contracts/index.ts'
import { routeKeyOf } from '#shared/contracts/lib/area.ts'
import { type Call, companyFieldOf } from '#shared/contracts/lib/call.ts'
import { Id } from '#shared/contracts/lib/fields.ts'
import { AppError, badRequest, notFound, refused } from '#shared/errors.ts'
import type { Actor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import { headers as names } from '#shared/wire.ts'
import type { CampaignPlace } from '../data/campaigns/campaign.ts'
import { withAtHand } from '../data/lib/at-hand.ts'
import { b2bSeenBy } from '../data/settings/betas.ts'
import { withinCall } from '../gateways/time-left.ts'
import { anyone, type SignedIn, signedIn } from './actor.ts'
import { answer, failure, type Outcome } from './answer.ts'
import { type AuditDetails, tellAttempt, writeAudit, writeProgramAudit } from './audit-log.ts'
import { type RawRequest, readBody, takeBody } from './body.ts'
import { readCookies } from './browser-half.ts'
import { refuseInConstantTime } from './constant-time-refusal.ts'
import { requireFreshPassword } from './fresh-password.ts'
import type { Context, Handler } from './handle.ts'
import { newId } from './ids.ts'
import { gatherFields, parseInput } from './input.ts'
import { log } from './log.ts'
import { tenantMetrics } from './metrics.ts'
import { reachCampaign, reachCompany, reachUser } from './reach.ts'
import { readRequest } from './request.ts'
import { routerOf } from './route.ts'
import { owesSecondStep } from './second-step.ts'
import { services as openServices, type Services } from './services.ts'
import { findTenant } from './tenant.ts'
import type { Claims, ProgramClaims } from './tokens.ts'
import { inTrace, type Trace } from './trace.ts'

type Event = APIGatewayProxyEventV2
type Result = APIGatewayProxyStructuredResultV2
type Load = (name: string) => Promise<{ default: Handler<never> }>

/** `headers`: what every answer carries beside its own. */
type Asked = {
  headers?: Record<string, string>
  requestId: string
  started: number
  call: string
  who?: string
  /** Companies that numbers are kept of; none before anything was opened. */
  watched?: readonly string[]
  trace: Trace
}

/** The Lambda of an area: finds the contract by route, and runs its handler behind the checks. */
export function serve(area: Area, calls: Readonly<Record<string, Call>>, load: Load) {
  // The area's own contracts and no others: a function does not load what it cannot be asked for.
  const byRoute = new Map(
    Object.entries(calls).map(([name, call]) => {
      // @NOTE the names of an area's calls are those that CallName is made of; a test compares the two.
      const id = `${area}.${name}` as CallName
      return [routeKeyOf(call), { area, name, id, call }] as const
    }),
  )
  const toCall = routerOf(Object.values(calls))
  const known = new WeakMap<Event, Asked>()

  async function run(event: Event, lambda: LambdaContext, asked: Asked): Promise<Result> {
    const entry = byRoute.get(event.routeKey)
    if (!entry) throw notFound('address')
    asked.call = entry.id
    const services = await openServices()
    asked.watched = services.env.METRIC_TENANTS
    const { facts, raw } = readRequest(
      event,
      asked.requestId,
      await services.origin.accepted(event.headers[names.originVerify]),
    )
    const program = entry.call.can.startsWith('program:') ? raw.bearer : undefined
    const programClaims = program && services.verifier.verifyProgram(program, services.now())
    if (programClaims) return runProgram(services, entry, asked, { event, lambda, facts, raw, claims: programClaims })
    // Nothing is read from the table before the signature of a token holds.
    const claims =
      entry.call.can === 'anyone' || !raw.bearer ? undefined : services.verifier.verify(raw.bearer, services.now())
    const opened = claims && open(services, entry.call, event, raw)
    const reading = claims && opened && readIdentity(services, entry.call, claims, opened)
    const loading = load(entry.name)
    for (const begun of [opened, reading, loading]) begun?.catch(() => undefined)
    const tenant = await findTenant(services, facts.host, async (id) => {
      const read = (await reading)?.companies.find((company) => company.id === id)
      return read ?? services.db.company.find(id)
    })
    if (!tenant) throw new AppError('not_found', 'No site lives at this address.')
    asked.trace.tenant = tenant.id
    const identity = await reading
    const handler = (await loading).default
    const who = claims && identity && { ...signedIn(identity, claims, tenant, services.now()), place: identity.place }
    if (who) asked.who = who.actor.viewing ? `${who.actor.viewing.userId}>${who.actor.userId}` : who.actor.userId
    const { db, isChanged } = withAtHand(services.db, identity ?? { companies: [], users: [] })
    const own = { ...services, db, isChanged }
    const details: AuditDetails = {}
    const cookies = readCookies(event.cookies, event.headers[names.framed] === '1')
    let about: Subject | undefined
    let output: Outcome
    try {
      const { context, subject, wire } = await check(
        { ...services, db, cookies },
        entry.call,
        tenant,
        facts,
        who,
        details,
        () => opened ?? open(services, entry.call, event, raw),
        // @NOTE load() answers the handler of exactly this contract: one file per call, compared by a test.
        (handler as unknown as Handler).readAhead,
      )
      about = subject
      const run = async () => {
        // @NOTE load() answers the handler of exactly this contract: one file per call, compared by a test.
        const output = await (handler as unknown as Handler).run(context as never)
        if (who && subject) await writeAudit(own, entry, who, subject, facts, details)
        return output
      }
      const runCall = () => runHandler(services, entry.call, run, { context, wire, lambda })
      output = await (entry.call.refusesInConstantTime ? refuseInConstantTime(runCall) : runCall())
    } catch (error) {
      // Before anybody is known to be meant, a refusal is an attempt and a form that does not fit is none.
      const isAttempt = about || (error instanceof AppError && error.code === 'forbidden')
      if (who && isAttempt) await tellAttempt(services, entry, who, about ?? who, facts, error)
      throw error
    }
    const said = answer(entry.call, output, asked.requestId)
    return cookies.answer.length > 0 ? { ...said, cookies: cookies.answer } : said
  }

  async function runProgram(
    services: Services,
    entry: { name: string; call: Call },
    asked: Asked,
    { event, lambda, facts, raw, claims }: ProgramRequest,
  ): Promise<Result> {
    const { call } = entry
    // Most areas serve people alone.
    const { openProgram, reachForProgram, requireScope } = await import('./program.ts')
    const loading = load(entry.name)
    loading.catch(() => undefined)
    const tenant = await findTenant(services, facts.host)
    if (!tenant) throw new AppError('not_found', 'No site lives at this address.')
    asked.trace.tenant = tenant.id
    const program = await openProgram(services, claims, tenant, (headers) => Object.assign(asked, { headers }))
    asked.who = program.key.id
    requireScope(program, call)
    checkKey(call, facts.idempotencyKey)
    const { wire } = await open(services, call, event, raw)
    const input = parseInput(call, wire)
    const { db } = withAtHand(services.db, { companies: [program.agency], users: [] })
    const own = { ...services, db }
    const reached = await reachForProgram(own, call, wire, program)
    const details: AuditDetails = {}
    const tell = (more: AuditDetails) => void Object.assign(details, more)
    // @NOTE Context is a union over contracts; each part was put in by the same rule that its type is made by.
    const context = { ...own, input, tenant, request: facts, ...program, ...reached, tell } as unknown as Context
    const handler = (await loading).default
    const run = async () => {
      // @NOTE load() answers the handler of exactly this contract: one file per call, compared by a test.
      const output = await (handler as unknown as Handler).run(context as never)
      await writeProgramAudit(services, entry, { key: program.key, company: reached.company }, facts, details)
      return output
    }
    return answer(call, await runHandler(services, call, run, { context, wire, lambda }), asked.requestId)
  }

  const served = middy<Event, Result>()
    .use({
      before: ({ event }) => void known.set(event, begin(event)),
      after: ({ event, response }) => {
        const asked = known.get(event)
        if (response && asked?.headers) response.headers = { ...response.headers, ...asked.headers }
        note(asked, response?.statusCode ?? 200)
      },
      onError: (request) => {
        const asked = known.get(request.event) ?? begin(request.event)
        const { call } = byRoute.get(request.event.routeKey) ?? {}
        request.response = failure(request.error, asked.requestId, call, request.event.headers.authorization)
        request.response.headers = { ...request.response.headers, ...asked.headers }
        note(asked, request.response.statusCode ?? 500, request.error)
      },
    })
    .handler((event, lambda) => {
      const asked = known.get(event) ?? begin(event)
      return inTrace(asked.trace, () => withinCall(() => run(event, lambda, asked)))
    })
  return (event: Event, lambda: LambdaContext): Promise<Result> => served(toCall(event), lambda)
}

function begin(event: Event): Asked {
  const requestId = newId('request')
  return { requestId, started: performance.now(), call: event.routeKey, trace: { rid: requestId } }
}

/** A key is taken whole or not at all: two long ones that begin alike would count as one. */
function checkKey({ idempotent }: Call, key: string | undefined): void {
  if (!idempotent || (idempotent === 'optional' && key === undefined)) return
  if (!key) throw badRequest('This call needs an Idempotency-Key header.')
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw badRequest('The Idempotency-Key header must be 1 to 255 plain letters, digits and signs.')
}

type ProgramRequest = {
  event: Event
  lambda: LambdaContext
  facts: Context['request']
  raw: RawRequest
  claims: ProgramClaims
}

/** Under whose name the keys of repeated requests are kept. Who looks through somebody's eyes gets none of that person's answers. */
function nameOf(actor: Actor): string {
  if (actor.kind !== 'user') return actor.kind === 'apiKey' ? actor.keyId : 'anyone'
  return actor.viewing ? `${actor.viewing.userId}>${actor.userId}` : actor.userId
}

type Wire = Record<string, unknown>
/** What a request says. `taken` holds once it is known that nobody took the same body before. */
type Opened = { wire: Wire; taken: Promise<void> }

async function open(services: Services, call: Call, event: Event, raw: RawRequest): Promise<Opened> {
  const { fields, mark } = await gatherFields(call, event, () => readBody(services, call.body, raw))
  const taken = mark === undefined ? Promise.resolve() : takeBody(services, mark)
  taken.catch(() => undefined)
  return { wire: fields, taken }
}

const idAt = (wire: Wire, field: string | undefined): string[] => {
  const id = Id.safeParse(field === undefined ? undefined : wire[field])
  return id.success ? [id.data] : []
}

/** The rows that the token and the request name, in one read, and where the campaign lies. What they name is believed only once it is checked. */
async function readIdentity(services: Services, call: Call, claims: Claims, opened: Promise<Opened>) {
  const { wire } = await opened.catch(() => ({ wire: {} }))
  const { act } = claims
  const [name] = idAt(wire, call.campaign)
  const locating = name === undefined ? undefined : services.db.campaign.locate(name)
  const loading = services.db.identity.load({
    userId: claims.sub,
    companyId: claims.company,
    holderId: act?.sub ?? claims.sub,
    sessionId: act?.sid ?? claims.sid,
    ...(act && { viewId: act.view, holderCompanyId: act.company }),
    mayHaveRole: mayHaveRole(claims.userType),
    // Only system users look as somebody else, and every one of them is asked.
    mayOweSecondStep: services.env.SECOND_STEP === 'required' && (act !== undefined || claims.userType !== 'client'),
    aboveIds: [...(claims.agency ? [claims.agency] : []), claims.root],
    companyIds: idAt(wire, companyFieldOf(call, wire)),
    userIds: idAt(wire, call.user),
  })
  const [identity, place] = await Promise.all([loading, locating])
  return { ...identity, place }
}

async function check(
  services: Services & Pick<Context, 'cookies'>,
  call: Call,
  tenant: Company,
  facts: Context['request'],
  who: Who | undefined,
  details: AuditDetails,
  opening: () => Promise<Opened>,
  readAhead: Handler['readAhead'],
): Promise<{ context: Context; wire: Wire; subject?: Subject }> {
  if (call.can !== 'anyone' && !who) throw new AppError('unauthenticated', 'Please sign in.')
  if (who && call.can !== 'signed-in' && call.can !== 'anyone' && !can(who.actor, call.can)) throw refused()
  const narrowed = who && refusalForModule(who.permissions, call)
  if (narrowed) throw refused(narrowed)
  if (who?.actor.viewing && call.inView === 'refused') throw refused(NOT_IN_VIEW)
  if (who && !call.beforeSecondStep && (await owesSecondStep(services, who.holder ?? who.user, who.hasSecondStep)))
    throw refused('Set up the second step of your sign-in first.')
  if (who && call.pages) await checkPages(services, call.pages, tenant, who)
  checkKey(call, facts.idempotencyKey)
  const { wire, taken } = await opening()
  if (!who) {
    const contextOf = (input: unknown) =>
      ({ ...services, input, tenant, request: facts, actor: anyone, me: undefined }) as unknown as Context
    const early = readAhead && readEarly(() => contextOf(parseInput(call, wire)), readAhead)
    await taken
    return { context: early ?? contextOf(parseInput(call, wire)), wire }
  }
  await taken
  const input = parseInput(call, wire)
  const base = { ...services, input, tenant, request: facts }
  if (call.sensitive) requireFreshPassword({ ...services, actor: who.actor })
  const about = await reachCampaign(services, call, wire, who)
  const company = about?.company ?? (await reachCompany(services, call, wire, who))
  const person = await reachUser(services, call, wire, who)
  const isOther = call.can === 'signed-in' && person !== undefined && person.user.id !== who.user.id
  const kept = isOther ? refusalForOthers(who.permissions, call) : null
  if (kept) throw refused(kept)
  const tell = (more: AuditDetails) => void Object.assign(details, more)
  const { actor, user: me, permissions } = who
  const people = {
    actor,
    me,
    permissions,
    tell,
    company,
    ...(person && { user: person.user }),
    ...(about && { campaign: about.campaign }),
  }
  // @NOTE Context is a union over contracts; each part was put in by the same rule that its type is made by.
  const context = { ...base, ...people } as unknown as Context
  const field = companyFieldOf(call, wire)
  const named = about || (field !== undefined && wire[field] !== undefined)
  return { context, wire, subject: { company: named || !person ? company : person.company, user: person?.user } }
}

/** Begins what a handler reads first. A form that does not fit reads nothing, and is told so once its body is taken. */
function readEarly(make: () => Context, readAhead: NonNullable<Handler['readAhead']>): Context | undefined {
  try {
    const context = make()
    readAhead(context)
    return context
  } catch {
    return undefined
  }
}

type Who = SignedIn & { place: CampaignPlace | undefined }
/** What the call is about, for the audit log. */
type Subject = Parameters<typeof writeAudit>[3]

/** What the guard keeps from a person on the screen, the server keeps from them too. */
async function checkPages(services: Services, pages: readonly RouteId[], tenant: Company, who: Who): Promise<void> {
  const { user, company, holder, roles, permissions } = who
  const parent = company.parentId ? await services.db.company.find(company.parentId) : undefined
  const agency = servingCompany(company, parent)
  // @NOTE no call belongs to the wallet's page: its own calls ask whether somebody keeps it, and they alone may read it.
  const betas = {
    b2b: await b2bSeenBy(services.db, agency),
    dataWallet: { ...betaOf(await services.db.company.find(agency.rootId), 'dataWallet'), isKept: false },
  }
  const viewer = viewerOf({ user, company, parent, tenant, holder, inView: permissions, roles, betas })
  const why = refusalForPages(viewer, pages)
  if (why) throw refused(why)
}

async function runHandler(
  services: Services,
  call: Call,
  run: () => Promise<unknown>,
  { context, wire, lambda }: { context: Context; wire: Wire; lambda: LambdaContext },
): Promise<Outcome> {
  if (!call.idempotent || !context.request.idempotencyKey) return { answer: await run() }
  // Most calls may be repeated freely: its library is loaded by the first one that may not.
  const { runOnce } = await import('./idempotency.ts')
  return runOnce(
    services,
    lambda,
    {
      call: `${call.method} ${call.path}`,
      tenantId: context.tenant.id,
      userId: nameOf(context.actor),
      key: context.request.idempotencyKey,
      // As it was sent: what is made of it may differ in the next version, in which the same request is sent again.
      body: wire,
    },
    async () => {
      const output = await run()
      const { success: isFit, data } = call.output.safeParse(output)
      return isFit ? { answer: data, isFit } : { answer: output }
    },
  )
}

function note(asked: Asked | undefined, status: number, error?: unknown): void {
  if (!asked) return
  const ms = Math.round(performance.now() - asked.started)
  const { tenant } = asked.trace
  const fields = {
    rid: asked.requestId,
    call: asked.call,
    status,
    ms,
    who: asked.who,
    tenant,
    ...(error instanceof AppError && { code: error.code }),
  }
  const isFault = status >= 500
  const metrics = tenantMetrics('Calls', tenant, asked.watched ?? [], { ms, isFault })
  if (isFault) log.error('failed', fields, error, metrics)
  else log.info('done', fields, metrics)
}
