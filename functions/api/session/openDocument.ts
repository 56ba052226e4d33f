import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { judgeToken } from '../../domain/security/one-time.ts'
import { slowGuessing } from '../../identity/wrong-tokens.ts'
import { handle } from '../../kit/handle.ts'

/** Long enough for a browser to follow at once, and no longer. */
const FOLLOW_SECONDS = 15

export default handle(contracts.session.openDocument, async (context) => {
  const { db, files, input, tenant, request, now } = context
  const at = now()
  const { token } = await judgeToken(db, input.ticket, { kinds: ['document'], tenantId: tenant.id, now: at })
  if (!token) await slowGuessing(context, request)
  const user = token && (await db.user.find(token.userId))
  const file = user?.status === 'active' && (await db.protectedFile.find(user.companyId, token?.subject ?? ''))
  if (!token || !file || !(await db.token.use(token.hash, at))) throw notFound('document')
  return { location: await files.downloadUrl(file.fileKey, file.fileName, FOLLOW_SECONDS) }
})
