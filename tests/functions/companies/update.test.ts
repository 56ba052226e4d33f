import { beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#functions/data/index.ts'
import { openTable } from '#functions/data/lib/table.ts'
import { activeByLine } from '#functions/domain/campaigns/active.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { list, plant } = stageOf(h)
const { root, northlight } = h.cast
const agency = await plant(root, 'Edit Me')
const client = await plant(northlight, 'Client To Edit')
const form = (more: object = {}) => ({
  ClientID: agency.user.id,
  ClientCompanyName: 'Edit Me',
  ClientFullName: 'Edna Edit',
  ClientEmail: agency.user.email,
  ClientPhone: '(312) 555-0199',
  DownlineSubDomain: agency.company.subdomain ?? '',
  action: 'downline' as const,
  ...more,
})
const clientForm = (more: object = {}) => ({
  ClientID: client.user.id,
  ClientCompanyName: 'Client To Edit',
  ClientFullName: 'Carla Change',
  ClientEmail: client.user.email,
  ClientPhone: '(312) 555-0199',
  ...more,
})

describe('companies.update', () => {
  it('AGL-78 ERB-21 changes an agency and answers its row', async () => {
    const { status, body } = await h.call(
      'olive',
      'companies.update',
      form({
        ClientCompanyName: 'Edited Agency',
        DownlineOrganizationID: 'org-7',
        selectedterms: [
          { term: 'Weekly', status: false },
          { term: 'Prepaid', status: true },
        ],
        selectedmodules: [
          { type: 'local', status: true },
          { type: 'locator', status: false },
          { type: 'enhance', status: true },
        ],
      }),
    )
    expect([status, body.message]).toEqual([200, 'Data has been updated successfully'])
    const [row] = (await list('olive', { companyId: root.id, search: 'edited' })).body.data
    expect(body.data).toEqual([row])
    expect(row).toMatchObject({ company_name: 'Edited Agency', name: 'Edna Edit', external_organizationid: 'org-7' })
    expect(row?.selected_payment_term.filter((each) => each.status).map((each) => each.term)).toEqual(['Prepaid'])
    expect(row?.selected_modules.filter((each) => each.status).map((each) => each.type)).toEqual(['local', 'enhance'])
  })

  it('leaves products and terms as they are of which nothing is said', async () => {
    const { terms, modules } = await h.db.company.get(agency.company.id)
    const ask = async (more: object) => (await h.call('olive', 'companies.update', form(more))).status
    expect(await ask({ selectedmodules: [{ type: 'locator', status: true }] })).toBe(200)
    expect(await ask({ selectedterms: [{ term: 'Weekly', status: true }] })).toBe(200)
    const kept = await h.db.company.get(agency.company.id)
    expect(Object.keys(kept.modules).sort()).toEqual([...new Set([...Object.keys(modules), 'locator'])].sort())
    expect([...kept.terms].sort()).toEqual([...new Set([...terms, 'Weekly'])].sort())
  })

  it('CLI-17 changes a client', async () => {
    const { status } = await h.call('ada', 'companies.update', clientForm({ disabledaddcampaign: 'T' }))
    expect(status).toBe(200)
    const [row] = (await list('ada', { companyId: northlight.id, search: 'client edit' })).body.data
    expect(row).toMatchObject({ phonenum: '3125550199', name: 'Carla Change', disable_client_add_campaign: 'T' })
    expect((await h.db.company.get(client.company.id)).disableClientAddCampaign).toBe(true)
  })

  it('RTE-083 WIZ-13 sets whose dashboard a client lands on, and leaves it where nothing is said', async () => {
    const seen = async () => {
      const [row] = (await list('ada', { companyId: northlight.id, search: 'client edit' })).body.data
      return [row?.leadspeek_type, (await h.db.user.get(client.user.id)).leadType]
    }
    expect((await h.call('ada', 'companies.update', clientForm({ leadspeek_type: 'locator' }))).status).toBe(200)
    expect(await seen()).toEqual(['locator', 'locator'])
    expect((await h.call('ada', 'companies.update', clientForm())).status).toBe(200)
    expect(await seen()).toEqual(['locator', 'locator'])
    for (const no of ['enhance', 'b2b'] as const)
      expect((await h.call('ada', 'companies.update', clientForm({ leadspeek_type: no }))).status).toBe(422)
    const made = await h.call('ada', 'companies.create', {
      ClientCompanyName: 'Search First',
      ClientFullName: 'Sal Search',
      ClientEmail: 'sal@search-first.example',
      leadspeek_type: 'locator',
    })
    expect(made.body.data[0]).toMatchObject({ company_name: 'Search First', leadspeek_type: 'locator' })
    expect((await h.db.user.get(made.body.data[0]?.id ?? '')).leadType).toBe('locator')
    // People of agencies land where their set-up stands.
    expect((await h.call('olive', 'companies.update', form({ leadspeek_type: 'locator' }))).status).toBe(200)
    expect((await h.db.user.get(agency.user.id)).leadType).toBe('')
  })

  it('changes what is sent and nothing else, so that of two people at once neither undoes the other', async () => {
    const { company, user } = await plant(northlight, 'Two Keepers')
    const both = await Promise.all(
      [{ ClientCompanyName: 'Kept Twice' }, { ClientFullName: 'Kit Kept' }, { editorspreadsheet: 'T' as const }].map(
        (part) => h.call('ada', 'companies.update', { ClientID: user.id, ...part }),
      ),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    const [stored, person] = [await h.db.company.get(company.id), await h.db.user.get(user.id)]
    expect([stored.name, stored.editsSheets, person.name]).toEqual(['Kept Twice', true, 'Kit Kept'])
    expect([person.email, person.phone]).toEqual([user.email, user.phone])
    const [row] = (await list('ada', { companyId: northlight.id, search: 'kept twice' })).body.data
    expect(row).toMatchObject({ company_name: 'Kept Twice', name: 'Kit Kept', phonenum: user.phone })
  })

  it('AGL-26 AGL-27 AGL-28 AGL-29 AGL-31 AGL-32 AGL-34 AGL-33 ERB-25 ERB-26 repeats every rule of the form', async () => {
    const fault = async (more: object) => {
      const { status, body } = await h.call('olive', 'companies.update', form(more))
      return [status, body.fields]
    }
    expect(await fault({ ClientCompanyName: ' ' })).toEqual([
      422,
      { ClientCompanyName: 'Enter the name of the company.' },
    ])
    expect(await fault({ ClientFullName: '' })).toEqual([422, { ClientFullName: 'Enter a full name.' }])
    for (const ClientEmail of ['', 'abc', `${'a'.repeat(62)}@b.example`])
      expect((await fault({ ClientEmail }))[0]).toBe(422)
    expect(await fault({ ClientPhone: '12' })).toEqual([422, { ClientPhone: 'Please enter valid phone number' }])
    expect(await fault({ ClientPhone: '' })).toEqual([422, { ClientPhone: 'Please enter valid phone number' }])
    for (const DownlineSubDomain of ['', '-a', 'a-', 'a_b', 'a'.repeat(64), 'www', northlight.subdomain])
      expect((await fault({ DownlineSubDomain }))[0]).toBe(422)
    const none = (['Weekly', 'Monthly', 'One Time', 'Prepaid'] as const).map((term) => ({ term, status: false }))
    expect(await fault({ selectedterms: none })).toEqual([422, { selectedterms: 'Please select payment term' }])
  })

  it('COB-02 COB-21 takes 70 letters of address, and sub-domains of 1, 3 and 63', async () => {
    const email = `${'a'.repeat(61)}@b.com`.padStart(70, 'a')
    expect((await h.call('olive', 'companies.update', form({ ClientEmail: email }))).status).toBe(200)
    for (const DownlineSubDomain of ['q', 'q-b', 'q'.repeat(63)]) {
      const before = (await h.db.company.get(agency.company.id)).subdomain
      expect((await h.call('olive', 'companies.update', form({ ClientEmail: email, DownlineSubDomain }))).status).toBe(
        200,
      )
      expect(await h.db.domain.findCompanyId(`${DownlineSubDomain}.localhost`)).toBe(agency.company.id)
      expect(await h.db.domain.findCompanyId(`${before}.localhost`)).toBeUndefined()
    }
  })

  it('tells of a new invitation when an invited person gets another address', async () => {
    const { body } = await h.call('ada', 'companies.create', {
      ClientCompanyName: 'Invited',
      ClientFullName: 'Ivy Invited',
      ClientEmail: 'ivy@old.example',
    })
    const [row] = body.data
    expect(await h.mailsTo('ivy@old.example')).toHaveLength(1)
    await h.call(
      'ada',
      'companies.update',
      clientForm({ ClientID: row?.id, ClientCompanyName: 'Invited', ClientEmail: 'ivy@new.example' }),
    )
    expect((await h.mailsTo('ivy@new.example')).map((mail) => mail.subject.includes('invited'))).toEqual([true])
    expect((await h.db.user.get(row?.id ?? '')).email).toBe('ivy@new.example')
  })

  it('refuses companies that are not below the caller, their own, and people who are not the main one', async () => {
    const status = async (who: 'ada' | 'olive' | 'abe', ClientID: string) =>
      (await h.call(who, 'companies.update', clientForm({ ClientID }))).status
    expect(await status('abe', client.user.id)).toBe(403)
    expect(await status('ada', h.cast.users.carl.id)).toBe(403)
    expect(await status('ada', h.cast.users.ada.id)).toBe(403)
    expect(await status('ada', h.cast.users.amos.id)).toBe(403)
    expect(await status('olive', h.cast.users.amos.id)).toBe(403)
    expect(await status('olive', h.cast.users.sam.id)).toBe(403)
    expect(await status('olive', client.user.id)).toBe(200)
  })
})

describe('switching off a product', () => {
  const running = { id: '', number: '', companyId: '' }
  beforeAll(async () => {
    const below = await plant(agency.company, 'Below')
    const planted = await plantCampaign(h.db, {
      ...h.cast.campaigns.peak,
      id: h.services.newId('campaign'),
      companyId: below.company.id,
      agencyId: agency.company.id,
      line: 'b2b',
      status: 'active',
    })
    Object.assign(running, planted)
    await h.db.company.update(agency.company.id, {
      modules: { b2b: { name: 'B2B ID', url: 'b2bid' }, local: { name: 'Site ID', url: 'siteid' } },
    })
  })
  const withoutB2b = () =>
    form({
      DownlineSubDomain: undefined,
      selectedmodules: [
        { type: 'local', status: true },
        { type: 'b2b', status: false },
      ],
    })

  it('AGL-39 CMP-41 tells active campaigns of a product, by their numbers', async () => {
    const ask = async (leadspeek_type: 'b2b' | 'local') =>
      (
        await h.call('olive', 'companies.checkCampaignActive', {
          company_id: agency.company.id,
          leadspeek_type,
          user_type: 'agency',
        })
      ).body
    expect(await ask('b2b')).toEqual({ result: 'success', active_campaign_id: [running.number] })
    expect((await ask('local')).active_campaign_id).toEqual([])
    // Of a client itself: its last bill is not asked for while one runs.
    const campaign = await h.db.campaign.findById(running.id)
    const client = await h.db.company.get(campaign?.companyId ?? '')
    expect(await activeByLine(h.db, client, ['b2b', 'local'])).toEqual({ b2b: [running.number] })
  })

  it('AGL-38 AGL-40 ERB-10 is refused while one runs, whoever asks directly, and names it', async () => {
    const { status, body } = await h.call('olive', 'companies.update', withoutB2b())
    expect([status, body.message, body.fields]).toEqual([
      422,
      'Unable to disable the product due to active campaigns. Please manually stop the campaigns before disabling the product.',
      { b2b: running.number },
    ])
    expect((await h.db.company.get(agency.company.id)).modules.b2b).toBeDefined()
    const campaign = await h.db.campaign.findById(running.id)
    if (!campaign) throw new Error('The campaign is gone.')
    expect(await h.db.campaignChange.setStatus(campaign, 'paused')).toBe(true)
    expect((await h.call('olive', 'companies.update', withoutB2b())).status).toBe(200)
    expect((await h.db.company.get(agency.company.id)).modules.b2b).toBeUndefined()
  })

  const statusOf = async () => {
    const found = await h.db.campaign.findById(running.id)
    return [found?.status, found?.statusReason]
  }
  // By somebody else, through a door of its own.
  const other = openDb(openTable(h.services.table.name))
  const start = async () => {
    const campaign = await other.campaign.findById(running.id)
    if (campaign) await other.campaignChange.setStatus(campaign, 'active', 'user', { at: h.services.now() })
  }

  it('stops what was started in the moment in which its product was switched off', async () => {
    await h.db.company.update(agency.company.id, {
      modules: { b2b: { name: 'B2B ID', url: 'b2bid' }, local: { name: 'Site ID', url: 'siteid' } },
    })
    // Between the look at what runs and the write.
    let isBetween = true
    h.services.table.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'TransactWriteItemsCommand' && isBetween) {
            isBetween = false
            await start()
          }
          return next(args)
        },
      { step: 'initialize', name: 'start-between' },
    )
    expect((await h.call('olive', 'companies.update', withoutB2b())).status).toBe(200)
    h.services.table.client.middlewareStack.remove('start-between')
    expect(isBetween).toBe(false)
    expect(await statusOf()).toEqual(['stopped', 'module_disabled'])
  })

  it('stops what was started later still, at the daily look at all campaigns, and nothing else', async () => {
    const below = await plantCampaign(h.db, {
      ...h.cast.campaigns.peak,
      id: h.services.newId('campaign'),
      companyId: h.cast.peakFitness.id,
      status: 'active',
    })
    await start()
    expect(await statusOf()).toEqual(['active', 'user'])
    await h.runner.trigger('reviewAgencies', h.services.now())
    await h.drain()
    expect(await statusOf()).toEqual(['stopped', 'module_disabled'])
    expect((await h.db.campaign.findById(below.id))?.status).toBe('active')
  })
})

describe('a client that may not see phone numbers', () => {
  it('gets its leads without them, and so does everybody else', async () => {
    const { smiles } = h.cast.campaigns
    const at = Date.parse('2026-11-12T12:00:00Z')
    await plantLead(h, smiles, { id: 'led_phone', at, person: { firstName: 'Pia', phone: '+13125550111' } })
    const phones = async (who: 'ada' | 'cleo') => {
      const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
      const { body } = await h.call(who, 'leads.list', {
        companyId: smiles.companyId,
        clientId: smiles.companyId,
        campaignID: smiles.number,
        ...range,
      })
      return body.data.map(({ phone }) => phone)
    }
    expect(await phones('cleo')).toEqual(['+13125550111'])
    await h.db.company.update(smiles.companyId, { showsPhone: false })
    expect([await phones('cleo'), await phones('ada')]).toEqual([[''], ['']])
  })
})
