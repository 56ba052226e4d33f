import { contracts } from '#shared/contracts/index.ts'
import { documentVariables } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.documents.list, async ({ db, actor, tenant, env, now }) => {
  const documents = await db.legalDocument.listLatest(actor.rootId)
  return {
    data: documents.map(({ name, title, version, text, createdAt }) => ({
      name,
      title,
      version,
      text,
      updated_at: new Date(createdAt).toISOString(),
    })),
    variables: documentVariables(tenant, { domain: env.PLATFORM_DOMAIN, now: now() }),
  }
})
