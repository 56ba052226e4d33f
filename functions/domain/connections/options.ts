// What a tool has to choose from, asked of the tool itself.

import { HOUR } from '#shared/dates.ts'
import { conflict, notFound, tooMany } from '#shared/errors.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { type ChosenValues, tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { isAdapted } from '../../gateways/integrations/index.ts'
import { type Option, ToolFault } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { waitForPace } from '../integrations/pace.ts'
import { describeFault } from './describe-fault.ts'
import { withTokens } from './oauth.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'sealer' | 'tools' | 'now'>
type Asked = {
  actor: UserActor
  company: Company
  campaignNamed: string
  slug: ToolSlug
  choice: string
  values?: ChosenValues
}

/** Each question goes to somebody else's server, on a company's own quota there. */
const MOST_AN_HOUR = 300

export async function countQuestion({ db, now }: Pick<Deps, 'db' | 'now'>, { userId }: UserActor): Promise<void> {
  if ((await db.guard.count('tool-options', userId, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('You looked many things up in an hour. Please wait a little.', HOUR / 1000)
}

/** Of the company that is named: nobody is shown what another one keeps in its tool. */
async function connectionFor(
  { db }: Pick<Deps, 'db'>,
  { company, campaignNamed, slug }: Asked,
): Promise<ToolConnection | undefined> {
  const connection = db.tool.find({ companyId: company.id, slug })
  if (campaignNamed === 'all') return connection
  const [place, found] = await Promise.all([db.campaign.locate(campaignNamed), connection])
  if (!place) throw notFound('campaign')
  if (place.companyId === company.id) return found
  // An agency's own tool may serve the campaigns of its clients.
  const client = await db.company.find(place.companyId)
  if (client?.parentId !== company.id) throw notFound('campaign')
  return found
}

/** Throws `conflict` with words for people where the tool does not answer. */
export async function askOptions(deps: Deps, connection: ToolConnection, choice: string, values: ChosenValues = {}) {
  const { slug } = connection
  if (!isAdapted(slug)) return []
  try {
    const adapter = await deps.tools.adapter(slug)
    // What a tool counts for all of our tenants together is counted here too: leads would wait for it.
    const pace = adapter.pace?.of === 'platform' ? adapter.pace : undefined
    if ((await waitForPace(deps, connection, pace)) > deps.now())
      throw conflict(`${tools[slug].name} is asked too much at this moment. Please try again.`)
    return await withTokens(deps, connection, (credentials) => adapter.lookUp(credentials, choice, values))
  } catch (error) {
    throw error instanceof ToolFault ? conflict(describeFault(tools[slug].name, error)) : error
  }
}

export async function optionsOf(deps: Deps, asked: Asked): Promise<Option[]> {
  await countQuestion(deps, asked.actor)
  const connection = await connectionFor(deps, asked)
  if (!connection) throw conflict(messages.toolGone)
  return askOptions(deps, connection, asked.choice, asked.values)
}
