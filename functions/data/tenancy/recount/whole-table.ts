// Looks over the whole table for what does not belong together, for an operator by hand: rows that keep a value for somebody
// who does not hold it, people without the row that lets them sign in, and counters beside what they count. Nothing else scans.
import { DeleteCommand, ScanCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { User } from '#shared/model/user.ts'
import { removedEntity, removedRow } from '../../companies/removed.ts'
import { isOfSite, otherScopeOf } from '../../companies/site-names.ts'
import type { Item, Table } from '../../lib/table.ts'
import { loginEntity, loginScopeOf, toLoginItem } from '../user.ts'
import type { Finding } from './rows.ts'
import { wordFindings } from './words.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const personOf = (row: Item) => ({
  id: text(row.id),
  companyId: text(row.companyId),
  rootId: text(row.rootId),
  userType: text(row.userType) as User['userType'],
  email: text(row.email),
})

export async function recountTable(table: Table, platformDomain: string): Promise<Finding[]> {
  const { client, name: TableName } = table
  const companies = new Map<string, Item>()
  const users: Item[] = []
  const planned = new Set<string>()
  const held = { login: new Map<string, Item>(), domain: [] as Item[], customDomain: new Set<string>() }
  const counters: Item[] = []
  const children = new Map<string, number>()
  const lists = { nodes: [] as Item[], found: [] as Item[] }
  let ExclusiveStartKey: Item | undefined
  do {
    const page = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }))
    for (const item of page.Items ?? []) {
      const [pk, sk] = [text(item.pk), text(item.sk)]
      if (item.__edb_e__ === 'company') companies.set(text(item.id), item)
      else if (item.__edb_e__ === 'removedCompany') planned.add(text(item.companyId))
      else if (item.__edb_e__ === 'user') users.push(item)
      else if (item.__edb_e__ === 'login') held.login.set(pk, item)
      else if (item.__edb_e__ === 'domain') held.domain.push(item)
      else if (item.__edb_e__ === 'customDomain') held.customDomain.add(`${item.companyId}#${item.host}`)
      else if (item.e === 'nw' || item.e === 'nt') lists.found.push(item)
      else if (item.__edb_e__ === 'node') {
        lists.nodes.push(item)
        const counted = `${item.parentId}#COUNT#${item.kind}`
        children.set(counted, (children.get(counted) ?? 0) + 1)
      } else if (/^COUNT#(agency|client)$/.test(sk)) counters.push(item)
    }
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)

  const found: Finding[] = []
  const remove = (item: Item, field: string) => () =>
    client.send(
      new DeleteCommand({
        TableName,
        Key: { pk: item.pk, sk: item.sk },
        ConditionExpression: '#field = :value',
        ExpressionAttributeNames: { '#field': field },
        ExpressionAttributeValues: { ':value': item[field] },
      }),
    )
  const toBeErased = removedEntity(table)
  for (const [companyId, { deletedAt }] of companies)
    if (typeof deletedAt === 'number' && !planned.has(companyId))
      found.push({
        kind: 'removed',
        said: `${companyId} was removed, and no day is set on which its people are erased.`,
        mend: () => toBeErased.create(removedRow(companyId, deletedAt)).go(),
      })
  const logins = loginEntity(table)
  const people = new Map(users.map((row) => [text(row.id), personOf(row)]))
  const rowOf = (login: ReturnType<typeof toLoginItem>) => logins.put(login).params<{ Item: Item }>().Item
  /** The address comes back only while it is nobody else's on the person's site. */
  const putLogin = (Item: Item, other: Item | undefined, holder: Item | undefined) => () =>
    client.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
          ...(other
            ? [
                {
                  ConditionCheck: {
                    TableName,
                    Key: { pk: other.pk, sk: other.sk },
                    ConditionExpression: holder ? 'userId = :holder' : 'attribute_not_exists(pk)',
                    ...(holder && { ExpressionAttributeValues: { ':holder': holder.userId } }),
                  },
                },
              ]
            : []),
        ],
      }),
    )
  const rightful = new Map<string, Item>()
  for (const user of users) {
    const company = companies.get(text(user.companyId))
    if (user.status === 'disabled' || !company || company.deletedAt !== undefined) continue
    const person = personOf(user)
    const scopeId = loginScopeOf(person, text(company.parentId) || text(company.id))
    const Item = rowOf(toLoginItem(person, scopeId))
    rightful.set(text(Item.pk), user)
    const row = held.login.get(text(Item.pk))
    const otherScope = otherScopeOf(person, scopeId)
    const other = otherScope === undefined ? undefined : rowOf(toLoginItem(person, otherScope))
    const holder = held.login.get(text(other?.pk))
    const isTwice = holder !== undefined && isOfSite(person, scopeId, people.get(text(holder.userId)))
    if (row?.userId === user.id) {
      // Both were let in once. The client is found first; who is to have another address, a person decides.
      if (isTwice && person.userType !== 'client')
        found.push({
          kind: 'address',
          said: `${user.id} and ${holder.userId} have one address on one site, which lets ${holder.userId} in.`,
        })
      continue
    }
    if (row || isTwice)
      found.push({
        kind: 'address',
        said: `${user.id} and ${(row ?? holder)?.userId} have one address, which lets ${(row ?? holder)?.userId} in.`,
      })
    else
      found.push({
        kind: 'address',
        said: `${user.id} has an address that lets nobody in: its row is missing.`,
        mend: putLogin(Item, other, holder),
      })
  }
  for (const [pk, row] of held.login)
    if (rightful.get(pk)?.id !== row.userId && !rightful.has(pk))
      found.push({
        kind: 'address',
        said: `An address is kept for ${row.userId}, who has another one or has ended.`,
        mend: remove(row, 'userId'),
      })
  const suffix = `.${platformDomain.replace(/:\d+$/, '')}`
  for (const row of held.domain) {
    const [host, company] = [text(row.host), companies.get(text(row.companyId))]
    const isOwn = held.customDomain.has(`${row.companyId}#${host}`)
    const isNamed = company?.kind !== 'agency' || `${company.subdomain}${suffix}` === host
    if (company && company.deletedAt === undefined && (isOwn || isNamed || !host.endsWith(suffix))) continue
    if (isOwn) continue
    found.push({
      kind: 'host',
      said: `${host} is kept for ${row.companyId}, which is not there.`,
      mend: remove(row, 'companyId'),
    })
  }
  for (const row of counters) {
    const [of, parentId] = [text(row.sk).slice('COUNT#'.length), text(row.parentId)]
    const really = children.get(`${parentId}#COUNT#${of}`) ?? 0
    if ((row.total ?? 0) === really) continue
    found.push({
      kind: 'count',
      said: `${parentId} counts ${row.total} of the kind ${of} and has ${really}.`,
      mend: () =>
        client.send(
          new UpdateCommand({
            TableName,
            Key: { pk: row.pk, sk: row.sk },
            UpdateExpression: 'SET #total = :really',
            ConditionExpression: '#total = :read',
            ExpressionAttributeNames: { '#total': 'total' },
            ExpressionAttributeValues: { ':really': really, ':read': row.total },
          }),
        ),
    })
  }
  return [...found, ...wordFindings(table, lists.nodes, lists.found)]
}
