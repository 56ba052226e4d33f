// Everything that only one can have, wanted by several at once: afterwards exactly one value resolves, and the person who lost is
// told so, with the field.
import { describe, expect, it } from 'vitest'
import { editCompany } from '#functions/domain/companies/edit.ts'
import { messages } from '#shared/messages.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { stageOf } from '../companies/stage.ts'
import { expectOneOf } from './races.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight } = h.cast
const now = () => h.services.now()
const some = (count: number) => Array.from({ length: count }, (_, at) => at)
let races = 0
const next = () => `race${++races}`

/** Addresses of a scope that sign in. */
const signIn = async (scopeId: string, emails: readonly string[]) => [
  ...(await h.db.user.findIdsByLogin(scopeId, emails)).entries(),
]
const served = async (hosts: readonly string[]) =>
  (await Promise.all(hosts.map(async (host) => [host, await h.db.domain.findCompanyId(host)] as const))).filter(
    ([, companyId]) => companyId,
  )
const counted = (outcomes: readonly unknown[]) =>
  Object.fromEntries([...new Set(outcomes)].map((one) => [String(one), outcomes.filter((each) => each === one).length]))

describe.each([2, 8])('%i at once', (count) => {
  it('change the address of one person, each to another one, by every caller', async () => {
    const tag = next()
    const { company, user } = await plant(root, `Agency ${tag}`)
    const emails = some(count).map((at) => `${tag}-${at}@race.example`)
    const outcomes = await Promise.all(
      emails.map(async (email, at) => {
        if (at % 3 === 0) {
          const edit = { company, user, scopeId: root.id, companyChanges: {}, userChanges: { email }, now: now() }
          return (await h.db.tenancy.change(edit)) === 'changed'
        }
        if (at % 3 === 1)
          return (await h.db.staff.change({ company, user, changes: { email, name: `Name ${at}` } })) === 'changed'
        return h.db.user.changeEmail(user, email, root.id, now())
      }),
    )
    expect(counted(outcomes)).toEqual({ true: 1, false: count - 1 })
    const after = await h.db.user.findFresh(user.id)
    expect(await signIn(root.id, [user.email, ...emails])).toEqual([[after?.email, user.id]])
    expect((await h.db.node.find(root.id, company.id))?.email).toBe(after?.email)
  })

  it('change the address of a company, and are told which field was changed', async () => {
    const tag = next()
    const { company, user } = await plant(northlight, `Client ${tag}`)
    const emails = some(count).map((at) => `${tag}-${at}@race.example`)
    const outcomes = await Promise.all(
      emails.map((email) => {
        const edit = { company, user, scopeId: northlight.id, companyChanges: {}, userChanges: { email }, now: now() }
        return h.db.tenancy.change(edit)
      }),
    )
    expect(counted(outcomes)).toEqual({ changed: 1, email_changed: count - 1 })
    const after = await h.db.user.findFresh(user.id)
    expect(await signIn(northlight.id, [user.email, ...emails])).toEqual([[after?.email, user.id]])
  })

  it('want the same new address', async () => {
    const tag = next()
    const email = `${tag}@race.example`
    const people = await Promise.all(some(count).map((at) => plant(northlight, `Client ${tag} ${at}`)))
    const outcomes = await Promise.all(
      people.map(({ company, user }) => {
        const edit = { company, user, scopeId: northlight.id, companyChanges: {}, userChanges: { email }, now: now() }
        return h.db.tenancy.change(edit)
      }),
    )
    expect(counted(outcomes)).toEqual({ changed: 1, email_taken: count - 1 })
    const [[, holder] = []] = await signIn(northlight.id, [email])
    const all = await Promise.all(people.map(({ user }) => h.db.user.findFresh(user.id)))
    expect(all.filter((user) => user?.email === email).map((user) => user?.id)).toEqual([holder])
    // Who lost keeps what they had.
    for (const { user } of people)
      expect(await signIn(northlight.id, [user.email])).toEqual(user.id === holder ? [] : [[user.email, user.id]])
  })

  it('edit a name while the address changes: no old address comes back', async () => {
    const tag = next()
    const { company, user } = await plant(northlight, `Client ${tag}`)
    const email = `${tag}@race.example`
    const edit = { company, user, scopeId: northlight.id, companyChanges: {}, userChanges: {}, now: now() }
    await Promise.all([
      h.db.user.changeEmail(user, email, northlight.id, now()),
      ...some(count).map((at) => h.db.tenancy.change({ ...edit, userChanges: { name: `Name ${at}` } })),
    ])
    const after = await h.db.user.findFresh(user.id)
    expect(await signIn(northlight.id, [user.email, email])).toEqual([[after?.email, user.id]])
  })

  it('end a person or a company while the address changes: nothing of them signs in', async () => {
    const tag = next()
    const { company, user } = await plant(northlight, `Client ${tag}`)
    const email = `${tag}@race.example`
    const node = await h.db.node.find(northlight.id, company.id)
    if (!node) throw new Error('A planted company is listed.')
    const people = [{ user, scopeId: northlight.id }]
    const [isMoved, isEnded] = await Promise.all([
      h.db.user.changeEmail(user, email, northlight.id, now()),
      ...some(count).map(() => h.db.tenancy.retire({ company, node, people, hosts: [], now: now() })),
    ])
    const after = await h.db.user.findFresh(user.id)
    const isGone = after?.status === 'disabled'
    expect([isMoved || isEnded, await signIn(northlight.id, [user.email, email])]).toEqual([
      expect.anything(),
      isGone ? [] : [[after?.email, user.id]],
    ])
  })

  it('change the sub-domain of one agency, each to another one', async () => {
    const tag = next()
    const { company, user, host } = await plant(root, `Agency ${tag}`)
    const wanted = some(count).map((at) => `${tag}-${at}`)
    const answers = await Promise.all(
      wanted.map((DownlineSubDomain) =>
        h.call('olive', 'companies.update', {
          ClientID: user.id,
          ClientCompanyName: company.name,
          ClientFullName: user.name,
          ClientEmail: user.email,
          ClientPhone: '(312) 555-0199',
          DownlineSubDomain,
          action: 'downline' as const,
        }),
      ),
    )
    const now = await h.db.company.findFresh(company.id)
    expect(await served([host, ...wanted.map((name) => `${name}.localhost`)])).toEqual([
      [`${now?.subdomain}.localhost`, company.id],
    ])
    // Who came after the one before was done is served, too: then theirs is the only one that is left.
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ fields: { DownlineSubDomain: expect.any(String) } }),
      ])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })

  it('change the sub-domain as it was read, each to another one: one does', async () => {
    const tag = next()
    const { company, user, host } = await plant(root, `Agency ${tag}`)
    const wanted = some(count).map((at) => `${tag}-${at}`)
    const outcomes = await Promise.all(
      wanted.map((subdomain) =>
        h.db.tenancy.change({
          company,
          user,
          scopeId: root.id,
          companyChanges: { subdomain },
          userChanges: {},
          now: now(),
          host: { from: host, to: `${subdomain}.localhost` },
        }),
      ),
    )
    expect(counted(outcomes)).toEqual({ changed: 1, host_changed: count - 1 })
    expect(await served([host, ...wanted.map((name) => `${name}.localhost`)])).toHaveLength(1)
  })

  it('give one agency the same new sub-domain: nobody is told that somebody else has it', async () => {
    const tag = next()
    const { company, user } = await plant(root, `Agency ${tag}`)
    const save = () =>
      h.call('olive', 'companies.update', {
        ClientID: user.id,
        ClientCompanyName: company.name,
        ClientFullName: user.name,
        ClientEmail: user.email,
        ClientPhone: '(312) 555-0199',
        DownlineSubDomain: tag,
        action: 'downline' as const,
      })
    const answers = await Promise.all(some(count).map(save))
    expect(answers.filter(({ status }) => ![200, 409].includes(status)).map(({ body }) => body)).toEqual([])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    // Who read the agency before the name was its own comes to it after.
    const form = {
      companyName: company.name,
      fullName: user.name,
      email: user.email,
      subdomain: tag,
      settings: {},
      settingsOf: async () => ({}),
    }
    const phone = { national: '3125550199', countryCode: 'US', callingCode: '+1' }
    const late = editCompany(
      { db: h.db, now, newId: h.services.newId, platformDomain: 'localhost' },
      { company, parent: root, user },
      { ...form, phone },
    )
    await expect(late).rejects.toMatchObject({ code: 'conflict', fields: { subdomain: messages.changedMeanwhile } })
  })

  it('want the same sub-domain', async () => {
    const tag = next()
    const agencies = await Promise.all(some(count).map((at) => plant(root, `Agency ${tag} ${at}`)))
    const answers = await Promise.all(
      agencies.map(({ company, user }) =>
        h.call('olive', 'companies.update', {
          ClientID: user.id,
          ClientCompanyName: company.name,
          ClientFullName: user.name,
          ClientEmail: user.email,
          ClientPhone: '(312) 555-0199',
          DownlineSubDomain: tag,
          action: 'downline' as const,
        }),
      ),
    )
    expectOneOf(answers, 'DownlineSubDomain')
    const holders = await Promise.all(agencies.map(({ company }) => h.db.company.findFresh(company.id)))
    const winner = holders.find((company) => company?.subdomain === tag)
    expect(await served([`${tag}.localhost`])).toEqual([[`${tag}.localhost`, winner?.id]])
  })

  it('prove the same domain of their own', async () => {
    const tag = next()
    const host = `${tag}.agency-race.com`
    const agencies = await Promise.all(some(count).map((at) => plant(root, `Agency ${tag} ${at}`)))
    const { newDomainFacts } = await import('#shared/model/custom-domain.ts')
    const wishes = agencies.map(({ company }) =>
      newDomainFacts({ host, companyId: company.id, replaces: null, proof: tag, provenAt: null }, now()),
    )
    // Everybody may ask; nobody holds the host by it.
    expect(counted(await Promise.all(wishes.map((facts) => h.db.customDomain.ask(facts, undefined))))).toEqual({
      kept: count,
    })
    expect(await h.db.domain.findHolder(host)).toBeUndefined()
    const claims = await Promise.all(
      wishes.map((facts) => h.db.customDomain.claim({ facts, version: 1 }, { ...facts, provenAt: now() }, now())),
    )
    const isKept = claims.map((claim) => claim !== undefined && claim !== 'taken')
    expect(isKept.filter(Boolean)).toHaveLength(1)
    const winner = agencies[isKept.indexOf(true)]?.company.id
    expect((await h.db.domain.findHolder(host))?.companyId).toBe(winner)
    for (const { company } of agencies)
      expect((await h.db.customDomain.find(company.id, host))?.facts.provenAt !== null).toBe(company.id === winner)
  })

  it('make a client, a colleague, a group and an audience of one name, a role, a coupon and a plan', async () => {
    const tag = next()
    const email = `${tag}@race.example`
    const person = { ClientFullName: 'Rita Race', ClientEmail: email, ClientPhone: '(312) 555-0199' }
    const at = some(count)
    const clients = await Promise.all(
      at.map((i) =>
        h.call('ada', 'companies.create', { companyID: northlight.id, ClientCompanyName: `${tag} ${i}`, ...person }),
      ),
    )
    expectOneOf(clients, 'ClientEmail')
    expect(await signIn(northlight.id, [email])).toHaveLength(1)

    const groups = await Promise.all(
      at.map((i) =>
        h.call('ada', 'campaigns.saveGroup', {
          companyID: northlight.id,
          companyGroupName: i % 2 ? tag.toUpperCase() : tag,
          moduleID: 'local',
        }),
      ),
    )
    expectOneOf(groups, 'companyGroupName')
    expect((await h.db.companyGroup.list(northlight.id)).filter(({ name }) => name.toLowerCase() === tag)).toHaveLength(
      1,
    )

    const audience = { leadspeek_type: 'locator' as const, keywords: ['roof'], area: 'states' as const, states: ['IL'] }
    const audiences = await Promise.all(
      at.map(() => h.call('ada', 'audiences.save', { companyID: northlight.id, name: tag, ...audience })),
    )
    expectOneOf(audiences, 'name')
    expect((await h.db.audience.list(northlight.id)).filter(({ name }) => name === tag)).toHaveLength(1)

    const colleague = { ...samples['companies.create'](h.cast, 'ada'), ...person, ClientEmail: `staff.${email}` }
    const staff = await Promise.all(
      at.map(() => h.call('ada', 'companies.create', { ...colleague, userType: 'user', companyID: northlight.id })),
    )
    expectOneOf(staff, 'ClientEmail')
    const role = { ...samples['roles.save'](h.cast, 'ada'), roleName: tag }
    expectOneOf(await Promise.all(at.map(() => h.call('ada', 'roles.save', role))), 'roleName')
    expect((await h.db.role.find(northlight.id)).roles.filter(({ name }) => name === tag)).toHaveLength(1)
    const coupon = { ...samples['pricing.createCoupon'](h.cast, 'olive'), code: tag.toUpperCase() }
    expectOneOf(await Promise.all(at.map(() => h.call('olive', 'pricing.createCoupon', coupon))), 'code')
    const plan = { ...samples['pricing.createPlan'](h.cast, 'olive'), planName: tag }
    expectOneOf(await Promise.all(at.map(() => h.call('olive', 'pricing.createPlan', plan))), 'planName')
  })

  it('make an API key of one name', async () => {
    const name = next()
    const { company } = await plant(root, `Agency ${name}`)
    await h.db.company.update(company.id, { apiMode: true, hasDeveloperAgreement: true })
    const ask = (each: string) =>
      h.call('olive', 'developer.generate', {
        company_id: company.id,
        name: each,
        subdomain: company.subdomain ?? '',
        email: h.cast.users.ada.email,
        scopes: ['leads:read'],
      })
    const answers = await Promise.all(some(count).map((at) => ask(at % 2 ? name.toUpperCase() : name)))
    // Who came a moment later has replaced the secret of the first.
    expect(answers.filter(({ status }) => ![200, 409].includes(status)).map(({ body }) => body)).toEqual([])
    for (const { status, body } of answers) if (status === 409) expect(Object.keys(body.fields ?? {})).toEqual(['name'])
    const [key, ...more] = await h.db.apiKey.list(company.id)
    expect([key?.name.toLowerCase(), more]).toEqual([name, []])
    // A name that looks alike is another one, and one that was removed is free.
    expect((await ask(`${name}é`)).status).toBe(200)
    expect((await ask(`${name}e`)).status).toBe(200)
    expect(await h.db.apiKey.list(company.id)).toHaveLength(3)
    await h.db.apiKey.removeThoseUntil(company.id, Infinity)
    expect((await ask(name)).status).toBe(200)
  })

  it('rename two plans, groups and audiences to one name, or one to several', async () => {
    const tag = next()
    const plan = (name: string) => ({
      rootId: root.id,
      id: h.services.newId('plan'),
      name,
      monthsCents: [100],
      flatMonthCents: 100,
      createdAt: now(),
      endedAt: null,
    })
    const one = plan(`${tag} one`)
    await h.db.minimumSpend.create(one)
    const changes = { monthsCents: [200], flatMonthCents: 200 }
    const renamed = await Promise.all([
      ...some(count).map((at) => h.db.minimumSpend.update(one, { ...changes, name: `${tag} ${at}` }, now())),
    ])
    expect(counted(renamed)).toEqual({ changed: 1, changed_meanwhile: count - 1 })
    const kept = `${tag} ${renamed.indexOf('changed')}`
    // All names but the kept one are free again.
    for (const name of [one.name, ...some(count).map((at) => `${tag} ${at}`)])
      expect([name, await h.db.minimumSpend.create(plan(name))]).toEqual([name, name !== kept])
    // Who ends a plan as it was called before frees nobody else's name.
    expect(await h.db.minimumSpend.end(one, now())).toBe(false)
    expect(await h.db.minimumSpend.create(plan(one.name))).toBe(false)

    const group = { companyId: northlight.id, id: h.services.newId('group'), name: `${tag} group`, moduleId: 'local' }
    expect(await h.db.companyGroup.create(group)).toBe(true)
    const names = some(count).map((at) => ({ name: `${tag} group ${at}`, moduleId: 'local' }))
    const moved = await Promise.all(names.map((name) => h.db.companyGroup.update(group, name)))
    expect(counted(moved)).toEqual({ changed: 1, gone: count - 1 })
    const winner = names[moved.indexOf('changed')]?.name
    for (const name of [{ name: group.name, moduleId: 'local' }, ...names])
      expect([name.name, await h.db.companyGroup.create({ ...group, ...name, id: h.services.newId('group') })]).toEqual(
        [name.name, name.name !== winner],
      )
  })
})
