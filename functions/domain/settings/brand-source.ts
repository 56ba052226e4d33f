import type { Company } from '#shared/model/company.ts'

/** A tenant that is not white-labelled shows its parent's brand. */
export const brandSource = (tenant: Company, parent: Company | undefined) =>
  tenant.isWhiteLabel || !parent ? tenant : parent
