// Several who register at once, each from a source of its own, so that no limit of a source stands in between.
import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { expectOneOf } from '../data/races.ts'

const h = await harness()
const { root, northlight } = h.cast
const some = (count: number) => Array.from({ length: count }, (_, at) => at)
let races = 0
const next = () => `race${++races}`
const signIn = async (scopeId: string, emails: readonly string[]) => [
  ...(await h.db.user.findIdsByLogin(scopeId, emails)).entries(),
]
const served = async (hosts: readonly string[]) =>
  (await Promise.all(hosts.map(async (host) => [host, await h.db.domain.findCompanyId(host)] as const))).filter(
    ([, companyId]) => companyId,
  )

describe('registrations', () => {
  it.each([2, 8])('%i at once with one address make one agency, and one client', async (count) => {
    for (const userType of ['userdownline', 'client'] as const) {
      const tag = next()
      const form = {
        name: 'Rae Race',
        email: `${tag}@race.example`,
        phonenum: '+1 312 555 0199',
        password: 'fresh paint 7',
        companyname: `Company ${tag}`,
        userType,
      }
      const host = h.cast.hosts[userType === 'client' ? 'northlight' : 'root']
      const scope = userType === 'client' ? northlight.id : root.id
      const answers = await Promise.all(
        some(count).map((at) => h.call(null, 'session.register', form, { host, ip: `198.18.${races}.${at}` })),
      )
      expectOneOf(answers, 'email')
      const [[, userId] = []] = await signIn(scope, [form.email])
      const company = await h.db.company.findFresh((await h.db.user.findFresh(userId ?? ''))?.companyId ?? '')
      expect(company?.name).toBe(form.companyname)
      // Nothing of those who lost is left: one host, one entry in the list.
      if (userType === 'userdownline')
        expect(await served(some(count + 2).map((at) => `company-${tag}${at ? at + 1 : ''}.localhost`))).toHaveLength(1)
    }
  })

  it('8 at once with one name and different addresses have eight hosts', async () => {
    const tag = next()
    const answers = await Promise.all(
      some(8).map((at) =>
        h.call(
          null,
          'session.register',
          {
            name: 'Rae Race',
            email: `${tag}-${at}@race.example`,
            phonenum: '+1 312 555 0199',
            password: 'fresh paint 7',
            companyname: `Same ${tag}`,
            userType: 'userdownline',
          },
          { host: h.cast.hosts.root, ip: `198.19.${races}.${at}` },
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(some(8).map(() => 200))
    const ids = await h.db.user.findIdsByLogin(
      root.id,
      some(8).map((at) => `${tag}-${at}@race.example`),
    )
    const users = await h.db.user.findMany([...ids.values()])
    const companies = await Promise.all(users.map(({ companyId }) => h.db.company.get(companyId)))
    const hosts = companies.map(({ subdomain }) => `${subdomain}.localhost`)
    expect(new Set(hosts).size).toBe(8)
    expect(await served(hosts)).toHaveLength(8)
  })
})
