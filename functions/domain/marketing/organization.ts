// The record of a company at the ad partner. Ids can be typed by hand, so a record counts as a company's own only where the partner
// says that it was made for it: nobody reads or removes another tenant's by its id.
import { refusalForManaging } from '#shared/access/manage-companies.ts'
import { conflict, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { OrganizationRecord } from '#shared/model/organization.ts'
import type { Db } from '../../data/index.ts'
import type { AdPartner } from '../../gateways/ad-partner.ts'

export type Deps = { db: Pick<Db, 'company'>; adPartner: AdPartner }

export function requireManager(actor: UserActor, company: Company): void {
  const why = refusalForManaging(actor, company)
  if (why) throw refused(why)
}

export async function findOrganization(
  { adPartner }: Pick<Deps, 'adPartner'>,
  company: Company,
): Promise<{ id: string; name: string; record: OrganizationRecord } | null> {
  const id = company.externalOrganizationId
  if (!id) return null
  const found = await adPartner.find(id)
  if (!found) return { id, name: '', record: 'missing' }
  return found.reference === company.id ? { id, name: found.name, record: 'kept' } : { id, name: '', record: 'entered' }
}

/** The record of a company: the one that it has, or a new one whose id is kept. */
export async function createOrganization(
  deps: Deps,
  company: Company,
  name: string,
): Promise<{ id: string; name: string; isNew: boolean }> {
  const { db, adPartner } = deps
  const present = await findOrganization(deps, company)
  if (present?.record === 'kept') return { id: present.id, name: present.name, isNew: false }
  if (present)
    throw conflict(
      `The organization ${present.id} was entered by hand for this company. Remove it before you make another one.`,
    )
  const made = await adPartner.create({ name, reference: company.id })
  if (await db.company.setOrganization(company, { from: '', to: made.id })) return { ...made, isNew: true }
  // Somebody was faster: with the same, or with another one by hand.
  const now = await db.company.findFresh(company.id)
  if (now?.externalOrganizationId !== made.id) throw conflict(messages.changedMeanwhile)
  return { ...made, isNew: false }
}

/** Answers the id that was forgotten, and whether its record was taken away at the partner; undefined where there was none. */
export async function removeOrganization(
  deps: Deps,
  company: Company,
): Promise<{ id: string; record: OrganizationRecord } | undefined> {
  const present = await findOrganization(deps, company)
  if (!present) return undefined
  const { id, record } = present
  // First there, then here: after a crash in between it is removed again, and found missing.
  if (record === 'kept') await deps.adPartner.remove(id)
  if (!(await deps.db.company.setOrganization(company, { from: id, to: '' }))) throw conflict(messages.changedMeanwhile)
  return { id, record }
}
