import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { present } from '#shared/present.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup, tenant } from '#tests/web/support/people.ts'
import { freshBrowser, operator } from '../companies/stage.tsx'

freshBrowser()

type Betas = Extract<Output<'settings.get'>, { settingname: 'betafeatures' }>['data']
const off = { is_beta: false, apply_to_all_agency: false }
const rootTenant = tenant({ domain: 'root.localhost', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' })

/** The tab of an operator; the server keeps what is saved, unless it `refuses`. */
function open({ data = { b2b_module: off, data_wallet: off } as Betas, refuses = false } = {}) {
  let kept = data
  return openApp('/configuration/general-setting?tab=betas', {
    as: operator(),
    tenant: rootTenant,
    handlers: {
      'account.checkSetup': () => setup({ accountconnected: 'completed' }),
      'settings.get': () => ({ settingname: 'betafeatures', data: kept }),
      'settings.save': (input) => {
        if (refuses) throw new Refusal('forbidden', 'Only operators change this.')
        if (input.comsetname === 'betafeatures') kept = { ...kept, ...present(input.comsetval) }
        return { result: 'success', message: 'Setting has been saved.' }
      },
    },
  })
}
const group = async (name: string) => within(await screen.findByRole('group', { name }))
const switchOf = async (feature: string, name: RegExp) =>
  (await group(feature)).getByRole('switch', { name }) as HTMLInputElement

describe('the beta features of a platform', () => {
  it('ENT-022 CMP-06 are switched on for some agencies or for all, each by itself', async () => {
    const { user, server } = await open()
    expect((await switchOf('B2B', /^In beta/)).checked).toBe(false)
    // Who takes part is a question of a beta alone.
    expect((await switchOf('B2B', /^For all agencies/)).disabled).toBe(true)
    await user.click(await switchOf('B2B', /^In beta/))
    await user.click(await switchOf('B2B', /^For all agencies/))
    await user.click(await switchOf('Data Wallet', /^In beta/))
    await user.click(screen.getByRole('button', { name: 'Save beta features' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save').map(({ input }) => input)).toEqual([
      {
        companyID: 'com_root',
        comsetname: 'betafeatures',
        comsetval: {
          b2b_module: { is_beta: true, apply_to_all_agency: true },
          data_wallet: { is_beta: true, apply_to_all_agency: false },
        },
      },
    ])
  })

  it('ENT-022 are sent by the feature that was changed, so that what a colleague set of another stays', async () => {
    const { user, server } = await open()
    await user.click(await switchOf('Data Wallet', /^In beta/))
    await user.click(screen.getByRole('button', { name: 'Save beta features' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('settings.save')[0]?.input).toMatchObject({
      comsetval: { data_wallet: { is_beta: true, apply_to_all_agency: false } },
    })
    expect(Object.keys(server.named('settings.save')[0]?.input.comsetval ?? {})).toEqual(['data_wallet'])
  })

  it('says why it could not be saved, and keeps what was switched', async () => {
    const { user } = await open({ refuses: true })
    await user.click(await switchOf('Data Wallet', /^In beta/))
    await user.click(screen.getByRole('button', { name: 'Save beta features' }))
    expect(await screen.findByText('Only operators change this.')).toBeDefined()
    expect((await switchOf('Data Wallet', /^In beta/)).checked).toBe(true)
  })

  it('says what agencies keep, and asks before it is left unsaved', async () => {
    const { user } = await open({
      data: { b2b_module: { is_beta: true, apply_to_all_agency: true }, data_wallet: off },
    })
    expect((await group('B2B')).getByText(/what ran goes on/)).toBeDefined()
    expect((await group('Data Wallet')).getByText(/keep their wallet/)).toBeDefined()
    await user.click(await switchOf('B2B', /^In beta/))
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
  })

  it('are for operators alone', async () => {
    await openApp('/configuration/general-setting', { as: agency() })
    await screen.findByRole('tab', { name: 'Branding' })
    expect(screen.queryByRole('tab', { name: 'Beta features' })).toBeNull()
  })
})

describe('what an agency sees of a beta', () => {
  const beta = (id: 'b2b_module' | 'data_wallet', isKept = false) => ({
    id,
    slug: id,
    name: id,
    is_beta: true,
    apply_to_all_agency: false,
    ...(isKept && { isKept: true as const }),
  })
  const main = () => screen.findByRole('navigation', { name: 'Main' })
  const open = (isKept: boolean, isBeta: boolean, path = '/siteid/dashboard') =>
    openApp(path, {
      as: agency({ leadb2bname: 'B2B ID', leadb2burl: 'b2bid' }),
      handlers: {
        'account.checkSetup': () =>
          setup({
            isBeta,
            betaFeature: { b2b_module: beta('b2b_module', isKept), data_wallet: beta('data_wallet', isKept) },
          }),
      },
    })
  const seen = async (isKept: boolean, isBeta: boolean) => {
    const { user, unmount } = await open(isKept, isBeta)
    const link = within(await main()).queryByRole('link', { name: /^B2B ID/ })
    await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
    await screen.findByRole('menuitem', { name: 'Log out', hidden: true })
    const wallet = screen.queryByRole('menuitem', { name: 'Data Wallet', hidden: true })
    const found = [link && /Beta/.test(link.textContent ?? ''), wallet !== null]
    unmount()
    return found
  }

  it('SHL-022 SHL-036 CMP-06 is a badge and the wallet where it takes part or has something of it, else nothing', async () => {
    expect(await seen(false, false)).toEqual([null, false])
    expect(await seen(false, true)).toEqual([true, true])
    expect(await seen(true, false)).toEqual([true, true])
  })

  it('AGR-009 nobody who does not take part is asked for an agreement before their own campaigns', async () => {
    const { server } = await open(true, false, '/b2bid/campaign-management')
    await waitFor(() =>
      expect(server.named('campaigns.list').length + server.named('campaigns.overview').length).toBeGreaterThan(0),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.named('documents.featureAgreement')).toEqual([])
  })
})
