// Addresses stand in a campaign without an account. Where one is a person's who was shut out, nothing of the campaign goes there any
// more, although it still stands in the form: neither its leads, nor its sheet, nor its notices.
import { emailKey } from '#shared/email.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'

type Around = {
  /** Addresses by their keys: of people who were shut out, and did not come back under the same one. */
  shutOut: ReadonlySet<string>
  /** The same of the agency's people. */
  ofAgency: ReadonlySet<string>
}

/** The people of a campaign's client and of its agency, by their addresses. */
export async function peopleAround(
  { user }: Pick<Db, 'user'>,
  { companyId, agencyId }: Pick<Campaign, 'companyId' | 'agencyId'>,
): Promise<Around> {
  const [ofClient, ofAgency] = await Promise.all([user.listByCompany(companyId), user.listByCompany(agencyId)])
  const keysOf = (people: typeof ofClient) => new Set(people.map(({ email }) => emailKey(email)))
  const isOut = ({ status }: (typeof ofClient)[number]) => status === 'disabled'
  const all = [...ofClient, ...ofAgency]
  const there = keysOf(all.filter((person) => !isOut(person)))
  const shutOut = new Set([...keysOf(all.filter(isOut))].filter((key) => !there.has(key)))
  return { shutOut, ofAgency: keysOf(ofAgency) }
}

/** Those of some addresses to which a campaign may still send. */
export async function withoutShutOut(
  db: Pick<Db, 'user'>,
  campaign: Pick<Campaign, 'companyId' | 'agencyId'>,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const { shutOut } = await peopleAround(db, campaign)
  return addresses.filter((address) => !shutOut.has(emailKey(address)))
}
