import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { judgeToken } from '../../domain/security/one-time.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { handle } from '../../kit/handle.ts'
import { couldAskNow } from '../../kit/ticket-holder.ts'

/** Long enough for a browser to follow at once, and no longer. */
const FOLLOW_SECONDS = 15

export default handle(contracts.session.openDocument, async (context) => {
  const { db, files, input, tenant, request, now } = context
  const at = now()
  const { token } = await judgeToken(db, input.ticket, { kinds: ['document'], tenantId: tenant.id, now: at })
  if (!token) await slowGuessing(context, request)
  const { holder, subject = '' } = token ?? {}
  const isTheirs = holder && (await couldAskNow(context, contracts.session.documentAccess, holder))
  const file = isTheirs && (await db.protectedFile.find(holder.companyId, subject))
  if (!token || !file || !(await db.token.use(token.hash, at))) throw notFound('document')
  return { location: await files.downloadUrl(file.fileKey, file.fileName, FOLLOW_SECONDS) }
})
