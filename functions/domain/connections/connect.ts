// A company connects with an outside tool by keys: they are tried before they are kept, and an earlier secret stays where nothing
// new is typed in its place.
import { invalid } from '#shared/errors.ts'
import { fieldFaults, type Tool } from '#shared/integrations/tools.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { isAdapted } from '../../gateways/integrations/index.ts'
import { type Credentials, ToolFault } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { releaseLater } from '../integrations/held.ts'
import { openCredentials, sealCredentials } from './credentials.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'sealer' | 'tools' | 'queues' | 'now'>

/**
 * Throws `invalid` by field, or, where the tool refuses the keys, for all of them. A secret is only kept for the settings that it
 * was typed with: else its holder could have it sent to another place by changing, say, a subdomain.
 */
export async function connectByKeys(
  deps: Deps,
  companyId: string,
  tool: Tool,
  typed: Credentials,
): Promise<ToolConnection> {
  const { db, sealer, tools, queues, now } = deps
  const { slug, fields } = tool
  if (tool.way !== 'keys' || !isAdapted(slug)) throw invalid({ integrationSlug: 'This tool is not connected by keys.' })
  const earlier = await db.tool.find({ companyId, slug })
  const settings = fields.filter(({ isSecret }) => !isSecret)
  const isSamePlace = settings.every(({ name }) => earlier?.settings[name] === typed[name]?.trim())
  const kept: Credentials = earlier && isSamePlace ? await openCredentials(sealer, earlier) : {}
  const faults = fieldFaults(tool, typed, Object.keys(kept))
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const credentials = Object.fromEntries(fields.map(({ name }) => [name, typed[name]?.trim() || (kept[name] ?? '')]))
  const adapter = await tools.adapter(slug)
  try {
    await adapter.check(credentials)
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error
    const [first] = fields.filter(({ isSecret }) => isSecret)
    throw invalid({ [first?.name ?? 'settings']: whyRefused(tool, error) })
  }
  // Leads arrive by such keys too: what is not seen is said, and is no reason to refuse them.
  const isUnseen = (await adapter.mayLook?.(credentials).catch(unlessUnknown)) === false
  const sealed = await sealCredentials(sealer, { companyId, slug }, tool, credentials)
  const at = now()
  await releaseLater({ queues }, { companyId, slug })
  const { connection } = await db.tool.connect({ companyId, slug, ...sealed, unseenSince: isUnseen ? at : 0 }, at)
  await queues.send('releaseDeliveries', { companyId, kind: slug })
  return connection
}

/** The first lead finds it out. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof ToolFault)) throw error
}

function whyRefused({ name }: Tool, { end, message }: ToolFault): string {
  if (end === 'retry')
    return `${name} could not be asked whether this is right. Please try again in a moment. (${message})`
  if (end === 'ours') return `${name} cannot be connected at present. We have been told.`
  return `${name} refused this: ${message}`
}
