// Whether an agency has accepted the minimum that it has now. Other amounts, or another text, are asked about again.
import type { Company } from '#shared/model/company.ts'
import type { Agreed } from '../../data/billing/minimum-spend.ts'
import { isSameTerms } from '../../data/billing/minimum-spend.ts'
import type { Db } from '../../data/index.ts'
import { findMinimum } from './minimum-spend.ts'

export type MinimumTerms = Pick<Agreed, 'version' | 'monthsCents' | 'flatMonthCents'>
export type Acceptance = { terms: MinimumTerms | undefined; accepted: Agreed | undefined }

/** Accepts a minimum. From the first time on the months of the agency count, also if the call that writes it down crashes in between. */
export async function agreeMinimum(db: Db, agency: Company, agreed: Agreed): Promise<Agreed> {
  if (agency.minimumAgreedAt === 0) await db.company.update(agency.id, { minimumAgreedAt: agreed.agreedAt })
  return db.minimumSpend.agree(agreed)
}

export async function findAcceptance(db: Db, agency: Company): Promise<Acceptance> {
  const [minimum, document] = await Promise.all([
    findMinimum(db, agency),
    db.legalDocument.findLatest(agency.rootId, 'minimum_spend_v2'),
  ])
  if (!minimum || !document) return { terms: undefined, accepted: undefined }
  const { flatMonthCents, monthsCents } = minimum
  const terms = { version: document.version, monthsCents: [...monthsCents], flatMonthCents }
  const all = await db.minimumSpend.listAgreements(agency.id)
  return { terms, accepted: all.find((each) => isSameTerms(each, terms)) }
}
