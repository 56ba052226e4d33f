// Entries of lists, compared with the companies, main people and campaigns that they are copies of.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { nodeOf, withCampaign } from '#shared/model/node.ts'
import { nodes } from '../../companies/list-item.ts'
import { toNodeItem } from '../../companies/list-schema.ts'
import type { Table } from '../../lib/table.ts'
import { openTree } from '../tree.ts'
import { users } from '../user.ts'
import { differing, type Finding, isAlike, itemOf, readRow } from './rows.ts'

/** One company; of a client its campaigns, in every state. */
export async function recountEntry(
  table: Table,
  company: Company,
  readCampaigns: () => Promise<readonly Campaign[]>,
  readCompany: () => Promise<Company | undefined>,
): Promise<Finding[]> {
  const { parentId } = company
  if (!parentId) return []
  const node = nodes(table)
  const own = users(table)
  const tree = openTree(table)
  const look = async () => {
    const old = await node.find(parentId, company.id)
    const fresh = await readCompany()
    const people = await own.listByCompany(company.id)
    const person = people.find(({ id }) => id === old?.userId) ?? people.find((each) => each.isDefaultAdmin)
    const isThere = fresh !== undefined && fresh.deletedAt === null
    const blank = isThere && person ? nodeOf(fresh, person) : undefined
    const campaigns = await readCampaigns()
    const next = blank && campaigns.reduce((so, each) => withCampaign(so, undefined, each), blank)
    return { old, next, isThere, isSame: isAlike(old, await node.find(parentId, company.id)) }
  }
  let seen = await look()
  for (let tries = 0; !seen.isSame && tries < MOST_LOOKS; tries++) seen = await look()
  const { old, next, isThere, isSame } = seen
  const finding = (said: string, mend?: () => Promise<unknown>): Finding[] => [
    { kind: 'entry', said: `${company.id} in the list of ${parentId}: ${said}`, ...(mend && { mend }) },
  ]
  if (!isSame) return finding('changed all the time; look again when there is less to do.')
  if (isThere && !next) return finding('its main person is not there.')
  if (!old) return next ? finding('it is missing.', () => node.create(next)) : []
  if (!next) return finding('it stands there although it has ended.', () => node.remove(old))
  // As it lies in the table, with what its lists are sorted by.
  const { facts: _facts, ...item } = itemOf(tree.entities.node.put(toNodeItem({ ...next, version: old.version })))
  const row = (await readRow(table, { pk: item.pk, sk: item.sk })) ?? {}
  const wrong = [...differing(row, item), ...differing(old.facts, next.facts)]
  return wrong.length === 0
    ? []
    : finding(`${wrong.join(', ')} not what they are.`, () => node.update(old, { ...next, version: old.version }))
}

const MOST_LOOKS = 4
