import { contracts } from '#shared/contracts/index.ts'
import { conflict } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.documents.save, async ({ input, actor, db, now, tell }) => {
  const { name, title, text } = input
  const latest = await db.legalDocument.findLatest(actor.rootId, name)
  if ((latest?.version ?? 0) !== input.version && latest)
    throw conflict('Somebody else has changed this document meanwhile. Open it again to see the new text.')
  const { version, createdAt } = await db.legalDocument.publish({
    rootId: actor.rootId,
    name,
    version: (latest?.version ?? 0) + 1,
    title,
    text,
    createdAt: now(),
    createdBy: actor.viewing?.userId ?? actor.userId,
  })
  const facts = (all: { version: number; title: string; text: string }) => ({
    document: name,
    document_version: all.version,
    title: all.title,
    letters: all.text.length,
  })
  tell({
    description: `Published ${title}, version ${version}`,
    ...changed(latest ? facts(latest) : {}, facts({ version, title, text })),
  })
  const message = `Version ${version} of this document is published.`
  return { result: 'success' as const, message, name, title, version, updated_at: new Date(createdAt).toISOString() }
})
