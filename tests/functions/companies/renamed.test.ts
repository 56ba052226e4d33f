import { describe, expect, it } from 'vitest'
import { postMail } from '#functions/kit/post.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, users } = h.cast

const edit = (who: 'olive' | 'ada', { user }: { user: User }, name: string) =>
  h.call(who, 'companies.update', {
    ClientID: user.id,
    ClientCompanyName: name,
    ClientFullName: user.name,
    ClientEmail: user.email,
    ClientPhone: '(312) 555-0199',
    action: 'downline',
  })

describe('a company that gets another name', () => {
  it('has it in the lines of its campaigns, also where somebody above it gave it', async () => {
    const client = await plant(northlight, 'Before It')
    const { id } = await plantCampaign(h.db, {
      ...h.cast.campaigns.smiles,
      id: h.services.newId('campaign'),
      companyId: client.company.id,
    })
    const line = async () => (await h.db.campaignList.all(northlight.id)).find((each) => each.id === id)
    expect((await line())?.companyName).toBe('Before It')
    expect((await edit('ada', client, 'After It')).status).toBe(200)
    expect((await line())?.companyName).toBe('After It')
  })

  it('is saved although its lines cannot follow in this moment', async () => {
    const client = await plant(northlight, 'Before That')
    const { campaignChange } = h.db
    const { followClientName } = campaignChange
    Object.assign(campaignChange, { followClientName: async () => Promise.reject(new Error('The table is away.')) })
    const { status } = await edit('ada', client, 'After That')
    Object.assign(campaignChange, { followClientName })
    expect([status, (await h.db.company.get(client.company.id)).name]).toEqual([200, 'After That'])
  })

  it('sends its mails under that name, and bills under it too unless it has a legal one of its own', async () => {
    const own = (company: Company) => [company.brand.name, company.legalName]
    // A short name of its own stays as well.
    await h.db.company.update(northlight.id, { brand: { ...northlight.brand, shortName: 'North' } })
    const agency = await plant(root, 'Old Lights')
    expect((await edit('olive', agency, 'New Lights')).status).toBe(200)
    const renamed = await h.db.company.get(agency.company.id)
    expect(own(renamed)).toEqual(['New Lights', 'New Lights'])
    expect(renamed.brand.shortName).toBe('New Lights')
    await postMail(h.services, renamed, 'passwordChanged', { userId: agency.user.id, at: Date.now() })
    const [mail] = await h.mailsTo(agency.user.email)
    expect(mail?.subject).toBe('Your password for New Lights was changed')
    expect(mail?.from).toContain('New Lights')

    const { status } = await h.call('ada', 'account.saveCompany', {
      companyID: northlight.id,
      company_name: 'Northern Light',
      address: '5 Lake Shore Drive',
      city: 'Evanston',
      state_code: 'IL',
      zip: '60201',
      country_code: 'us',
      industry_id: 'dental',
    })
    expect(status).toBe(200)
    const northern = await h.db.company.get(northlight.id)
    expect(own(northern)).toEqual(['Northern Light', northlight.legalName])
    expect(northern.brand.shortName).toBe('North')
    expect(users.ada.companyId).toBe(northlight.id)
  })
})
