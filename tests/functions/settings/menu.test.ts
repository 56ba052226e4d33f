import { describe, expect, it } from 'vitest'
import { messages } from '#shared/messages.ts'
import { defaultModules } from '#shared/model/company.ts'
import { toLeadMenu } from '#shared/model/lead-menu.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'

const h = await harness()

const menu = (more: Partial<ReturnType<typeof toLeadMenu>> = {}) => ({ ...toLeadMenu(defaultModules), ...more })
const save = (comsetval: Partial<ReturnType<typeof toLeadMenu>>) =>
  h.call('ada', 'settings.save', {
    companyID: h.cast.northlight.id,
    comsetname: 'customsidebarleadmenu',
    comsetval,
  })

describe('settings.save of the menu', () => {
  it('SHL-051 THM-008 SHL-009 renames a line for the own people and clients, and for nobody else', async () => {
    expect((await save(menu({ local: { name: 'My Site', url: 'abc' } }))).status).toBe(200)
    for (const who of ['ada', 'cleo'] as const) {
      const { body } = await h.call(who, 'account.me', { id: h.cast.users[who].id })
      expect([body.leadlocalname, body.leadlocalurl]).toEqual(['My Site', 'abc'])
    }
    const { body: other } = await h.call('abe', 'account.me', { id: h.cast.users.abe.id })
    expect(other.leadlocalurl).toBe('radar')
    const { body: info } = await h.call(null, 'public.domainInfo', {}, { host: h.cast.hosts.northlight })
    expect(info.sidemenu.local).toEqual({ name: 'My Site', url: 'abc' })
  })

  it('leaves the lines as they are that are not sent', async () => {
    expect((await save(menu({ local: { name: 'My Site', url: 'abc' } }))).status).toBe(200)
    expect((await save({ locator: { name: 'Finder', url: 'finder' } })).status).toBe(200)
    const { modules } = await h.db.company.get(h.cast.northlight.id)
    expect([modules.local, modules.locator]).toEqual([
      { name: 'My Site', url: 'abc' },
      { name: 'Finder', url: 'finder' },
    ])
  })

  it('RTE-104 refuses a URL that the platform uses', async () => {
    const { status, body } = await save(menu({ local: { name: 'A', url: 'configuration' } }))
    expect(status).toBe(422)
    expect(body.fields).toEqual({
      'comsetval.local.url': '"configuration" is used by the platform itself. Please choose another URL.',
    })
  })

  it('gives an agency no product that operators switched off for it', async () => {
    const { copper, users } = h.cast
    const has = async () => Object.keys((await h.db.company.get(copper.id)).modules).sort()
    const name = (who: 'abe' | 'olive', comsetval: ReturnType<typeof toLeadMenu>) =>
      h.call(who, 'settings.save', { companyID: copper.id, comsetname: 'customsidebarleadmenu', comsetval })
    const { locator: _, ...left } = copper.modules
    await h.call('olive', 'companies.update', {
      ClientID: users.abe.id,
      selectedmodules: (['locator', 'enhance', 'b2b'] as const).map((type) => ({ type, status: false })),
    })
    expect(await has()).toEqual(['local'])
    expect((await name('abe', toLeadMenu({ local: { name: 'Radar', url: 'radar' } }))).status).toBe(200)
    expect(await has()).toEqual(['local'])
    const more = toLeadMenu({ ...left, b2b: { name: 'B2B ID', url: 'b2b' } })
    const { status, body } = await name('abe', more)
    expect([status, body.fields]).toEqual([422, { 'comsetval.b2b.name': 'B2B ID is not part of your plan.' }])
    expect((await name('olive', more)).status).toBe(200)
    expect(await has()).toEqual(['b2b', 'local'])
  })

  it('takes no line out whose campaigns run', async () => {
    const { brightSmiles, northlight, campaigns } = h.cast
    const planted = { ...campaigns.smiles, id: h.services.newId('campaign'), companyId: brightSmiles.id }
    const running = await plantCampaign(h.db, { ...planted, line: 'b2b', status: 'active' })
    const { status, body } = await save(menu({ b2b: { name: '', url: '' } }))
    expect([status, body.fields]).toEqual([422, { 'comsetval.b2b.name': messages.productInUse }])
    expect((await h.db.company.get(northlight.id)).modules.b2b).toBeDefined()
    await h.db.campaignChange.setStatus(running, 'stopped')
  })

  it('SHL-010 switches a line off', async () => {
    await save(menu({ b2b: { name: '', url: '' } }))
    const { body } = await h.call('ada', 'account.me', { id: h.cast.users.ada.id })
    expect([body.leadb2bname, body.leadb2burl]).toEqual(['', ''])
  })
})

describe('named settings', () => {
  it('SET-04 refuses a name that there is not, to read and to save', async () => {
    const { id } = h.cast.northlight
    const reading = await h.call('ada', 'settings.get', { companyID: id, settingname: 'x' as never, idSys: 'any' })
    expect([reading.status, reading.body.fields?.settingname]).toEqual([422, 'There is no setting of this name.'])
    const saving = await h.call('ada', 'settings.save', { companyID: id, comsetname: 'x', comsetval: {} } as never)
    expect([saving.status, saving.body.fields?.comsetname]).toEqual([422, 'There is no setting of this name.'])
  })

  it('does not find a setting under another system', async () => {
    const { status } = await h.call('ada', 'settings.get', {
      companyID: h.cast.northlight.id,
      settingname: 'agencytheme',
      idSys: 'com_01JD0000000000000000000000',
    })
    expect(status).toBe(404)
  })
})
