// An agency moves to another sub-domain: host, company and list entry in one transaction, so that of two who want a name one gets it.
import { invalid, lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import { hostOf, scopeOf } from '../companies/edit.ts'

type Deps = { db: Db; now: () => number; platformDomain: string }

/** False where it has this name already. */
export async function moveHost(deps: Deps, company: Company, subdomain: string): Promise<boolean> {
  const { db, now } = deps
  if (company.kind !== 'agency' || !company.parentId) throw invalid({ subdomain: 'Only an agency has a sub-domain.' })
  if (subdomain === company.subdomain) return false
  const host = hostOf(deps, subdomain)
  const [holder, node] = await Promise.all([db.domain.findHolder(host), db.node.find(company.parentId, company.id)])
  if (holder) throw invalid({ subdomain: messages.subdomainTaken })
  const user = node && (await db.user.find(node.userId))
  if (!user) throw new Error(`The agency ${company.id} has no main person.`)
  const changed = await db.tenancy.change({
    company,
    user,
    scopeId: scopeOf(user, company),
    companyChanges: { subdomain },
    userChanges: {},
    host: { from: company.subdomain ? hostOf(deps, company.subdomain) : undefined, to: host },
    now: now(),
  })
  if (changed === 'changed') return true
  throw lostTo({ subdomain: changed === 'host_taken' ? messages.subdomainTaken : messages.changedMeanwhile })
}
