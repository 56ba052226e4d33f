import { listBelow } from '#functions/data/tenancy/recount/index.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Company } from '#shared/model/company.ts'

/** Everybody, from the roots down, also those that have ended. */
export async function* allCompanies({ db, table }: Pick<Services, 'db' | 'table'>): AsyncGenerator<Company> {
  for (const root of await db.company.listRoots()) {
    yield root
    for (const agency of await listBelow(table, root.id, 'agency')) {
      yield agency
      yield* await listBelow(table, agency.id, 'client')
    }
  }
}
