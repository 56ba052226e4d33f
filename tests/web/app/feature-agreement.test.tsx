import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup } from '#tests/web/support/people.ts'

cleanPageEachTime()

const page = '/b2bid/campaign-management'
const document = {
  name: 'b2b-service-agreement' as const,
  title: 'Service agreement',
  version: 1,
  updated_at: '2026-11-20T12:00:00.000Z',
  html: '',
  blocks: [{ kind: 'paragraph' as const, text: 'The terms.' }],
}
const beta = (id: 'b2b_module' | 'data_wallet', isBeta: boolean, isForAll: boolean) => ({
  id,
  slug: id,
  name: id,
  is_beta: isBeta,
  apply_to_all_agency: isForAll,
})

type Options = { isForAll?: boolean; isBeta?: boolean; handlers?: Handlers; path?: string }

/** The application of an agency while business leads are tried out; the server keeps what was agreed to. */
function open({ isForAll = true, isBeta = false, handlers = {}, path = page }: Options = {}) {
  let status: 'T' | 'F' = 'F'
  const betaFeature = { b2b_module: beta('b2b_module', true, isForAll), data_wallet: beta('data_wallet', false, false) }
  return openApp(path, {
    as: agency({ leadb2bname: 'B2B ID', leadb2burl: 'b2bid' }),
    handlers: {
      'account.checkSetup': () => setup({ isBeta, betaFeature }),
      'documents.get': () => document,
      'documents.featureAgreement': () => ({ status, version: 1 }),
      'documents.agreeFeature': () => {
        status = 'T'
        return { result: 'success', message: '' }
      },
      ...handlers,
    },
  })
}
type Opened = Awaited<ReturnType<typeof open>>

const main = () => screen.findByRole('navigation', { name: 'Main' })
/** Follows the menu to the product, so that there is a page before it. */
const follow = async ({ user }: Opened) => user.click(within(await main()).getByRole('link', { name: /^B2B ID/ }))
const dialog = () => screen.findByRole('dialog', { name: 'Service Agreement' })
const before = '/user/profile'
const isAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path))
const refusing: Handlers = {
  'documents.agreeFeature': () => {
    throw new Refusal('internal', 'Boom')
  },
}

describe('the agreement to business leads in trial', () => {
  it('AGR-008 is asked for when campaign management is opened, of every agency while the trial is for all', async () => {
    const { server } = await open({ isForAll: true, isBeta: false })
    expect((await dialog()).textContent).toContain('The terms.')
    expect(server.named('documents.featureAgreement')[0]?.input).toEqual({
      user_id: 'usr_ada',
      feature_id: 'b2b_module',
    })
  })

  it('AGR-009 is asked for of an agency in the trial, and the others have no such page', async () => {
    const first = await open({ isForAll: false, isBeta: true })
    await dialog()
    first.unmount()
    const { server } = await open({ isForAll: false, isBeta: false })
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.named('documents.featureAgreement')).toEqual([])
  })

  it('AGR-010 AGR-012 AGR-013 is recorded with seven fields, the page opens, and nobody is asked again', async () => {
    const opened = await open({ path: before })
    await follow(opened)
    await dialog()
    await opened.user.click(screen.getByRole('button', { name: 'I agree' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe(page)
    expect(opened.server.named('documents.agreeFeature')[0]?.input).toEqual({
      feature_id: 'b2b_module',
      feature_name: 'B2B',
      user_id: 'usr_ada',
      is_marketing_services_agreement_feature: 'T',
      company_name: 'Northlight',
      company_id: 'com_north',
      location_menu: 'B2B',
      version: 1,
    })
    await opened.user.click(within(await main()).getByRole('link', { name: 'Client Management' }))
    await isAt('/configuration/client-management')
    await follow(opened)
    await isAt(page)
    await waitFor(() => expect(opened.server.named('documents.featureAgreement').length).toBeGreaterThan(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('AGR-014 ERR-015 tells a failure, and returns to the page before', async () => {
    const opened = await open({ path: before, handlers: refusing })
    await follow(opened)
    await dialog()
    await opened.user.click(screen.getByRole('button', { name: 'I agree' }))
    expect(await screen.findByText('Something went wrong, please try again later')).toBeDefined()
    await isAt(before)
  })

  it('AGR-015 returns to the page before when it is dismissed', async () => {
    const opened = await open({ path: before })
    await follow(opened)
    await dialog()
    await opened.user.keyboard('{Escape}')
    await isAt(before)
  })

  it('AGR-021+ leads to the dashboard when there is no page before', async () => {
    const { user } = await open()
    await dialog()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await isAt('/b2bid/dashboard')
  })
})
