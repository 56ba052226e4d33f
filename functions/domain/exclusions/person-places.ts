// Where a person is looked for below a company: campaigns and companies, in one order that a later worker finds again.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import { batches } from '../companies/batches.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

const CAMPAIGNS_AT_ONCE = 20

export type Place = { at: string; id: string }

/** Companies that were removed, and whose data are still there: somebody may bring them back, and the person with them. */
async function removedBelow(db: Db, company: Company): Promise<Company[]> {
  const found = await mapConcurrent(await db.removedCompany.listWaiting(), ({ companyId }) =>
    db.company.find(companyId),
  )
  return found.filter((each) => each !== undefined).filter(({ ancestors }) => ancestors.includes(company.id))
}

/** `removed`: those of them that were. They are looked for last, so that nobody is missed who is removed meanwhile. */
async function agenciesBelow(db: Db, company: Company): Promise<{ agencies: string[]; removed: Company[] }> {
  const ids = new Set(company.kind === 'root' ? [] : [company.id])
  const list = { parentId: company.id, kind: 'agency', sort: 'createdAt', order: 'asc' } as const
  if (company.kind === 'root')
    for await (const nodes of batches(db, list)) for (const each of nodes) ids.add(each.companyId)
  const removed = await removedBelow(db, company)
  for (const { id, kind } of removed) if (kind === 'agency') ids.add(id)
  return { agencies: [...ids].sort(), removed }
}

/** All of an agency's places behind a cursor, in one order that a later worker finds again. */
const inOrder = (agencyId: string, ids: Iterable<string>, cursor: string): Place[] =>
  [...new Set(ids)]
    .map((id) => ({ at: `${agencyId}/${id}`, id }))
    .filter(({ at }) => at > cursor)
    .sort((a, b) => (a.at < b.at ? -1 : 1))

/** Agencies before a cursor are through. */
const isThrough = (agencyId: string, cursor: string): boolean => agencyId < (cursor.split('/')[0] ?? '')

export type Below = Pick<Campaign, 'id' | 'companyId'>

export async function* campaignsBehind(db: Db, company: Company, cursor: string): AsyncGenerator<(Place & Below)[]> {
  for (const agencyId of (await agenciesBelow(db, company)).agencies) {
    if (isThrough(agencyId, cursor)) continue
    const campaigns = new Map((await db.campaignList.every(agencyId)).map((each) => [each.id, each]))
    const places = inOrder(agencyId, campaigns.keys(), cursor)
    for (let at = 0; at < places.length; at += CAMPAIGNS_AT_ONCE)
      yield places.slice(at, at + CAMPAIGNS_AT_ONCE).flatMap((place) => {
        const campaign = campaigns.get(place.id)
        return campaign ? [{ ...place, companyId: campaign.companyId }] : []
      })
  }
}

/** Behind all ids: who is above the others of a tree comes last. */
const LAST = '~'

/** Companies that may have lists, also those that were removed; an agency behind its clients, and a root behind its agencies. */
export async function* companiesBehind(db: Db, company: Company, cursor: string): AsyncGenerator<Place> {
  const { agencies, removed } = await agenciesBelow(db, company)
  for (const agencyId of agencies) {
    if (isThrough(agencyId, cursor)) continue
    const ids = (await db.campaignList.every(agencyId)).map(({ companyId }) => companyId)
    ids.push(...removed.filter(({ parentId }) => parentId === agencyId).map(({ id }) => id))
    const clients = { parentId: agencyId, kind: 'client', sort: 'createdAt', order: 'asc' } as const
    for await (const nodes of batches(db, clients)) ids.push(...nodes.map(({ companyId }) => companyId))
    yield* inOrder(agencyId, ids, cursor)
    const own = `${agencyId}/${LAST}`
    if (own > cursor) yield { at: own, id: agencyId }
  }
  if (company.kind === 'root' && cursor < LAST) yield { at: LAST, id: company.id }
}
