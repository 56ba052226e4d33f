import { campaigns } from './campaign.ts'
import { companies } from './company.ts'
import { customDomains } from './custom-domain.ts'
import { domains } from './domain.ts'
import { exclusions } from './exclusion.ts'
import { guards } from './guard.ts'
import { identities } from './identity.ts'
import { leads } from './lead.ts'
import { sessions } from './session.ts'
import type { Table } from './table.ts'
import { uploads } from './upload.ts'
import { users } from './user.ts'

/** Everything that is kept, by noun. */
export function openDb(table: Table) {
  return {
    company: companies(table),
    user: users(table),
    session: sessions(table),
    domain: domains(table),
    customDomain: customDomains(table),
    guard: guards(table),
    identity: identities(table),
    campaign: campaigns(table),
    exclusion: exclusions(table),
    upload: uploads(table),
    lead: leads(table),
  }
}
export type Db = ReturnType<typeof openDb>
