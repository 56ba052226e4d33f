// Rows that every call reads are found and read without ElectroDB's walk: at the same keys, and as the same records.
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import type { Item, TableKey } from '#functions/data/lib/table.ts'
import { roles } from '#functions/data/roles/role.ts'
import { sessions } from '#functions/data/session/session.ts'
import { companies } from '#functions/data/tenancy/company.ts'
import { users } from '#functions/data/tenancy/user.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { table, db } = h.services
const { cast } = h

async function itemAt(Key: TableKey): Promise<Item> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
  if (!Item) throw new Error(`Nothing lies at ${Key.pk} ${Key.sk}.`)
  return Item
}

describe('a row that every call reads', () => {
  it.each([cast.root, cast.northlight, cast.brightSmiles])('is the company $name', async ({ id }) => {
    const { row } = companies(table)
    expect(row.parse(await itemAt(row.key(id)))).toEqual(await db.company.find(id))
  })

  it.each(Object.values(cast.users))('is the person $name, of the kind $userType', async ({ id }) => {
    const { row } = users(table)
    expect(row.parse(await itemAt(row.key(id)))).toEqual(await db.user.find(id))
  })

  it('is a sign-in', async () => {
    const { row } = sessions(table)
    await h.tokenOf('ada')
    const [session] = await db.session.list(cast.users.ada.id)
    if (!session) throw new Error('Nobody signed in.')
    expect(row.parse(await itemAt(row.key(session.userId, session.id)))).toEqual(
      await db.session.find(session.userId, session.id),
    )
  })

  it('is the roles of a company', async () => {
    const { row } = roles(table)
    await db.role.save({ companyId: cast.copper.id, roles: [], version: 0 }, [])
    expect(row.parse(await itemAt(row.key(cast.copper.id)))).toEqual(await db.role.find(cast.copper.id))
  })

  it('is nobody, where something of another kind lies', async () => {
    const item = await itemAt(companies(table).row.key(cast.northlight.id))
    expect(users(table).row.parse(item)).toBeUndefined()
  })
})
