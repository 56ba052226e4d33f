// The documents that a new root begins with. They are kept as that root's version 1: a later change of these texts does
// not change what people have agreed to.
import type { Company } from '#shared/model/company.ts'
import type { DocumentName } from '#shared/model/document.ts'
import type { Db } from '../../data/index.ts'
import { b2bServiceAgreement } from './b2b-service-agreement.ts'
import { dataWalletAgreement } from './data-wallet-agreement.ts'
import { defaultAgency } from './default-agency.ts'
import { defaultClient } from './default-client.ts'
import { developerAgreement } from './developer-agreement.ts'
import { minimumSpend, minimumSpendV2 } from './minimum-spend.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { termOfUse } from './term-of-use.ts'

const defaultDocuments: Record<DocumentName, { title: string; text: string }> = {
  'privacy-policy': privacyPolicy,
  'term-of-use': termOfUse,
  default_agency: defaultAgency,
  default_client: defaultClient,
  minimum_spend: minimumSpend,
  minimum_spend_v2: minimumSpendV2,
  'marketing-services-agreement-developer': developerAgreement,
  'b2b-service-agreement': b2bServiceAgreement,
  'data-wallet-agreement': dataWalletAgreement,
}

/** Gives a root the documents that it lacks. What it has already stays as it is. */
export async function plantDocuments(db: Db, root: Pick<Company, 'id'>, now: number): Promise<void> {
  const present = new Set((await db.legalDocument.listLatest(root.id)).map(({ name }) => name))
  // @NOTE Object.entries forgets the key type; these are the very keys of the table above.
  const wanted = Object.entries(defaultDocuments) as [DocumentName, { title: string; text: string }][]
  for (const [name, { title, text }] of wanted) {
    if (present.has(name)) continue
    const document = { rootId: root.id, name, version: 1, title, text: text.trim(), createdAt: now, createdBy: null }
    await db.legalDocument.publish(document)
  }
}
