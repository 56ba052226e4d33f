import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { findExclusion, findExclusions, forgetLists, KnownLists, listsOf } from '#functions/domain/exclusions/check.ts'
import { MINUTE } from '#shared/dates.ts'
import { COMPANY_SCOPE, type ExclusionLevel, exclusionLevels } from '#shared/model/exclusion.ts'
import { addresses, hash, lines, listOf, startStage } from './stage.ts'

const stage = await startStage()
const { services, db } = stage

beforeEach(forgetLists)

async function companyWith(rows: string[]): Promise<string> {
  const company = await stage.newCompany()
  if (rows.length > 0) await stage.work(await stage.arrive(company, lines(rows)))
  return company
}

/** The companies above a campaign, each with a list of its own, and the campaign's own list. */
async function campaignWith(rows: Partial<Record<ExclusionLevel, string[]>>) {
  const [rootId, agencyId, companyId] = await Promise.all(
    (['platform', 'agency', 'client'] as const).map((level) => companyWith(rows[level] ?? [])),
  )
  if (!rootId || !agencyId || !companyId) throw new Error('There are three.')
  const id = services.newId('campaign')
  if (rows.campaign) await stage.work(await stage.arrive(companyId, lines(rows.campaign), { campaignType: id }))
  return { rootId, agencyId, companyId, id }
}

describe('findExclusion', () => {
  it('EXC-007 finds an address in each form in which a list may hold it', async () => {
    const forms = {
      md5: ['plain@x.example', hash('md5', 'm@x.example').toUpperCase()],
      sha1: [hash('sha1', 's1@x.example')],
      sha256: [hash('sha256', 's2@x.example')],
    }
    const company = await companyWith(Object.values(forms).flat())
    const find = (email: string) => findExclusion(services, [listOf(company)], [email])
    expect(await find(' Plain@X.example ')).toMatchObject({ companyId: company, kind: 'md5' })
    expect(await find('m@x.example')).toMatchObject({ companyId: company, kind: 'md5' })
    expect(await find('s1@x.example')).toMatchObject({ companyId: company, kind: 'sha1' })
    expect(await find('S2@X.EXAMPLE')).toMatchObject({ companyId: company, kind: 'sha256' })
    expect(await find('other@x.example')).toBeUndefined()
  })

  it('finds both spellings of an international domain, whichever the list holds', async () => {
    const rows = [
      'own@bücher.example',
      'ascii@xn--bcher-kva.example',
      'both@bücher.example',
      'both@xn--bcher-kva.example',
    ]
    const company = await companyWith([...rows, hash('sha256', 'müller@bücher.example')])
    const find = (email: string) => findExclusion(services, [listOf(company)], [email])
    for (const name of ['own', 'ascii', 'both'])
      for (const domain of ['bücher.example', 'xn--bcher-kva.example', 'BÜCHER.example', 'XN--BCHER-KVA.example'])
        expect(await find(`${name}@${domain}`), domain).toMatchObject({ companyId: company, kind: 'md5' })
    expect(await find('müller@xn--bcher-kva.example')).toMatchObject({ companyId: company, kind: 'sha256' })
    expect(await find('other@bücher.example')).toBeUndefined()
    expect(await find('own@bucher.example')).toBeUndefined()
  })

  it('CMP-53+ says at which level a list names the person, and whose it is, the widest first', async () => {
    const campaign = await campaignWith({
      platform: ['a@x.example'],
      agency: ['a@x.example', 'b@x.example'],
      client: ['b@x.example', 'c@x.example'],
      campaign: ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    })
    const find = (email: string) => findExclusion(services, listsOf(campaign), [email])
    const { rootId, agencyId, companyId, id } = campaign
    const kept = { kind: 'md5' }
    expect(await find('a@x.example')).toEqual({ level: 'platform', companyId: rootId, scope: COMPANY_SCOPE, ...kept })
    expect(await find('b@x.example')).toEqual({ level: 'agency', companyId: agencyId, scope: COMPANY_SCOPE, ...kept })
    expect(await find('c@x.example')).toEqual({ level: 'client', companyId, scope: COMPANY_SCOPE, ...kept })
    expect(await find('d@x.example')).toEqual({ level: 'campaign', companyId, scope: id, ...kept })
    expect(await find('e@x.example')).toBeUndefined()
  })

  it('CMP-53+ finds any form of any address of a person at every level', async () => {
    const forms = (email: string) => [
      ` ${email.toUpperCase()} `,
      ...(['md5', 'sha1', 'sha256'] as const).map((kind) => hash(kind, email.toLowerCase())),
    ]
    for (const level of exclusionLevels) {
      for (const [number, row] of forms(`${level}@x.example`).entries()) {
        const campaign = await campaignWith({ [level]: [row] })
        const others = ['one@x.example', 'two@x.example']
        for (const place of [0, 1, 2]) {
          const emails = others.toSpliced(place, 0, `${level}@x.example`)
          const found = await findExclusion(services, listsOf(campaign), emails)
          expect(found?.level, `${level}, form ${number}, place ${place}`).toBe(level)
        }
        expect(await findExclusion(services, listsOf(campaign), others)).toBeUndefined()
      }
    }
  })

  it('CMP-53+ answers for many people in their order, as it does for each alone', async () => {
    const campaign = await campaignWith({
      platform: addresses(3),
      agency: addresses(3, 3).map((email) => hash('sha1', email)),
      client: addresses(3, 6).map((email) => hash('sha256', email)),
      campaign: addresses(300, 9),
    })
    const people = [
      ...addresses(40).map((email) => [email]),
      ['nobody@x.example', 'person4@example.com'],
      [],
      ['person8@example.com', 'person1@example.com'],
      ['nobody@x.example'],
    ]
    const found = await findExclusions(services, listsOf(campaign), people)
    expect(found).toHaveLength(people.length)
    for (const [number, emails] of people.entries())
      expect(found[number], String(emails)).toEqual(await findExclusion(services, listsOf(campaign), emails))
    expect(found.slice(0, 12).map((match) => match?.level)).toEqual(
      exclusionLevels.flatMap((level) => [level, level, level]),
    )
    expect(found.slice(-4).map((match) => match?.level)).toEqual(['agency', undefined, 'platform', undefined])
    expect(await findExclusions(services, listsOf(campaign), [])).toEqual([])
  })

  it('keeps the list of one campaign away from the others of its client', async () => {
    const campaign = await campaignWith({ campaign: ['a@x.example'] })
    const sibling = { ...campaign, id: services.newId('campaign') }
    expect(await findExclusion(services, listsOf(sibling), ['a@x.example'])).toBeUndefined()
  })

  it('EXC-024+ does not look into the list of another company', async () => {
    await companyWith(['a@x.example'])
    const empty = await stage.newCompany()
    expect(await findExclusion(services, [listOf(empty)], ['a@x.example'])).toBeUndefined()
    expect(await findExclusion(services, [], ['a@x.example'])).toBeUndefined()
  })

  it('gives every right answer and no wrong one', async () => {
    const listed = addresses(3000)
    const company = await companyWith(listed)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6000 }), async (number) => {
        const found = await findExclusion(services, [listOf(company)], [`person${number}@example.com`])
        expect(Boolean(found)).toBe(number < 3000)
      }),
      { numRuns: 200 },
    )
  })

  it('sees an import and a purge a minute later, without being told', async () => {
    const company = await stage.newCompany()
    const lists = new KnownLists()
    let now = services.now()
    const find = async () =>
      Boolean(await findExclusion({ db, now: () => now }, [listOf(company)], ['a@x.example'], lists))
    expect(await find()).toBe(false)
    await stage.work(await stage.arrive(company, lines(['a@x.example'])))
    now += MINUTE
    expect(await find()).toBe(true)
    await db.exclusion.purge(company, COMPANY_SCOPE, services.now())
    now += MINUTE
    expect(await find()).toBe(false)
  })

  it('still finds an address while its list is spread anew under a reader that remembers the old place', async () => {
    const company = await companyWith(addresses(100))
    const lists = new KnownLists()
    const now = services.now()
    const find = async () =>
      Boolean(await findExclusion({ db, now: () => now }, [listOf(company)], ['person7@example.com'], lists))
    expect(await find()).toBe(true)
    await stage.work(await stage.arrive(company, lines(addresses(900, 100))))
    expect((await db.exclusion.get(company, COMPANY_SCOPE)).garbage).toHaveLength(1)
    expect(await find()).toBe(true)
  })
})
