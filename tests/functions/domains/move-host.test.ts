// An agency moves to another sub-domain.
import { expect, it } from 'vitest'
import { messages } from '#shared/messages.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, copper, brightSmiles, cast } = { ...h.cast, cast: h.cast }
const move = (who: 'ada' | 'olive' | 'abe', companyID: string, subdomain: string) =>
  h.call(who, 'domains.moveHost', { companyID, subdomain })
const platform = cast.hosts.northlight.slice(cast.hosts.northlight.indexOf('.') + 1)
const infoAt = (host: string) => h.call(null, 'public.domainInfo', {}, { host })

it('SET-09 SET-10 takes effect at once, and frees the old name', async () => {
  const old = northlight.subdomain ?? ''
  const { status, body } = await move('olive', northlight.id, 'North-Star')
  expect([status, body.subdomain]).toEqual([200, 'north-star'])
  expect((await infoAt(`north-star.${platform}`)).body.data.subdomain).toBe('north-star')
  expect((await infoAt(`${old}.${platform}`)).status).toBe(404)
  const row = await h.db.node.find(cast.root.id, northlight.id)
  expect(row?.facts.subdomain).toBe('north-star')
  // The name is free: another agency may have it.
  expect((await move('olive', copper.id, old)).status).toBe(200)
  expect((await move('olive', copper.id, copper.subdomain ?? '')).status).toBe(200)
  expect((await move('olive', northlight.id, old)).status).toBe(200)
  expect((await move('olive', northlight.id, old)).status).toBe(200)
})

it('SET-10 a taken name is refused with the exact words, and of two who want one at once one gets it', async () => {
  const taken = await move('ada', northlight.id, copper.subdomain ?? '')
  expect([taken.status, taken.body.fields]).toEqual([422, { subdomain: messages.subdomainTaken }])
  expect(messages.subdomainTaken).toBe('This subdomain already exists')
  // The last reads as a name with letters of another script: as another agency's, with a Cyrillic o.
  for (const bad of ['www', '-x', 'a b', '', 'xn--nrthlight-02h'])
    expect((await move('ada', northlight.id, bad)).status).toBe(422)
  const both = await Promise.all([move('olive', northlight.id, 'wanted'), move('olive', copper.id, 'wanted')])
  const [gotIt, late] = both.map(({ status }) => status).sort()
  // On a busy machine who comes second may find it taken already.
  expect([gotIt, late === 409 || late === 422]).toEqual([200, true])
  const names = await Promise.all([northlight.id, copper.id].map(async (id) => (await h.db.company.get(id)).subdomain))
  expect(names.filter((name) => name === 'wanted')).toHaveLength(1)
  await move('olive', northlight.id, northlight.subdomain ?? '')
  await move('olive', copper.id, copper.subdomain ?? '')
})

it('is left to operators and default administrators, of agencies alone', async () => {
  expect((await move('abe', northlight.id, 'stolen')).status).toBe(403)
  expect((await move('ada', brightSmiles.id, 'client-of-ours')).status).toBe(422)
  await h.db.user.update(cast.users.ada.id, { isDefaultAdmin: false })
  expect((await move('ada', northlight.id, 'another')).status).toBe(403)
  await h.db.user.update(cast.users.ada.id, { isDefaultAdmin: true })
})
