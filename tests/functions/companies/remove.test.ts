import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { samples } from '../../support/samples.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { list, plant } = stageOf(h)
const { root, northlight, brightSmiles } = h.cast
const signIn = (username: string, host: string) =>
  h.call(null, 'session.login', { username, password: 'correct horse 42' }, { host })
const paths = ({ company, user }: { company: { id: string }; user: { id: string } }) => ({
  companyId: company.id,
  userId: user.id,
})

describe('companies.remove', () => {
  it('CLI-18 AGL-48 ends a client: the row goes, and whoever is signed in is out', async () => {
    const client = await plant(northlight, 'Leaving Client')
    const login = await signIn(client.user.email, h.cast.hosts.northlight)
    const token = 'access_token' in login.body ? login.body.access_token : ''
    expect(
      (await h.call(null, 'account.me', { id: client.user.id }, { token, host: h.cast.hosts.northlight })).status,
    ).toBe(200)
    const { status, body } = await h.call('ada', 'companies.remove', paths(client))
    expect([status, body.result, body.message]).toEqual([200, 'success', 'Deleted!'])
    expect((await list('ada', { companyId: northlight.id, search: 'leaving' })).body.total).toBe(0)
    expect(
      (await h.call(null, 'account.me', { id: client.user.id }, { token, host: h.cast.hosts.northlight })).status,
    ).toBe(401)
    expect((await signIn(client.user.email, h.cast.hosts.northlight)).status).toBe(401)
    // Somebody who had the form open meanwhile makes no campaign for nobody.
    const late = await h.call('ada', 'campaigns.create', {
      companyID: client.company.id,
      leadspeekType: 'locator',
      campaignName: 'Too late',
      locatorkeyword: ['roof repair'],
      nationaltargeting: 'T',
    })
    expect([late.status, late.body.message]).toEqual([409, 'This company was removed.'])
    expect((await h.db.company.get(client.company.id)).deletedAt).not.toBeNull()
    const again = await h.call('ada', 'companies.create', {
      ClientCompanyName: 'Back Again',
      ClientFullName: 'Bea Back',
      ClientEmail: client.user.email,
    })
    expect(again.status).toBe(200)
  })

  it('leaves nothing new with a client that is gone, whose erasure nobody repeats, and what it had can still be read', async () => {
    const client = await plant(northlight, 'Gone Client')
    expect((await h.call('ada', 'companies.remove', paths(client))).status).toBe(200)
    const { id } = client.company
    const late = await Promise.all([
      h.call('ada', 'exclusions.upload', { ClientCompanyID: id, campaigntype: 'client', filename: 'list.csv' }),
      h.call('ada', 'exclusions.addEntry', { companyId: id, campaignType: 'client', record: 'late@people.example' }),
      h.call('ada', 'audiences.save', { ...samples['audiences.save'](h.cast, 'ada'), companyID: id }),
      h.call('ada', 'integrations.connectTool', {
        ...samples['integrations.connectTool'](h.cast, 'ada'),
        company_id: id,
      }),
    ])
    for (const { status, body } of late)
      expect([status, body.message, body.fields]).toEqual([409, 'This company was removed.', undefined])
    expect(await h.db.upload.listRecent(id, 5)).toEqual([])
    const read = await h.call('ada', 'exclusions.findEntry', {
      companyId: id,
      campaignType: 'client',
      record: 'late@people.example',
    })
    expect(read.status).toBe(200)
    // What takes something away goes on, and so does what people ask for about themselves.
    const gone = await h.call('ada', 'exclusions.removeEntry', {
      companyId: id,
      campaignType: 'client',
      record: 'late@people.example',
    })
    const person = await h.call('ada', 'exclusions.requestPerson', {
      ...samples['exclusions.requestPerson'](h.cast, 'ada'),
      company_id: id,
    })
    expect(gone.status).toBe(404)
    expect(person.body.fields).toEqual({ company_id: 'Ask for it at the agency of this client.' })
  })

  it('AGL-49 CLI-28 is refused while a campaign runs, and frees the sub-domain of an agency', async () => {
    const agency = await plant(root, 'Leaving Agency')
    const client = await plant(agency.company, 'Its Client')
    const campaign = await plantCampaign(h.db, {
      ...h.cast.campaigns.peak,
      id: h.services.newId('campaign'),
      companyId: client.company.id,
      agencyId: agency.company.id,
      status: 'active',
    })
    const refused = await h.call('olive', 'companies.remove', paths(agency))
    expect([refused.status, refused.body.result, refused.body.message]).toEqual([
      409,
      'failed',
      'This company has active campaigns. Stop them first.',
    ])
    expect((await h.call('olive', 'companies.remove', paths(client))).status).toBe(409)
    await h.db.campaignChange.setStatus(campaign, 'stopped')
    expect((await signIn(agency.user.email, agency.host)).status).toBe(200)
    expect((await h.call('olive', 'companies.remove', paths(agency))).status).toBe(200)
    expect(await h.db.domain.findCompanyId(agency.host)).toBeUndefined()
    h.forgetTenants()
    expect((await signIn(agency.user.email, agency.host)).status).toBe(404)
    expect((await signIn(agency.user.email, h.cast.hosts.root)).status).toBe(401)
    expect(await h.db.campaign.list(client.company.id)).toHaveLength(1)
  })

  it('ends an agency in which somebody was removed whose address was given to somebody else since', async () => {
    const { company, user, host } = await plant(root, 'Agency With A Past')
    const colleague = (id: string) => ({
      ...{ ...user, id, name: 'Same Address', email: 'same@past.example', userType: 'user' as const },
    })
    const [before, now] = [colleague(h.services.newId('user')), colleague(h.services.newId('user'))]
    expect(await h.db.staff.create(company, before)).toBe('made')
    expect(await h.db.staff.remove({ company, user: before })).toBe(true)
    expect(await h.db.staff.create(company, now)).toBe('made')
    expect((await signIn(now.email, host)).status).toBe(200)
    const removed = await h.call('olive', 'companies.remove', paths({ company, user }))
    expect([removed.status, removed.body.message]).toEqual([200, 'Deleted!'])
    const people = await h.db.user.listByCompany(company.id)
    expect(people.map(({ status }) => status)).toEqual(['disabled', 'disabled', 'disabled'])
    // The address is free.
    expect(await h.db.user.findIdByLogin(root.id, now.email)).toBeUndefined()
  })

  it('AGL-49 CLI-28 is refused while a bill is unpaid, and possible once it is settled', async () => {
    const client = await plant(northlight, 'Owes Money', { company: { paymentFailed: true } })
    const refused = await h.call('ada', 'companies.remove', paths(client))
    expect([refused.status, refused.body.message]).toEqual([409, 'This company has an unpaid bill. Settle it first.'])
    await h.db.company.update(client.company.id, { paymentFailed: false })
    expect((await h.call('ada', 'companies.remove', paths(client))).status).toBe(200)
  })

  it('is refused to whom the company does not belong, and when path and person do not fit', async () => {
    const client = await plant(northlight, 'Staying Client')
    expect((await h.call('abe', 'companies.remove', paths(client))).status).toBe(403)
    expect(
      (await h.call('ada', 'companies.remove', { companyId: brightSmiles.id, userId: client.user.id })).status,
    ).toBe(403)
    expect(
      (await h.call('ada', 'companies.remove', { companyId: northlight.id, userId: h.cast.users.ada.id })).status,
    ).toBe(403)
    expect(
      (await h.call('ada', 'companies.remove', { companyId: northlight.id, userId: h.cast.users.cleo.id })).status,
    ).toBe(403)
    expect((await list('ada', { companyId: northlight.id, search: 'staying' })).body.total).toBe(1)
  })

  it('happens once, however often it is asked at once', async () => {
    const client = await plant(northlight, 'Raced Client')
    const { total } = (await list('ada', { companyId: northlight.id })).body
    const answers = await Promise.all([1, 2, 3, 4].map(() => h.call('ada', 'companies.remove', paths(client))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await list('ada', { companyId: northlight.id })).body.total).toBe(total - 1)
  })
})

describe('companies.resendInvitation', () => {
  it('CLI-19 CLI-20 mails a new link, and the old one stops working', async () => {
    const start = Date.now()
    h.setClock(start)
    const made = await h.call('ada', 'companies.create', {
      ClientCompanyName: 'Slow Reader',
      ClientFullName: 'Sid Slow',
      ClientEmail: 'sid@slow.example',
    })
    const [row] = made.body.data
    const input = { companyID: row?.company_id ?? '', userID: row?.id ?? '' }
    const tokenOf = async () => {
      const [mail] = await h.mailsTo('sid@slow.example')
      return /set-new-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    const first = await tokenOf()
    const soon = await h.call('ada', 'companies.resendInvitation', input)
    expect([soon.status, Number(soon.headers['retry-after'])]).toEqual([429, 60])
    h.setClock(start + 61_000)
    const twice = await Promise.all([1, 2].map(() => h.call('ada', 'companies.resendInvitation', input)))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 429])
    const second = await tokenOf()
    expect(second).not.toBe(first)
    const works = async (token: string) =>
      (await h.call(null, 'session.verifyReset', { token, email: 'sid@slow.example' })).body.valid
    expect([await works(first), await works(second)]).toEqual([false, true])
    h.setClock(start + 61_000 + 7 * 86_400_000)
    expect(await works(second)).toBe(false)
    h.setClock()
  })

  it('is refused for people of another company than the one that is named, and for whom one does not keep', async () => {
    const { users, root } = h.cast
    const asked = [
      await h.call('ada', 'companies.resendInvitation', { companyID: northlight.id, userID: users.cleo.id }),
      await h.call('sam', 'companies.resendInvitation', { companyID: root.id, userID: users.sam.id }),
      await h.call('admin', 'companies.resendInvitation', { companyID: northlight.id, userID: users.amos.id }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('CLI-20 is refused once the person has a password', async () => {
    const { user, company } = await plant(northlight, 'Has Password')
    const answer = await h.call('ada', 'companies.resendInvitation', { companyID: company.id, userID: user.id })
    expect([answer.status, answer.body.result]).toEqual([409, 'failed'])
  })
})
