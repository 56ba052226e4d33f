// An agency's own mail server as the wire names it.
import type { SmtpServer as ServerWire, SmtpView as ViewWire } from '#shared/contracts/settings/fields.ts'
import type { SmtpServer, SmtpView } from '#shared/model/smtp.ts'
import { present } from '#shared/present.ts'
import type { Db } from '../../data/index.ts'

type Given = { [Name in keyof ServerWire]?: ServerWire[Name] | undefined }

export const readSmtp = ({ fromaddress, ...server }: ServerWire): SmtpServer => ({
  ...server,
  fromAddress: fromaddress,
})

/** Of which something is said. */
export const readSmtpChange = ({ fromaddress, ...server }: Given): { [Name in keyof SmtpServer]?: SmtpServer[Name] } =>
  present({ ...server, fromAddress: fromaddress })

export const toSmtpWire = ({ fromAddress, ...server }: SmtpServer): ServerWire => ({
  ...server,
  fromaddress: fromAddress,
})

export const toSmtpViewWire = ({ state, failure, failedAt, whyNot, ...server }: SmtpView): ViewWire => ({
  ...toSmtpWire(server),
  state,
  failure,
  failedat: failedAt,
  whynot: whyNot,
})

/** For the audit log: everything but the password, of which it says only whether there is one. */
export async function smtpFacts(db: Db, companyId: string) {
  const kept = await db.setting.findSmtp(companyId)
  if (!kept) return { server: 'of the platform' }
  const { sealedPassword, host, fromAddress, ...server } = kept
  return { server: host, ...server, fromaddress: fromAddress, signs_in: sealedPassword !== '' }
}
