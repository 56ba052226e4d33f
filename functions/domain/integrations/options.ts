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
import type { DeliveryDeps } from './adapter.ts'
import { openCredentials } from './credentials.ts'
import { maySee, servingOf } from './serving.ts'

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

async function connectionFor(
  { db }: Pick<Deps, 'db'>,
  { actor, company, campaignNamed, slug }: Asked,
): Promise<ToolConnection | undefined> {
  if (campaignNamed === 'all') return db.tool.find({ companyId: company.id, slug })
  const place = await db.campaign.locate(campaignNamed)
  const campaign = place?.companyId === company.id ? await db.campaign.find(company.id, place.id) : undefined
  if (!campaign) throw notFound('campaign')
  const serving = (await servingOf(db, campaign)).find((one) => one.slug === slug)
  return serving && maySee(actor.role, serving.isOfAgency) ? serving.connection : undefined
}

/** Throws `conflict` with words for people where the tool does not answer. */
export async function askOptions(deps: Deps, connection: ToolConnection, choice: string, values: ChosenValues = {}) {
  const { slug } = connection
  if (!isAdapted(slug)) return []
  try {
    const adapter = await deps.tools.adapter(slug)
    return await adapter.lookUp(await openCredentials(deps.sealer, connection), choice, values)
  } catch (error) {
    if (error instanceof ToolFault) throw conflict(`${tools[slug].name} did not answer: ${error.message}`)
    throw error
  }
}

export async function optionsOf(deps: Deps, asked: Asked): Promise<Option[]> {
  await countQuestion(deps, asked.actor)
  const connection = await connectionFor(deps, asked)
  if (!connection) throw conflict(messages.toolGone)
  return askOptions(deps, connection, asked.choice, asked.values)
}
