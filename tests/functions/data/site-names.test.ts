// On an agency's site the names of its people and of its clients' are one, although each kind is known in a scope of its own: who
// gives an address at the same instant, it lets in one person there.
import { describe, expect, it } from 'vitest'
import { siteNames } from '#functions/data/companies/site-names.ts'
import { carryWriter } from '#functions/data/tenancy/carry/write.ts'
import { findRefused, openTree } from '#functions/data/tenancy/tree.ts'
import { loginEntity, toLoginItem } from '#functions/data/tenancy/user.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, copper, users } = h.cast
const now = () => h.services.now()
const some = (count: number) => Array.from({ length: count }, (_, at) => at)
let races = 0
const next = () => `site${++races}@race.example`

/** Who of the agency's site has an address: its own people and those of its clients. */
async function holders(agencyId: string, email: string): Promise<string[]> {
  const ids = await Promise.all([root.id, agencyId].map((scope) => h.db.user.findIdsByLogin(scope, [email])))
  const people = await h.db.user.findMany(ids.flatMap((found) => [...found.values()]))
  return people.filter((one) => one.userType === 'client' || one.companyId === agencyId).map(({ userType }) => userType)
}

async function colleague(company = northlight) {
  const id = h.services.newId('user')
  const user = { ...users.amos, id, companyId: company.id, email: next(), isDefaultAdmin: false }
  expect(await h.db.staff.create(company, user)).toBe('made')
  return user
}

const person = (email: string) => ({ ClientFullName: 'Sita Site', ClientEmail: email, ClientPhone: '(312) 555-0199' })
const newColleague = (email: string) =>
  h.call('ada', 'companies.create', {
    ...samples['companies.create'](h.cast, 'ada'),
    ...person(email),
    userType: 'user',
    companyID: northlight.id,
  })
const newClient = (email: string) =>
  h.call('ada', 'companies.create', { companyID: northlight.id, ClientCompanyName: `Site ${races}`, ...person(email) })
const registered = (email: string, at: number) =>
  h.call(
    null,
    'session.register',
    {
      name: 'Rae Race',
      email,
      phonenum: '+1 312 555 0199',
      password: 'fresh paint 7',
      companyname: `Site ${races}`,
      userType: 'client',
    },
    { host: h.cast.hosts.northlight, ip: `198.18.${races}.${at}` },
  )

describe.each([2, 20])('%i at once', (count) => {
  it('make a colleague and a client of one address', async () => {
    const email = next()
    const answers = await Promise.all(some(count).map((at) => (at % 2 ? newClient(email) : newColleague(email))))
    expect([await holders(northlight.id, email), answers.filter(({ status }) => status === 200).length]).toEqual([
      [expect.any(String)],
      1,
    ])
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ result: 'failed', fields: { ClientEmail: expect.any(String) } })
  })

  it('register as a client with the address that a colleague gets', async () => {
    const email = next()
    await Promise.all(some(count).map((at) => (at % 2 ? registered(email, at) : newColleague(email))))
    expect(await holders(northlight.id, email)).toHaveLength(1)
  })

  it('move people of an agency and of its clients to one address, by every caller', async () => {
    const email = next()
    const people = await Promise.all(
      some(count).map(async (at) => (at % 2 ? plant(northlight, `Site ${races} ${at}`) : { user: await colleague() })),
    )
    const outcomes = await Promise.all(
      people.map(async (each, at) => {
        const { user } = each
        const company = 'company' in each ? each.company : northlight
        const scopeId = 'company' in each ? northlight.id : root.id
        const edit = { company, user, scopeId, companyChanges: {}, userChanges: { email }, now: now() }
        if (at % 4 > 1) return h.db.user.changeEmail(user, email, scopeId, now())
        if (at % 2) return (await h.db.tenancy.change(edit)) === 'changed'
        return (await h.db.staff.change({ company, user, changes: { email } })) === 'changed'
      }),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await holders(northlight.id, email)).toHaveLength(1)
  })
})

describe('one by one, where nothing was asked before', () => {
  const edit = (made: Awaited<ReturnType<typeof plant>>, email: string) =>
    h.db.tenancy.change({
      company: made.company,
      user: made.user,
      scopeId: made.user.userType === 'client' ? northlight.id : root.id,
      companyChanges: {},
      userChanges: { email },
      now: now(),
    })

  it('every write that gives an address refuses what the other kind has', async () => {
    const theirs = await colleague()
    const ours = await plant(northlight, 'Site client')
    const person = await colleague()
    const client = await plant(northlight, 'Site client too')
    expect(await edit(client, theirs.email)).toBe('email_taken')
    expect(await h.db.user.changeEmail(client.user, theirs.email, northlight.id, now())).toBe(false)
    expect(await h.db.user.changeEmail(person, ours.user.email, root.id, now())).toBe(false)
    expect(await h.db.staff.change({ company: northlight, user: person, changes: { email: ours.user.email } })).toBe(
      'email_taken',
    )
    expect(await h.db.staff.create(northlight, { ...person, id: 'usr_new', email: ours.user.email })).toBe(
      'email_taken',
    )
    const more = { user: { email: theirs.email } }
    await expect(plant(northlight, 'Site client three', more)).rejects.toThrow()
    // The rest of a person is saved as before, also under the address that they have.
    expect(await h.db.staff.change({ company: northlight, user: person, changes: { name: 'Another' } })).toBe('changed')
    expect(await edit(client, client.user.email)).toBe('changed')
  })

  it('of another agency nobody is in the way, in neither direction', async () => {
    const elsewhere = await colleague(copper)
    const client = await plant(northlight, 'Site client four')
    expect(await edit(client, elsewhere.email)).toBe('changed')
    const person = await colleague(copper)
    expect(await h.db.user.changeEmail(person, client.user.email, root.id, now())).toBe(true)
    const again = await plant(northlight, 'Site client five')
    expect(await h.db.staff.change({ company: copper, user: elsewhere, changes: { email: again.user.email } })).toBe(
      'changed',
    )
  })

  it('what was seen in the other scope is what is written under: an address that changed hands since is looked at anew', async () => {
    const { writeNamed } = siteNames(h.services.table)
    const tree = openTree(h.services.table)
    const { user } = await plant(northlight, 'Site client six')
    const move = async (person: User, company: Company, email: string) =>
      expect(await h.db.staff.change({ company, user: person, changes: { email } })).toBe('changed')
    const written = async (email: string, at: number, meanwhile: () => Promise<void>) => {
      let tries = 0
      const refused = await writeNamed({ user, email, scopeId: northlight.id }, async (condition) => {
        if (++tries === at) await meanwhile()
        const { data, canceled } = await tree.transaction
          .write((to) => [
            ...condition(to),
            to.login.create(toLoginItem({ id: user.id, email }, northlight.id)).commit(),
          ])
          .go()
        return canceled ? findRefused(data, 2) : undefined
      })
      return { refused, tries }
    }
    // From the one agency to this one: it is taken then.
    const elsewhere = await colleague(copper)
    const person = await colleague()
    const toUs = async () => {
      await move(elsewhere, copper, next())
      await move(person, northlight, elsewhere.email)
    }
    expect(await written(elsewhere.email, 2, toUs)).toEqual({ refused: 0, tries: 2 })
    // From this one to nobody's hands but the other agency's: it is free here, still.
    const another = await colleague(copper)
    const free = next()
    expect(await written(free, 1, () => move(another, copper, free))).toEqual({ refused: undefined, tries: 2 })
    expect(await holders(northlight.id, free)).toEqual(['client'])
  })

  it('a row of a copy stays away where somebody of the site has the name by now', async () => {
    const { putLogin } = carryWriter(h.services.table)
    const site = { agencyId: northlight.id, rootId: root.id }
    const raw = (email: string, scopeId: string) => {
      const { Item } = loginEntity(h.services.table)
        .put(toLoginItem({ id: 'usr_copied', email }, scopeId))
        .params<{ Item: Record<string, string> }>()
      return Object.fromEntries(Object.entries(Item).map(([name, S]) => [name, { S }]))
    }
    const [ours, theirs, elsewhere] = [await plant(northlight, 'Site six'), await colleague(), await colleague(copper)]
    expect(await putLogin(raw(theirs.email, northlight.id), site)).toBe('other')
    expect(await putLogin(raw(ours.user.email, root.id), site)).toBe('other')
    expect(await putLogin(raw(elsewhere.email, northlight.id), site)).toBe('written')
    const free = next()
    expect([await putLogin(raw(free, root.id), site), await putLogin(raw(free, root.id), site)]).toEqual([
      ...['written', 'same'],
    ])
  })
})
