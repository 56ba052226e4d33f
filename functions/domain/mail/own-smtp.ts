// An agency's own mail server: kept with a sealed password that nobody is ever told, and what is known of how it does.
import { invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { KEPT_PASSWORD, noSmtp, type SmtpServer, type SmtpView, senderOf } from '#shared/model/smtp.ts'
import type { Db } from '../../data/index.ts'
import type { Saved } from '../../data/settings/setting.ts'
import type { Sealer } from '../../gateways/seal.ts'

type Deps = { db: Db; sealer: Pick<Sealer, 'seal' | 'unseal'> }

/** The server with its password, ready to be used; undefined where the agency has none. */
export async function findOwnSmtp({ db, sealer }: Deps, companyId: string): Promise<SmtpServer | undefined> {
  const kept = await db.setting.findSmtp(companyId)
  if (!kept) return undefined
  const { sealedPassword, ...server } = kept
  return { ...server, password: sealedPassword && (await sealer.unseal(sealedPassword, companyId)) }
}

export async function viewSmtp({ db }: Pick<Deps, 'db'>, companyId: string): Promise<Omit<SmtpView, 'whyNot'>> {
  const kept = await db.setting.findSmtp(companyId)
  if (!kept) return { ...noSmtp, state: 'off', failure: '', failedAt: '' }
  const { sealedPassword, ...server } = kept
  const failed = await db.setting.findSmtpFailure(companyId)
  return {
    ...server,
    password: sealedPassword ? KEPT_PASSWORD : '',
    state: failed ? 'failing' : 'active',
    failure: failed?.reason ?? '',
    failedAt: failed ? new Date(failed.at).toISOString() : '',
  }
}

/** What was typed, with the kept password where it was left alone. A kept one goes to no other server than its own. */
export async function completeSmtp(deps: Deps, companyId: string, typed: SmtpServer): Promise<SmtpServer> {
  if (typed.password !== KEPT_PASSWORD) return typed
  const kept = await findOwnSmtp(deps, companyId)
  if (kept && (kept.host !== typed.host || kept.username !== typed.username))
    throw invalid({ password: 'Enter the password once more: the server or the user name is another one.' })
  return { ...typed, password: kept?.password ?? '' }
}

export function checkSmtp(server: SmtpServer): void {
  if (server.username && !server.password) throw invalid({ password: 'Enter the password of this user.' })
  if (!senderOf(server)) throw invalid({ fromAddress: 'Enter the address that mails shall come from.' })
}

/** Without a host the platform sends again. Anything that was known of failures is forgotten: this may be the mend. */
export async function saveSmtp(deps: Deps, company: Pick<Company, 'id'>, typed: SmtpServer, saved: Saved) {
  const { db, sealer } = deps
  if (!typed.host) return db.setting.forgetSmtp(company.id)
  const { password, ...server } = await completeSmtp(deps, company.id, typed)
  checkSmtp({ ...server, password })
  const sealedPassword = password && (await sealer.seal(password, company.id))
  await db.setting.saveSmtp(company.id, { ...server, sealedPassword }, saved)
}
