import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup } from '#tests/web/support/people.ts'
import { agreed, cleanBrowser, openWallet, press, wallet } from './stage.tsx'

cleanBrowser()

describe('the Data Wallet', () => {
  it('WAL-001 WAL-019 WAL-043 opens from the profile dropdown of an agency and shows its balances to the cent', async () => {
    const { inside, server } = await openWallet()
    const balances = inside.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(balances).toEqual(['$0.30', '$1,234.56', '$1,500.50'])
    const asked = server.named('wallet.get')[0]?.input
    expect(asked).toEqual({ company_id: 'com_north' })
  })

  it('WAL-017 says what expires next, and nothing where nothing does', async () => {
    const next_expiry = { amount: 120.5, at: '2027-11-10T15:00:00.000Z' }
    const { inside } = await openWallet({ 'wallet.get': () => wallet({ next_expiry }) })
    expect(inside.getByText(/expires on/).textContent).toBe(
      '$120.50 of it expires on Nov 10, 2027 unless leads use it before.',
    )
  })

  it('WAL-002 comes after its agreement when none is on file', async () => {
    let status: 'T' | 'F' = 'F'
    const opened = await openApp('/siteid/dashboard', {
      as: agency(),
      handlers: {
        'documents.featureAgreement': () => ({ status, version: 1 }),
        'documents.get': () => ({
          name: 'data-wallet-agreement',
          title: 'Data Wallet service agreement',
          version: 1,
          updated_at: '2026-11-01',
          html: '',
          blocks: [],
        }),
        'documents.agreeFeature': () => {
          status = 'T'
          return { result: 'success', message: '' }
        },
        'wallet.get': () => wallet(),
        'wallet.history': () => ({ transaction_history: [] }),
      },
    })
    await press(opened)
    const dialog = await screen.findByRole('dialog', { name: 'Service Agreement' })
    expect(screen.queryByRole('dialog', { name: 'Data Wallet' })).toBeNull()
    await opened.user.click(within(dialog).getByRole('button', { name: 'I agree' }))
    expect(await screen.findByRole('dialog', { name: 'Data Wallet' })).toBeDefined()
    expect(opened.server.named('documents.agreeFeature')[0]?.input).toMatchObject({
      feature_id: 'data_wallet',
      is_marketing_services_agreement_feature: 'T',
      company_id: 'com_north',
    })
  })

  it('ERR-016 says when the agreement could not be recorded, and stays where people were', async () => {
    const opened = await openApp('/siteid/dashboard', {
      as: agency(),
      handlers: {
        'documents.featureAgreement': () => ({ status: 'F', version: 1 }),
        'documents.get': () => {
          throw new Refusal('internal', 'Boom')
        },
        'documents.agreeFeature': () => {
          throw new Refusal('internal', 'Boom')
        },
      },
    })
    await press(opened)
    const dialog = await screen.findByRole('dialog', { name: 'Service Agreement' })
    await opened.user.click(within(dialog).getByRole('button', { name: 'I agree' }))
    expect(await screen.findByText('Something went wrong, please try again later')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe('/siteid/dashboard')
  })

  it('WAL-001 is not offered to clients, and follows its beta rules', async () => {
    const offered = async (options: Parameters<typeof openApp>[1]) => {
      const { user, unmount } = await openApp('/siteid/dashboard', options)
      await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
      await screen.findByRole('menuitem', { name: 'Log out', hidden: true })
      const isOffered = screen.queryByRole('menuitem', { name: 'Data Wallet', hidden: true }) !== null
      unmount()
      return isOffered
    }
    const beta = {
      id: 'data_wallet',
      slug: 'data_wallet',
      name: 'Data Wallet',
      is_beta: true,
      apply_to_all_agency: false,
    }
    const trial = setup({ betaFeature: { ...setup().betaFeature, data_wallet: beta } })
    expect(await offered({ as: client() })).toBe(false)
    expect(await offered({ as: agency(), handlers: { 'account.checkSetup': () => trial } })).toBe(false)
    expect(
      await offered({ as: agency(), handlers: { 'account.checkSetup': () => ({ ...trial, isBeta: true }) } }),
    ).toBe(true)
  })

  it('says what failed when it cannot be loaded, and tries again', async () => {
    let isUp = false
    const opened = await openApp('/siteid/dashboard', {
      as: agency(),
      handlers: {
        'documents.featureAgreement': () => agreed,
        'wallet.get': () => {
          if (!isUp) throw new Refusal('internal', 'The table is away.')
          return wallet()
        },
        'wallet.history': () => ({ transaction_history: [] }),
      },
    })
    await press(opened)
    expect(await screen.findByText('The wallet could not be loaded')).toBeDefined()
    isUp = true
    await opened.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('$1,234.56')).toBeDefined()
  })
})
