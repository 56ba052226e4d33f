// Whether an agency has accepted the terms of the developer API as they stand now.
import type { Company } from '#shared/model/company.ts'
import type { Agreement, Document } from '#shared/model/document.ts'

export const TERMS = 'marketing-services-agreement-developer'

/** The mark is taken away with the mode; a changed document is to be accepted again. */
export const hasAgreed = (
  { hasDeveloperAgreement }: Pick<Company, 'hasDeveloperAgreement'>,
  agreed: Pick<Agreement, 'version'> | undefined,
  { version }: Pick<Document, 'version'>,
): boolean => hasDeveloperAgreement && agreed?.version === version
