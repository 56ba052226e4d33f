// What the palette finds of campaigns by a few letters or by a public number.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { searchStarts } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'
import { hasWords } from './list.ts'

const MOST = 8

export type FoundCampaign = Pick<Campaign, 'id' | 'number' | 'name' | 'companyId' | 'line' | 'status'> & {
  companyName: string
}

const isInside = (owner: Company, { id }: Company) => [owner.id, owner.parentId, owner.rootId].includes(id)

/** The campaign that has this number, if it belongs to the company or to one below it: nothing of it is read before that is known. */
async function byNumber(db: Db, company: Company, number: string): Promise<FoundCampaign[]> {
  const place = await db.campaign.locate(number)
  if (!place) return []
  const owner = place.companyId === company.id ? company : await db.company.find(place.companyId)
  if (!owner || !isInside(owner, company)) return []
  const campaign = await db.campaign.find(owner.id, place.id)
  return campaign && campaign.status !== 'removed' ? [{ ...campaign, companyName: owner.name }] : []
}

/** The newest that fit. A root knows campaigns by their numbers alone: their names are kept by agency. */
export async function findByWords(db: Db, company: Company, search: string): Promise<FoundCampaign[]> {
  if (/^\d{8}$/.test(search)) return byNumber(db, company, search)
  if (company.kind === 'root') return []
  const starts = searchStarts(search)
  const all =
    company.kind === 'client'
      ? (await db.campaign.list(company.id)).map((campaign) => ({ ...campaign, companyName: company.name }))
      : await db.campaignList.all(company.id)
  return all
    .filter(({ status, name, companyName }) => status !== 'removed' && hasWords(`${name} ${companyName}`, starts))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, MOST)
}
