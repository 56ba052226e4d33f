// What a company typed to connect a tool: sealed together in one box, which is bound to the company and the tool.
import * as z from 'zod'
import { maskSecret, type Tool } from '#shared/integrations/tools.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { Credentials } from '../../gateways/integrations/tool.ts'
import type { Sealer } from '../../gateways/seal.ts'

const Secrets = z.record(z.string(), z.string())
type Place = Pick<ToolConnection, 'companyId' | 'slug'>
type Kept = Pick<ToolConnection, 'settings' | 'masks' | 'sealed'>

const ownerOf = ({ companyId, slug }: Place) => `${companyId}#${slug}`

/** Secrets apart from the rest, as the row holds them. `typed` has a value for each field. */
export async function sealCredentials(
  sealer: Pick<Sealer, 'seal'>,
  place: Place,
  { fields }: Pick<Tool, 'fields'>,
  typed: Credentials,
): Promise<Kept> {
  const of = (isSecret: boolean) =>
    fields.filter((field) => field.isSecret === isSecret).map(({ name }) => [name, typed[name] ?? ''] as const)
  const secrets = of(true)
  return {
    settings: Object.fromEntries(of(false)),
    masks: Object.fromEntries(secrets.map(([name, secret]) => [name, maskSecret(secret)])),
    sealed: await sealSecrets(sealer, place, Object.fromEntries(secrets)),
  }
}

/** All secrets of a connection in its box. */
export const sealSecrets = (sealer: Pick<Sealer, 'seal'>, place: Place, secrets: Credentials): Promise<string> =>
  sealer.seal(JSON.stringify(secrets), ownerOf(place))

export async function openCredentials(
  sealer: Pick<Sealer, 'unseal'>,
  connection: Place & Pick<Kept, 'settings' | 'sealed'>,
): Promise<Credentials> {
  const box = await sealer.unseal(connection.sealed, ownerOf(connection))
  return { ...connection.settings, ...Secrets.parse(JSON.parse(box)) }
}
