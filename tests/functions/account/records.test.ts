// What lies in the table about sign-ins and one-time secrets: enough to check them, and nothing to use them with.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { issueToken } from '#functions/domain/security/one-time.ts'
import type { Company } from '#shared/model/company.ts'
import { countUnits } from '../../bench/units.ts'
import { harness } from '../../support/harness.ts'
import { secondStep } from '../security/second-step.ts'

const h = await harness()
const step = secondStep(h)

async function everything(): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await h.services.table.client.send(
      new ScanCommand({ TableName: h.services.table.name, ExclusiveStartKey }),
    )
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}
const of = (items: Record<string, unknown>[], entity: string) => items.filter((item) => item.__edb_e__ === entity)

describe('the records of signing in', () => {
  it('ENT-038 keeps of a session whose it is, a hash, its end, its device and its address', async () => {
    const { access_token, refresh_token } = (await h.signIn('cleo', { ip: '198.51.100.77' })).body
    const items = await everything()
    const [, sessionId] = refresh_token.split('.')
    expect(of(items, 'session').find(({ id }) => id === sessionId)).toMatchObject({
      userId: h.cast.users.cleo.id,
      tokenHash: expect.any(String),
      generation: 1,
      endsAt: expect.any(Number),
      device: 'vitest',
      ip: '198.51.100.77',
    })
    const secret = refresh_token.split('.').at(-1) ?? ''
    for (const text of [access_token, refresh_token, secret]) expect(JSON.stringify(items)).not.toContain(text)
  })

  it('ENT-039 keeps of reset, sign-on and one-time codes only hashes, their end, and when they were used', async () => {
    const about = {
      userId: h.cast.users.ada.id,
      tenantId: h.cast.northlight.id,
      subject: 'x',
      lifeMs: 60_000,
      now: Date.now(),
    }
    const plain = [
      await issueToken(h.db, { ...about, kind: 'resetPassword' }),
      await issueToken(h.db, { ...about, kind: 'sso' }),
    ]
    const recovery = await step.turnOnMail('lola')
    const otp = await step.tokenFor('lola')
    const code = await step.mailedCode('lola')
    const before = await everything()
    const secret = otp.split('.').at(-1) ?? ''
    for (const text of [...plain, otp, secret, ...recovery]) expect(JSON.stringify(before)).not.toContain(text)
    const [row] = of(before, 'otpChallenge')
    expect(row).toMatchObject({
      tokenHash: expect.any(String),
      codeHash: expect.any(String),
      endsAt: expect.any(Number),
    })
    expect(Object.values(row ?? {})).not.toContain(code)
    await step.verify('lola', otp, code)
    const [used] = of(await everything(), 'otpChallenge')
    expect(used?.usedAt).toEqual(expect.any(Number))
    for (const token of of(before, 'token'))
      expect(token).toMatchObject({ hash: expect.any(String), endsAt: expect.any(Number) })
  })
})

describe('public.domainInfo', () => {
  const { root, northlight, hosts } = h.cast
  const info = async (host: string) => (await h.call(null, 'public.domainInfo', {}, { host })).body

  it('ENT-016 ENT-017 names system, root company and its main person', async () => {
    const { data } = await info(hosts.northlight)
    expect(data).toMatchObject({
      idsys: root.id,
      masteridsys: root.id,
      company_root_name: root.name,
      company_root_legal: root.legalName,
      company_root_nameshort: root.brand.shortName,
      company_root_address: root.address.street,
      company_root_city: root.address.city,
      company_root_zip: root.address.zip,
      company_root_state_code: root.address.stateCode,
      company_root_state_name: root.address.stateName,
      company_root_phone: root.phone,
      subdomain: northlight.subdomain,
      domain: expect.stringContaining(String(northlight.subdomain)),
      userrootname: expect.stringMatching(/Operator/),
      userrootemail: root.email,
      userrootaddress: root.address.street,
    })
  })

  it('names no operator any more who was removed', async () => {
    const named = async () => (await info(hosts.northlight)).data.userrootname
    const first = await named()
    const operators = Object.values(h.cast.users).filter(({ isSystemUser }) => isSystemUser)
    const gone = operators.find(({ name }) => name === first)
    expect(operators.length).toBeGreaterThan(1)
    await h.db.user.update(gone?.id ?? '', { status: 'disabled' })
    expect([first, await named()]).toEqual([gone?.name, operators.find(({ name }) => name !== first)?.name])
    await h.db.user.update(gone?.id ?? '', { status: 'active' })
  })

  it('costs the same however many people work for the root', async () => {
    const counter = countUnits(h.services.table)
    const cost = async () => {
      h.forgetTenants()
      return (await counter.of(() => info(hosts.northlight))).units
    }
    const before = await cost()
    const { users } = h.cast
    for (let each = 0; each < 30; each++) {
      const id = h.services.newId('user')
      const like = each % 2 === 0 ? users.otto : users.sam
      const status = each < 5 ? 'disabled' : 'active'
      await h.db.staff.create(root, { ...like, id, email: `${id}@many.example`, name: `${each} of many`, status })
    }
    expect(await cost()).toEqual(before)
    // More are gone than one request reads.
    const set = async (status: 'active' | 'disabled') => {
      for (const { id } of [users.olive, users.otto]) await h.db.user.update(id, { status })
      return (await info(hosts.northlight)).data.userrootname
    }
    expect(await set('disabled')).toBe('6 of many')
    expect(await set('active')).toMatch(/Operator/)
  })

  it('ENT-019 ENT-020 tells of the payment account, and whose system this is', async () => {
    const requirements: Partial<Company> = { accountRequirements: ['external_account'], chargesEnabled: false }
    await h.db.company.update(northlight.id, requirements)
    h.forgetTenants()
    const agency = await info(hosts.northlight)
    expect(agency.data).toMatchObject({
      charges_enabled: false,
      payouts_enabled: true,
      account_requirements: ['external_account'],
      rootcomp: 'F',
      agencyplatformroot: 'T',
    })
    expect((await info(hosts.root)).data).toMatchObject({ rootcomp: 'T', agencyplatformroot: 'F' })
    expect(agency.paymenttermlist.map(({ value }) => value)).toEqual(['Weekly', 'Monthly', 'One Time', 'Prepaid'])
  })

  it('ENT-021 carries the menus of root and tenant', async () => {
    const { rootsidemenu, sidemenu, agencysidebar } = await info(hosts.copper)
    expect(rootsidemenu.local).toEqual({ name: 'Site ID', url: 'siteid' })
    expect(sidemenu).toEqual({
      local: { name: 'Visitor Radar', url: 'radar' },
      locator: { name: 'Intent Finder', url: 'intent' },
    })
    expect(agencysidebar).toEqual(sidemenu)
  })
})
