// A tool was connected again: the leads that waited for it leave. A Google account gets the sheets of campaigns that run, and takes those
// that it has from readers who left meanwhile. So do all where somebody was removed. May be done again, and goes on where it was.
import type { JobMessage } from '#shared/jobs.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { isConnected, releaseHeld } from '../integrations/held.ts'
import { beginSheets } from '../sheets/begin.ts'
import { followLeft } from '../sheets/readers.ts'

type Deps = { db: Db; queues: Queues; now: () => number }

async function takeSheets(deps: Deps, companyId: string): Promise<string> {
  const company = await deps.db.company.find(companyId)
  const followed = company ? await followLeft(deps, await allCampaigns(deps.db, company)) : 0
  return `${followed} sheets follow their readers`
}

/** Answers one sentence for the log; undefined where time ended before it was done. */
export async function releaseTool(
  deps: Deps,
  message: JobMessage<'releaseDeliveries'>,
  hasTime: () => boolean,
): Promise<string | undefined> {
  const { db } = deps
  if (message.isForReaders) return takeSheets(deps, message.companyId)
  // It was about to be connected, and was not, or was lost again: who waits goes on waiting.
  if (!(await isConnected(deps, message))) return 'its tool is not connected'
  const { released, isDone } = await releaseHeld(deps, message, hasTime)
  if (!isDone) return undefined
  const company = message.kind === 'google_sheets' ? await db.company.find(message.companyId) : undefined
  if (!company) return `${released} deliveries begin anew`
  const campaigns = await allCampaigns(db, company)
  const running = campaigns.filter(({ status }) => status === 'active')
  const begun = await beginSheets(deps, running)
  const followed = await followLeft(deps, campaigns, company.id)
  return `${released} deliveries begin anew, ${begun} sheets are made, ${followed} follow their readers`
}
