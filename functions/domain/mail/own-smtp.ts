// An agency's own mail server: kept with a sealed password that nobody is ever told, and what is known of how it does.
import { invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { KEPT_PASSWORD, noSmtp, type SmtpServer, type SmtpView, senderOf } from '#shared/model/smtp.ts'
import { present } from '#shared/present.ts'
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

type Given = { [Name in keyof SmtpServer]?: SmtpServer[Name] | undefined }
type Kept = Awaited<ReturnType<Db['setting']['findSmtp']>>

/**
 * What was typed over what is kept, with the kept password where it was left alone. A kept one goes to no other server than its own,
 * and a typed one only to the server that was typed with it.
 */
async function over(
  { sealer }: Pick<Deps, 'sealer'>,
  companyId: string,
  kept: Kept,
  typed: Given,
): Promise<SmtpServer> {
  const { sealedPassword = '', ...before } = kept ?? { ...noSmtp, sealedPassword: '' }
  const server: SmtpServer = { ...before, password: KEPT_PASSWORD, ...present(typed) }
  if (!server.host) throw invalid({ host: 'Enter the name of a server, such as smtp.example.com.' })
  if (server.password !== KEPT_PASSWORD) {
    if (typed.host !== undefined && typed.username !== undefined) return server
    throw invalid({ password: 'Send the server and the user name with a new password.' })
  }
  if (kept && (kept.host !== server.host || kept.username !== server.username))
    throw invalid({ password: 'Enter the password once more: the server or the user name is another one.' })
  return { ...server, password: sealedPassword && (await sealer.unseal(sealedPassword, companyId)) }
}

/** A server as it was typed, ready to be tried. */
export const completeSmtp = async (deps: Deps, companyId: string, typed: SmtpServer): Promise<SmtpServer> =>
  typed.password === KEPT_PASSWORD ? over(deps, companyId, await deps.db.setting.findSmtp(companyId), typed) : typed

export function checkSmtp(server: SmtpServer): void {
  if (server.username && !server.password) throw invalid({ password: 'Enter the password of this user.' })
  if (!senderOf(server)) throw invalid({ fromAddress: 'Enter the address that mails shall come from.' })
}

/** Without a host the platform sends again. What is left out stays as it is. */
export async function saveSmtp(deps: Deps, company: Pick<Company, 'id'>, typed: Given, saved: Saved): Promise<void> {
  const { db, sealer } = deps
  if (typed.host === '') return db.setting.forgetSmtp(company.id)
  await db.setting.changeSmtp(
    company.id,
    async (kept) => {
      const whole = await over(deps, company.id, kept, typed)
      checkSmtp(whole)
      const { password, ...server } = whole
      return { ...server, sealedPassword: password && (await sealer.seal(password, company.id)) }
    },
    saved,
  )
}
