// Leads that wait for a company to connect a tool again: each is sent as soon as it is.
import type { Delivery, Destination } from '#shared/model/delivery.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { DeliveryDeps } from './adapter.ts'
import { toMessage } from './message.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'queues' | 'now'>
type Tool = Pick<Destination, 'companyId' | 'kind'>
const PAGE = 200

export async function isConnected({ db }: Pick<Deps, 'db'>, { companyId, kind }: Tool): Promise<boolean> {
  if (kind === 'webhook') return true
  const connection = await db.tool.find({ companyId, slug: kind })
  return connection !== undefined && connection.lostAt === 0
}

/** Longer than a call may take that connects. */
const RELEASED_SECONDS = 60

/** Before a connection is written, and kept back: of a call that crashes right after it no lead waits on for the rest of its day. */
export const releaseLater = (
  { queues }: Pick<Deps, 'queues'>,
  { companyId, slug: kind }: Pick<ToolConnection, 'companyId' | 'slug'>,
): Promise<void> => queues.send('releaseDeliveries', { companyId, kind }, { delaySeconds: RELEASED_SECONDS })

/** False when somebody else saw to it before. */
export async function releaseOne({ db, queues, now }: Deps, held: Delivery): Promise<boolean> {
  if (!(await db.delivery.release(held, now()))) return false
  await queues.send('deliverLead', toMessage(held))
  return true
}

const always = () => true

/**
 * Answers how many began anew, and whether those are all. Asked again, it goes on where it was; a message that is lost is sent by the
 * timetable. Page behind page: the index may be behind, and show those of the first again when it is asked anew.
 */
export async function releaseHeld(
  deps: Deps,
  tool: Tool,
  hasTime: () => boolean = always,
): Promise<{ released: number; isDone: boolean }> {
  let released = 0
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof deps.db.delivery.listHeld>> = await deps.db.delivery.listHeld(
      tool,
      PAGE,
      after,
    )
    const begun = await mapConcurrent(page.deliveries, (held) => releaseOne(deps, held))
    released += begun.filter(Boolean).length
    after = page.cursor
  } while (after !== null && hasTime())
  return { released, isDone: after === null }
}
