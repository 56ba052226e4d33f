// Keys that outlive what their maker may do. A key is its company's: programs go on when somebody leaves, and who changes the person
// is told which keys know a secret that they saw.
import { keysBeyond } from '#shared/access/program-keys.ts'
import { permissionsOfUser } from '#shared/access/viewer-of.ts'
import type { ApiKey } from '#shared/model/api-key.ts'
import type { Company } from '#shared/model/company.ts'
import type { Role } from '#shared/model/role.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { makerOf } from './keys.ts'

type Deps = { db: Pick<Db, 'apiKey'> }

const say = (keys: readonly ApiKey[], what: string): string =>
  keys.length === 0
    ? ''
    : ` API keys that they made ${what}: ${keys.map(({ name }) => name).join(', ')}. Replace their secrets or remove them under Developer.`

const keysOf = async ({ db }: Deps, company: Company): Promise<ApiKey[]> =>
  company.hasApiKey ? db.apiKey.list(company.id) : []

/** Of somebody who is removed: all that they made. Empty where there is none. */
export async function sayKeysOf(deps: Deps, company: Company, user: Pick<User, 'id'>): Promise<string> {
  const keys = await keysOf(deps, company)
  return say(
    keys.filter(({ createdBy }) => createdBy === user.id),
    'go on working',
  )
}

/** Of somebody who may do less from now on: those that do more than they may. */
export async function sayKeysBeyond(deps: Deps, company: Company, user: User, roles: readonly Role[]): Promise<string> {
  const maker = makerOf({ actor: { role: 'agency' }, me: user, permissions: permissionsOfUser(user, roles) })
  return say(keysBeyond(maker, await keysOf(deps, company)), 'may do more than they may themselves')
}
