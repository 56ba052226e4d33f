import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { COMPANY_SCOPE } from '#functions/data/exclusions/list.ts'
import { findExclusion, forgetLists, KnownLists } from '#functions/domain/exclusions/check.ts'
import { MINUTE } from '#shared/dates.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { services, db } = stage

beforeEach(forgetLists)

async function companyWith(rows: string[]): Promise<string> {
  const company = await stage.newCompany()
  await stage.work(await stage.arrive(company, lines(rows)))
  return company
}

describe('findExclusion', () => {
  it('EXC-007 finds an address in each form in which a list may hold it', async () => {
    const forms = {
      md5: ['plain@x.example', hash('md5', 'm@x.example').toUpperCase()],
      sha1: [hash('sha1', 's1@x.example')],
      sha256: [hash('sha256', 's2@x.example')],
    }
    const company = await companyWith(Object.values(forms).flat())
    const find = (email: string) => findExclusion(services, [company], email)
    expect(await find(' Plain@X.example ')).toEqual({ companyId: company, kind: 'md5' })
    expect(await find('m@x.example')).toEqual({ companyId: company, kind: 'md5' })
    expect(await find('s1@x.example')).toEqual({ companyId: company, kind: 'sha1' })
    expect(await find('S2@X.EXAMPLE')).toEqual({ companyId: company, kind: 'sha256' })
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
    const find = (email: string) => findExclusion(services, [company], email)
    for (const name of ['own', 'ascii', 'both'])
      for (const domain of ['bücher.example', 'xn--bcher-kva.example', 'BÜCHER.example', 'XN--BCHER-KVA.example'])
        expect(await find(`${name}@${domain}`), domain).toEqual({ companyId: company, kind: 'md5' })
    expect(await find('müller@xn--bcher-kva.example')).toEqual({ companyId: company, kind: 'sha256' })
    expect(await find('other@bücher.example')).toBeUndefined()
    expect(await find('own@bucher.example')).toBeUndefined()
  })

  it('says whose list it was, the first in the order asked', async () => {
    const [root, agency, client] = [
      await companyWith(['a@x.example']),
      await companyWith(['a@x.example', 'b@x.example']),
      await companyWith(['c@x.example']),
    ]
    const find = async (email: string) =>
      (await findExclusion(services, [root, { id: agency }, client], email))?.companyId
    expect([await find('a@x.example'), await find('b@x.example'), await find('c@x.example')]).toEqual([
      root,
      agency,
      client,
    ])
    expect(await find('d@x.example')).toBeUndefined()
  })

  it('EXC-024+ does not look into the list of another company', async () => {
    await companyWith(['a@x.example'])
    const empty = await stage.newCompany()
    expect(await findExclusion(services, [empty], 'a@x.example')).toBeUndefined()
    expect(await findExclusion(services, [], 'a@x.example')).toBeUndefined()
  })

  it('gives every right answer and no wrong one', async () => {
    const listed = addresses(3000)
    const company = await companyWith(listed)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6000 }), async (number) => {
        const found = await findExclusion(services, [company], `person${number}@example.com`)
        expect(Boolean(found)).toBe(number < 3000)
      }),
      { numRuns: 200 },
    )
  })

  it('sees an import and a purge a minute later, without being told', async () => {
    const company = await stage.newCompany()
    const lists = new KnownLists()
    let now = services.now()
    const find = async () => Boolean(await findExclusion({ db, now: () => now }, [company], 'a@x.example', lists))
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
      Boolean(await findExclusion({ db, now: () => now }, [company], 'person7@example.com', lists))
    expect(await find()).toBe(true)
    await stage.work(await stage.arrive(company, lines(addresses(900, 100))))
    expect((await db.exclusion.get(company, COMPANY_SCOPE)).garbage).toHaveLength(1)
    expect(await find()).toBe(true)
  })
})
