// Where the document of the developer API is, and that each host tells its own address.
import { expect, it } from 'vitest'
import { baseUrlOf } from '#functions/domain/developer/keys.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { toDeveloperDocument } from '#shared/openapi/developer.ts'
import { DOCUMENT_PATH } from '#shared/openapi/places.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

it.each(['ada', 'abe'] as const)('anybody gets it on the host of %s, with where programs call', async (who) => {
  const host = h.hostOf(who)
  const { status, body } = await h.call(null, 'public.developerDocument', {}, { host })

  const agency = who === 'ada' ? h.cast.northlight : h.cast.copper
  const origin = new URL(baseUrlOf(agency, h.services.env)).origin
  expect(new URL(origin).hostname).toBe(host)
  expect([status, body]).toEqual([200, toDeveloperDocument(allCalls, origin)])
})

it('says that a person may not be found whom a body names', () => {
  const { paths } = toDeveloperDocument(allCalls, 'https://leads.example')
  expect(paths['/sign-in-tokens']).toMatchObject({ post: { responses: { 404: expect.anything() } } })
})

it('stands where the screens look for it', () => {
  const entry = allCalls.find(({ id }) => id === 'public.developerDocument')
  expect(`/api${entry?.call.path}`).toBe(DOCUMENT_PATH)
})
