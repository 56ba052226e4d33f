// Campaigns by a few letters of their names or of their clients', or by a public number: for the palette, and to choose one.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { foldText, searchStarts } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'
import { hasWords } from './list.ts'

const MOST = 8
/** Of whom somebody chooses one. */
const MOST_TO_CHOOSE = 50

export type FoundCampaign = Pick<
  Campaign,
  'id' | 'number' | 'name' | 'companyId' | 'line' | 'status' | 'startOn' | 'timeZone'
> & { companyName: string }

/** The campaign that has this number, if it belongs to the company or to one below it: nothing of it is read before that is known. */
async function byNumber(db: Db, company: Company, number: string): Promise<FoundCampaign[]> {
  const place = await db.campaign.locate(number)
  const found = await db.campaign.findPlaced(place, company.id, db.company.find)
  return found && found.campaign.status !== 'removed' ? [{ ...found.campaign, companyName: found.company.name }] : []
}

/** Those below a company of which the own name and the client's fit, the newest first, in every state. */
async function byNames(db: Db, company: Company, fits: (names: string) => boolean): Promise<FoundCampaign[]> {
  const all =
    company.kind === 'client'
      ? (await db.campaignList.ofClient(company.id)).map((campaign) => ({ ...campaign, companyName: company.name }))
      : await db.campaignList.all(company.id, {}, 'may be a moment old')
  return all.filter(({ name, companyName }) => fits(`${name} ${companyName}`)).sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** The newest that fit and are there. A root knows campaigns by their numbers alone: their names are kept by agency. */
export async function findByWords(db: Db, company: Company, search: string): Promise<FoundCampaign[]> {
  if (/^\d{8}$/.test(search)) return byNumber(db, company, search)
  if (company.kind === 'root') return []
  const starts = searchStarts(search)
  const found = await byNames(db, company, (names) => hasWords(names, starts))
  return found.filter(({ status }) => status !== 'removed').slice(0, MOST)
}

/**
 * The newest of which the names hold each part of the search, also removed ones, of which logs and reports still tell; without a
 * search all. `isCut` where there are more.
 */
export async function findForChoice(
  db: Db,
  company: Company,
  search: string,
): Promise<{ campaigns: FoundCampaign[]; isCut: boolean }> {
  const parts = foldText(search).split(' ').filter(Boolean)
  const found = await byNames(db, company, (names) => parts.every((part) => foldText(names).includes(part)))
  return { campaigns: found.slice(0, MOST_TO_CHOOSE), isCut: found.length > MOST_TO_CHOOSE }
}
