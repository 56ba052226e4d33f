import { contracts } from '#shared/contracts/index.ts'
import { findMinimum, minimumTexts } from '../../domain/billing/minimum-spend.ts'
import { readDocument } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.agreement, async ({ db, company, env, now }) => {
  const minimum = await findMinimum(db, company)
  // The addendum belongs to agencies of the master system alone.
  if (!minimum || company.rootId !== (await db.company.findMasterId())) return { data: null }
  const platform = { domain: env.PLATFORM_DOMAIN, now: now() }
  const { document, blocks, html } = await readDocument(db, company, 'minimum_spend_v2', platform)
  return {
    data: {
      title: document.title,
      version: document.version,
      ...minimumTexts(minimum),
      html,
      blocks,
    },
  }
})
