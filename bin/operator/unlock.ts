import { parseArgs } from 'node:util'
import { findAccount } from '#functions/domain/tenancy/find-account.ts'
import { unlockUser } from '#functions/identity/unlock.ts'
import type { Services } from '#functions/kit/services.ts'
import { findTenant, toHost } from '#functions/kit/tenant.ts'

const usage = 'unlock <e-mail> --tenant <host> [--apply]'
const about = `For a person who lost their second step or was guessed at too often. Says who it is, and changes nothing; --apply turns the
second step off, forgets failed sign-ins and signs them out everywhere, and the person is told by mail. Be sure whom you talk to: ask
back by a way that you knew before.`

async function run(services: Services, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    options: { tenant: { type: 'string' }, apply: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [email] = positionals
  if (!email || !values.tenant) throw new Error(`Usage: npm run operator -- ${usage}`)
  const tenant = await findTenant(services, toHost(values.tenant))
  if (!tenant) throw new Error(`No site lives at ${values.tenant}.`)
  const { user } = await findAccount(services.db, tenant, email)
  if (!user) throw new Error(`Nobody logs in at ${values.tenant} as ${email}.`)
  if (!values.apply)
    return `${user.name} would be let in again, without a second step, and signed out everywhere. Nothing was changed; --apply does it.`
  const hadSecondFactor = await unlockUser(services, user)
  const off = hadSecondFactor ? 'Two-factor authentication is off, and failed' : 'Failed'
  return `${user.name} can log in again, and is signed out everywhere. ${off} sign-ins are forgotten; they were told by mail.`
}

/** Lets a person in again who lost their second step or was guessed at too often. */
export const unlock = { usage, about, run }
