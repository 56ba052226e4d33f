import { describe, expect, it } from 'vitest'
import { headers } from '#shared/wire.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

describe('before and after the login', () => {
  it('AUT-032 AUT-059 tells the onboarding status of a person in reach, as the set-up check does', async () => {
    const id = h.cast.users.ada.id
    const own = await h.call('ada', 'session.onboardingStatus', { user_id: id })
    const check = await h.call('ada', 'account.checkSetup', { id })
    const { status, price } = check.body.agencyonboarding
    expect([own.status, own.body]).toEqual([200, { status, price }])
    expect((await h.call('ada', 'session.onboardingStatus', { user_id: h.cast.users.abe.id })).status).toBe(403)
  })

  it('AUT-033 TRN-024 tells who lives at a host without a sign-in', async () => {
    const { status, body } = await h.call(null, 'public.domainInfo', {}, { host: h.cast.hosts.northlight })
    expect(status).toBe(200)
    expect(body.data.company_name).toBe('Northlight')
    expect(body.paymenttermlist.map(({ value }) => value)).toEqual(['Weekly', 'Monthly', 'One Time', 'Prepaid'])
    for (const menu of [body.rootsidemenu, body.sidemenu, body.agencysidebar]) expect(menu.local?.name).toBe('Site ID')
  })

  it('WID-012 tells where the caller is, as the edge sees it, and nothing else', async () => {
    const options = { host: h.cast.hosts.northlight }
    const from = (country: string) =>
      h.call(null, 'public.country', {}, { ...options, headers: { [headers.viewerCountry]: country } })
    expect((await from('DE')).body).toEqual({ country: 'DE' })
    expect((await from('<b>')).body).toEqual({ country: '' })
    expect((await h.call(null, 'public.country', {}, options)).body).toEqual({ country: '' })
  })

  it('AUT-034 tells with the person whether a client may add campaigns', async () => {
    const id = h.cast.users.cleo.id
    expect((await h.call('cleo', 'account.me', { id })).body.disable_client_add_campaign).toBe('F')
    await h.db.company.update(h.cast.brightSmiles.id, { disableClientAddCampaign: true })
    expect((await h.call('cleo', 'account.me', { id })).body.disable_client_add_campaign).toBe('T')
  })

  it('AUT-035 says of an unknown host that nobody lives there, and shows nobody else', async () => {
    const { status, body } = await h.call(null, 'public.domainInfo', {}, { host: 'nobody.localhost' })
    expect([status, body.message]).toEqual([404, 'No site lives at this address.'])
    expect(JSON.stringify(body)).not.toMatch(/Northlight|Copper|Leadloom/)
  })
})
