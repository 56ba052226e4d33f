// What every call must do no matter what it is for: exist, refuse whom it must, and be describable.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isAll, portionOf } from '#bin/portion.ts'
import { roleOf } from '#shared/access/role-of.ts'
import { allCalls, areas, type CallName, findCall, type NamedCall, routeKeyOf } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi/calls.ts'
import { programsOf } from './functions/developer/stage.ts'
import type { Member } from './support/cast.ts'
import { browserViewer, opensOne } from './support/guard-verdict.ts'
import { harness } from './support/harness.ts'
import { isPermitted as isPermittedOf } from './support/permitted.ts'
import { samples } from './support/samples.ts'

const h = await harness()
// What keys are for is refused to everybody before it is opened.
for (const agency of [h.cast.northlight, h.cast.copper]) await programsOf(h).open(agency)
const members = Object.keys(h.cast.users) as Member[]
const handlersDir = join(dirname(dirname(fileURLToPath(import.meta.url))), 'functions', 'api')
const filesIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .sort()

const inputOf = (id: CallName, who: Member) => samples[id](h.cast, who) as never
const isPublic = ({ call }: NamedCall) => call.can === 'anyone'
const isPermitted = (entry: NamedCall, who: Member) => isPermittedOf(entry, who, h.cast.users)
/** Calls that the permission table leaves to more people than those who may do what their sample asks. */
const narrowed: Partial<Record<CallName, (who: Member) => boolean>> = {
  'settings.testSmtp': (who) => h.cast.users[who].isDefaultAdmin,
  // Where links in mails lead: operators and default administrators.
  'domains.save': (who) => roleOf(h.cast.users[who]) === 'root' || h.cast.users[who].isDefaultAdmin,
  'domains.moveHost': (who) => roleOf(h.cast.users[who]) === 'root' || h.cast.users[who].isDefaultAdmin,
  // The sample is about a client, who is no colleague of theirs.
  'security.unlock': (who) => roleOf(h.cast.users[who]) === 'root',
}
/** Somebody who may make a call, somebody who may not, and a portion of the others, who differ from call to call. */
function askersOf(entry: NamedCall, at: number): Member[] {
  const first = at % members.length
  const turned = [...members.slice(first), ...members.slice(0, first)]
  const both = [true, false].flatMap((may) => turned.find((who) => isPermitted(entry, who) === may) ?? [])
  return [...new Set([...both, ...portionOf(turned).slice(isAll ? 0 : -1)])]
}
const isWideEnough = ({ id }: NamedCall, who: Member) => narrowed[id]?.(who) ?? true
const viewers = new Map<Member, ReturnType<typeof browserViewer>>()
/** What somebody's browser knows, until something is changed. */
function viewerOf(who: Member) {
  const viewer = viewers.get(who) ?? browserViewer(h, who)
  viewers.set(who, viewer)
  return viewer
}
/** Permission, and for calls that belong to pages what the guard of the screens says. */
const mayUse = async (entry: NamedCall, who: Member) =>
  isPermitted(entry, who) &&
  isWideEnough(entry, who) &&
  (!entry.call.pages || opensOne(await viewerOf(who), entry.call.pages))

describe('every call', () => {
  it.each(areas)('%s: each call has its handler file, and no file is without a call', (area) => {
    const names = allCalls
      .filter((entry) => entry.area === area)
      .map((entry) => entry.name)
      .sort()
    expect(filesIn(join(handlersDir, area))).toEqual(names)
  })

  it.each(allCalls.map((entry) => entry.id))('%s: the handler serves this very contract', async (id) => {
    const [area, name] = id.split('.')
    const { default: handler } = await import(`../functions/api/${area}/${name}.ts`)
    expect(handler.contract).toBe(findCall(id))
  })

  it('has a route of its own', () => {
    const keys = allCalls.map((entry) => routeKeyOf(entry.call).replace(/\{\w+\}/g, '{}'))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('can be documented, with its permission', () => {
    const document = toOpenApi(allCalls)
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
      operationId: string
      'x-permission': string
    }[]
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(
      allCalls.map((entry) => entry.id).sort(),
    )
    for (const operation of operations)
      expect(operation['x-permission']).toBe(findCall(operation.operationId as CallName).can)
  })

  it('marks what names a company or a user, so that serve can check the tree', () => {
    const unmarked = allCalls.filter(({ call }) => {
      const shape = (call.input as unknown as { shape?: Record<string, unknown> }).shape ?? {}
      const naming = Object.keys(shape).filter((field) => /^(client)?company_?id$|^paramID$/i.test(field))
      return call.can !== 'anyone' && naming.some((field) => field !== call.company && field !== call.allOf)
    })
    expect(unmarked.map((entry) => entry.id)).toEqual([])
  })
})

const closed = allCalls.filter((entry) => !isPublic(entry)).map((entry, at) => ({ ...entry, at }))

describe.each(closed)('$id', ({ at, ...entry }) => {
  it('answers 401 to nobody and to a broken token', async () => {
    const nobody = await h.call(null, entry.id, inputOf(entry.id, 'cleo'))
    expect([nobody.status, nobody.body.result]).toEqual([401, 'failed'])
    const broken = await h.call(null, entry.id, inputOf(entry.id, 'cleo'), { token: 'a.b.c' })
    expect(broken.status).toBe(401)
  })

  it('answers 401 to a token of another tenant', async () => {
    const token = await h.tokenOf('carl')
    const { status } = await h.call(null, entry.id, inputOf(entry.id, 'carl'), { token, host: h.cast.hosts.northlight })
    expect(status).toBe(401)
  })

  it.each(askersOf(entry, at))('%s: expects exactly what the permission table says', async (who) => {
    const { status } = await h.call(who, entry.id, inputOf(entry.id, who))
    if (entry.call.method !== 'GET' && status < 300) viewers.clear()
    if (await mayUse(entry, who)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(403)
    expect(status).toBeLessThan(500)
    if (entry.id === 'session.logout' || entry.id === 'session.endAll') h.forgetTokens()
  })
})
