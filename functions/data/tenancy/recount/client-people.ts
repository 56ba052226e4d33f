// Marks of people whom all campaigns of a client share, compared with the leads that they name. One that is missing does no harm
// (each campaign that asks looks at those of the others as well) and is not looked for: no lead says whether its campaign shared
// what it knew by then.
import { Entity } from 'electrodb'
import type { Campaign } from '#shared/model/campaign.ts'
import { clientPeopleSchema, leadSchema, toLead } from '../../leads/item.ts'
import { personKey } from '../../leads/people.ts'
import { many, whole } from '../../lib/batch.ts'
import { electro, type Table } from '../../lib/table.ts'
import type { Finding } from './rows.ts'

type Named = { leadId: string; storedAt: number }
/** The newest lead of each person in each campaign, by the key of their mark. */
export type KnownPeople = Map<string, Named[]>

export function openClientPeople(table: Table) {
  const marks = new Entity(clientPeopleSchema, electro(table))
  const leads = new Entity(leadSchema, electro(table))

  /** Whether campaigns of a client share anything: most do not, and then their people need not be kept in mind. */
  async function isShared(companyId: string): Promise<boolean> {
    const { data } = await marks.query.primary({ companyId }).go({ limit: 1 })
    return data.length > 0
  }

  /** Whether a mark names a lead of its person in any of the campaigns. The address of somebody who was erased nobody knows. */
  async function isRight(campaigns: readonly Campaign[], key: string, { leadId, storedAt }: Named): Promise<boolean> {
    const places = campaigns.map(({ companyId, id }) => ({
      companyId,
      campaignId: id,
      createdAt: storedAt,
      id: leadId,
    }))
    const data = await whole(table, leads, leads.get(places).go({ ...many, consistent: true }))
    return data.map(toLead).some(({ person, erasedAt }) => erasedAt !== undefined || personKey(person) === key)
  }

  /** `settled`: younger marks may be of a campaign that began meanwhile. */
  async function recount(
    companyId: string,
    { campaigns, known, settled }: { campaigns: readonly Campaign[]; known: KnownPeople; settled: number },
  ): Promise<Finding[]> {
    const found: Finding[] = []
    let cursor: string | null = null
    do {
      const page: { data: (Named & { personKey: string })[]; cursor: string | null } = await marks.query
        .primary({ companyId })
        .go({ consistent: true, cursor })
      for (const { personKey: key, leadId, storedAt } of page.data) {
        const own = known.get(key) ?? []
        if (storedAt >= settled || own.some((each) => each.leadId === leadId && each.storedAt === storedAt)) continue
        if (await isRight(campaigns, key, { leadId, storedAt })) continue
        const newest = own.reduce<Named | undefined>((a, b) => (a && a.storedAt >= b.storedAt ? a : b), undefined)
        const row = { companyId, personKey: key }
        const mend = () =>
          newest
            ? marks
                .put({ ...row, ...newest })
                .where((item, { eq }) => eq(item.leadId, leadId))
                .go()
            : marks
                .delete(row)
                .where((item, { eq }) => eq(item.leadId, leadId))
                .go()
        found.push({
          kind: 'shared person',
          said: `${companyId}: the mark of a person of all campaigns names ${leadId}, should name ${newest?.leadId ?? 'nobody'}.`,
          mend,
        })
      }
      cursor = page.cursor
    } while (cursor)
    return found
  }
  return { isShared, recount }
}
