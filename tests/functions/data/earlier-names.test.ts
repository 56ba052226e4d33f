import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight } = h.cast
const saved = { by: 'usr_1', at: 1 }

/** As rows were written before. */
const stored = (row: object) => row as never

it('reads rows that were written under names of the wire', async () => {
  const code = { placeEmbedded: 'head', embeddedcode: '<b>hi</b>' }
  await h.db.setting.changeEmbeddedCode(northlight.id, () => stored(code), saved)
  expect(await h.db.setting.findEmbeddedCode(northlight.id)).toEqual({
    placeEmbedded: 'head',
    embeddedCode: '<b>hi</b>',
  })
  const server = { host: 'smtp.example.com', port: 587, username: 'a', security: 'tls', sealedPassword: '' }
  await h.db.setting.changeSmtp(northlight.id, async () => stored({ ...server, fromaddress: 'a@b.example' }), saved)
  expect(await h.db.setting.findSmtp(northlight.id)).toEqual({ ...server, fromAddress: 'a@b.example' })
  const fran = { firstName: 'Fran', lastName: 'Chise', email: 'fran@example.com', phone: '' }
  const contacts = { franchize: fran, franchizedirector: fran, officemanager: fran }
  await h.db.company.update(northlight.id, stored({ contacts }))
  expect((await h.db.company.get(northlight.id)).contacts).toEqual({
    franchise: fran,
    franchiseDirector: fran,
    officeManager: fran,
  })
})

it('finds the main person of an agency however they come to it, under the key that they always had', async () => {
  const { client, name: TableName } = h.services.table
  const { ada } = h.cast.users
  const rowOf = async (id: string) =>
    (await client.send(new GetCommand({ TableName, Key: { pk: `U#${id}`, sk: 'USER' } }))).Item
  const written = await rowOf(ada.id)
  expect(written).toMatchObject({ userType: 'userdownline', gsi1sk: `userdownline#${ada.id}` })

  // One who was written before, byte for byte.
  const id = 'usr_before'
  const before = { ...written, id, pk: `U#${id}`, gsi1sk: `userdownline#${id}`, userType: 'userdownline' }
  await client.send(new PutCommand({ TableName, Item: before }))
  const { user } = h.db
  const looks = [await user.get(id), await user.findFresh(id), (await user.findMany([id]))[0]]
  const listed = (await user.listByCompany(northlight.id)).find((one) => one.id === id)
  for (const found of [...looks, listed]) expect(found).toEqual({ ...ada, id })
  expect(user.row.parse(before)).toEqual({ ...ada, id })

  // The row stays as it was when they change.
  await user.update(id, { userType: 'agency', name: 'Before' })
  expect(await rowOf(id)).toEqual({ ...before, name: 'Before', __edb_e__: 'user', __edb_v__: '1' })
})
