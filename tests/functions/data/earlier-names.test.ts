import { expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight } = h.cast
const saved = { by: 'usr_1', at: 1 }

/** As rows were written before. */
const stored = (row: object) => row as never

it('reads rows that were written under names of the wire', async () => {
  const code = { placeEmbedded: 'head', embeddedcode: '<b>hi</b>' }
  await h.db.setting.saveEmbeddedCode(northlight.id, stored(code), saved)
  expect(await h.db.setting.findEmbeddedCode(northlight.id)).toEqual({
    placeEmbedded: 'head',
    embeddedCode: '<b>hi</b>',
  })
  const server = { host: 'smtp.example.com', port: 587, username: 'a', security: 'tls', sealedPassword: '' }
  await h.db.setting.saveSmtp(northlight.id, stored({ ...server, fromaddress: 'a@b.example' }), saved)
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
