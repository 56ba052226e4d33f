import { servingCompany } from '#shared/access/setup.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'

/** The tenant that a person knows as theirs: mails come from it, no matter on which site they were asked for. */
export async function homeTenant(db: Db, company: Company): Promise<Company> {
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  return servingCompany(company, parent)
}
