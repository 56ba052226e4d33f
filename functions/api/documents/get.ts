import { contracts } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import type { DocumentName } from '#shared/model/document.ts'
import { readDocument } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'
import { log } from '../../kit/log.ts'

type Asked = DocumentName | 'service-billing-agreement'

/** Anybody who visits the operator's host would become an agency; the person who visits an agency's, its client. */
function resolve(name: Asked, tenant: Company): DocumentName {
  if (name !== 'service-billing-agreement') return name
  return tenant.kind === 'root' ? 'default_agency' : 'default_client'
}

export default handle(contracts.documents.get, async ({ input, tenant, db, env, now, request }) => {
  const platform = { domain: env.PLATFORM_DOMAIN, now: now() }
  const { document, blocks, html, unknown } = await readDocument(db, tenant, resolve(input.name, tenant), platform)
  if (unknown.length > 0)
    log.warn('unknown variables', { rid: request.requestId, document: document.name, names: unknown.join(' ') })
  const { name, title, version } = document
  return { name, title, version, updated_at: new Date(document.createdAt).toISOString(), html, blocks }
})
