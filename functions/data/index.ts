import { campaigns } from './campaign.ts'
import { companies } from './company.ts'
import { domains } from './domain.ts'
import { guards } from './guard.ts'
import { leads } from './lead.ts'
import { sessions } from './session.ts'
import type { Table } from './table.ts'
import { users } from './user.ts'

/** Everything that is kept, by noun. */
export function openDb(table: Table) {
  return {
    company: companies(table),
    user: users(table),
    session: sessions(table),
    domain: domains(table),
    guard: guards(table),
    campaign: campaigns(table),
    lead: leads(table),
  }
}
export type Db = ReturnType<typeof openDb>
