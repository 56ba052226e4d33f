// What a root tries out, and whether for all of its agencies: its operators say so. What agencies have of it already stays theirs
// (shared/access/beta.ts), so nothing is stopped when a beta begins.
import { betaOf } from '#shared/access/beta.ts'
import { refusalForGoverning } from '#shared/access/manage-companies.ts'
import { refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Betas, Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'

/** Only the platform's own company has this setting, and only its operators see it here. */
function requireOwnRoot(actor: UserActor, company: Company): void {
  const why = refusalForGoverning(actor)
  if (why) throw refused(why)
  if (company.kind !== 'root') throw refused('Only the platform itself has this setting.')
}

export function betasOf(actor: UserActor, company: Company): Betas {
  requireOwnRoot(actor, company)
  return { b2b: betaOf(company, 'b2b'), dataWallet: betaOf(company, 'dataWallet') }
}

/** A feature that is left out stays as it is. Answers what there was, and what there is. */
export async function saveBetas(
  db: Db,
  actor: UserActor,
  company: Company,
  given: Partial<Betas>,
): Promise<{ before: Betas; after: Betas }> {
  let before = betasOf(actor, company)
  await db.company.change(company, (now) => {
    before = betasOf(actor, now)
    return { betas: { ...before, ...given } }
  })
  return { before, after: { ...before, ...given } }
}
