// The end of all connections of a company that was deleted: tools are told that what it allowed is taken back, and its keys are
// forgotten. An agency's clients end with it, and their connections too. Domains of its own go as well, where a worker crashed before.
import type { JobMessage } from '#shared/jobs.ts'
import type { NodeTag } from '#shared/model/node.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { leaveAllDomains } from '../domains/custom.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { leftGrants } from './grants.ts'
import { removeMenu } from './menu.ts'
import { endSignIn, forgetUntold, tellEnd } from './oauth.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'sealer' | 'tools' | 'queues' | 'now' | 'report'>
type Run = JobMessage<'endConnections'>

/** Each client bears one of these. */
const marks = ['campaign_active', 'campaign_inactive', 'campaign_none'] as const satisfies NodeTag[]

/** False where the tool could not be told: it is asked again, and what lets us in is kept for that. */
async function endConnection(deps: Deps, connection: ToolConnection): Promise<boolean> {
  const { db } = deps
  const { companyId, slug } = connection
  const menu = slug === 'gohighlevelv2' ? await db.toolMenu.find({ companyId, slug }) : undefined
  // First: without the tokens it could not be taken away any more.
  if (menu) await removeMenu(deps, menu, { anyway: true })
  if (!(await endSignIn(deps, connection))) return false
  await db.tool.disconnect(connection)
  return true
}

/** Answers which tools could not be told. */
async function endAll(deps: Deps, companyId: string): Promise<string[]> {
  const left: string[] = []
  for (const connection of await deps.db.tool.list(companyId))
    if (!(await endConnection(deps, connection))) left.push(`${connection.slug} of ${companyId}`)
  return left
}

/** The companies of a run, and the run that goes on after them. Undefined while the company is there. */
async function read({ db }: Deps, { companyId, below }: Run) {
  const company = await db.company.find(companyId)
  if (!company || company.deletedAt === null) return undefined
  if (!below) {
    const clients = company.kind === 'agency' ? marks.map((tag) => ({ companyId, below: { tag, after: null } })) : []
    return { companyIds: [companyId], next: clients }
  }
  const { tag, after } = below
  const { companyIds, next } = await db.node.markedPage({ parentId: companyId, kind: 'client', tag }, after)
  return { companyIds, next: next ? [{ companyId, below: { tag, after: next } }] : [] }
}

const goOn = async ({ queues }: Deps, runs: Run[]): Promise<void> => {
  for (const run of runs) await queues.send('endConnections', run)
}

/** Takes back what sign-ins left that ended in the middle. False where the tool could not be told, and is to be told again. */
async function endGrants(deps: Deps, named: Pick<ToolConnection, 'companyId' | 'slug'>): Promise<boolean> {
  const { db } = deps
  const [grants, current] = await Promise.all([leftGrants(deps, named), db.tool.findAny(named)])
  let isTold = true
  for (const grant of grants) {
    const isUsed = grant.revision === current?.revision
    if (isUsed || (await endSignIn(deps, grant))) await db.tool.dropGrant(grant)
    else isTold = false
  }
  return isTold
}

/** Of a tool that people disconnected or connected anew, where the worker that did it crashed or the tool did not answer. */
async function endUntold(deps: Deps, { companyId, untold: slug }: Run): Promise<string | undefined> {
  if (!slug) return undefined
  const ended = await deps.db.tool.findUntold({ companyId, slug })
  const areTold = await endGrants(deps, { companyId, slug })
  const isTold = !ended || (await tellEnd(deps, ended))
  if (!areTold || !isTold) throw new Error(`Could not be told that it is over: ${slug} of ${companyId}`)
  return ended ? 'told' : 'its tool was told'
}

/** May be done again. Throws while a tool cannot be told, for the queue to try again. Answers one sentence for the log. */
export async function endConnections(deps: Deps, run: Run): Promise<string> {
  const told = await endUntold(deps, run)
  if (told !== undefined) return told
  const found = await read(deps, run)
  if (!found) return 'the company is there'
  if (!run.below) await leaveAllDomains(deps, run.companyId)
  const left = (await mapConcurrent(found.companyIds, (id) => endAll(deps, id))).flat()
  if (left.length > 0) throw new Error(`Could not be told that it is over: ${left.join(', ')}`)
  await goOn(deps, found.next)
  return `${found.companyIds.length} companies ended`
}

/** After the last try: what lets us in is forgotten although the tool does not know. */
export async function forgetConnections(deps: Deps, run: Run): Promise<void> {
  const { db, report } = deps
  if (run.untold) {
    const place = { companyId: run.companyId, slug: run.untold }
    const [ended, grants] = await Promise.all([db.tool.findUntold(place), leftGrants(deps, place)])
    for (const grant of grants) await db.tool.dropGrant(grant)
    if (ended) await forgetUntold(deps, ended)
    if (!ended && grants.length === 0) return
    report(`${run.untold} does not know that ${run.companyId} ended it`, new Error('It could not be told.'))
    return
  }
  const found = await read(deps, run)
  for (const id of found?.companyIds ?? [])
    for (const connection of await db.tool.list(id)) {
      await db.tool.disconnect(connection)
      report(`${connection.slug} does not know that ${id} is deleted`, new Error('It could not be told.'))
    }
  await goOn(deps, found?.next ?? [])
}
