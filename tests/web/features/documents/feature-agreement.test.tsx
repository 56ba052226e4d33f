import { Notifications } from '@mantine/notifications'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route as At, MemoryRouter, Routes } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, it } from 'vitest'
import { findLineRoute, type Route } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { defaultModules } from '#shared/model/company.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { fakeServer, type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { ownAnswer } from '#tests/web/support/own.ts'
import { agency, setup, tenant } from '#tests/web/support/people.ts'
import { putTokens, trioOf } from '#tests/web/support/tokens.ts'
import { FeatureGate } from '#web/app/feature-gate.tsx'
import { toViewer } from '#web/app/viewer.ts'
import { ThemeProvider } from '#web/theme/theme-provider.tsx'

cleanPageEachTime()
beforeEach(() => void putTokens(trioOf('usr_ada')))

const b2b = findLineRoute(defaultModules, 'lineCampaignManagement', 'b2b') as Route
const beta = (isForAll: boolean) => ({
  id: 'b2b_module',
  slug: 'b2b_module',
  name: 'B2B',
  is_beta: true,
  apply_to_all_agency: isForAll,
})
const me = ownAnswer('account.me', agency())
const viewer = (more: Partial<Viewer> = {}): Viewer => ({
  ...toViewer(
    me,
    ownAnswer('account.checkSetup', setup({ betaFeature: { b2b_module: beta(true), data_wallet: beta(false) } })),
    ownAnswer('public.domainInfo', tenant()),
  ),
  modules: defaultModules,
  ...more,
})

const document = {
  name: 'b2b-service-agreement' as const,
  title: 'Service agreement',
  version: 1,
  updated_at: '2026-11-20T12:00:00.000Z',
  html: '',
  blocks: [{ kind: 'paragraph' as const, text: 'The terms.' }],
}

function open(handlers: Handlers, options: { who?: Viewer; before?: string[]; route?: Route } = {}) {
  const server = fakeServer({ 'documents.get': () => document, ...handlers })
  const { who = viewer(), before = ['/siteid/dashboard'], route = b2b } = options
  render(
    <ThemeProvider>
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter initialEntries={[...before, '/b2bid/campaign-management']} initialIndex={before.length}>
          <Routes>
            <At
              path="/b2bid/campaign-management"
              element={
                <>
                  <p>The page</p>
                  <FeatureGate viewer={who} user={me} route={route} />
                </>
              }
            />
            <At path="*" element={<Where />} />
          </Routes>
        </MemoryRouter>
        <Notifications />
      </SWRConfig>
    </ThemeProvider>,
  )
  return { server, user: userEvent.setup() }
}

function Where() {
  return <p>Somewhere else</p>
}

const status = (value: 'T' | 'F') => ({ 'documents.featureAgreement': () => ({ status: value, version: 1 }) })
const dialog = () => screen.findByRole('dialog', { name: 'Service Agreement' })

// The question alone, in a router of its own; the application's tests open the real page.
describe('the agreement to a product in trial', () => {
  it('is asked for while none is on file', async () => {
    const { server } = open(status('F'))
    expect((await dialog()).textContent).toContain('The terms.')
    expect(server.named('documents.featureAgreement')[0]?.input).toEqual({
      user_id: 'usr_ada',
      feature_id: 'b2b_module',
    })
  })

  it('is not asked for again', async () => {
    const { server } = open(status('T'))
    await waitFor(() => expect(server.asked).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    [
      'outside a trial',
      viewer({ betas: { ...viewer().betas, b2b: { isBeta: false, appliesToAllAgencies: false } } }),
      b2b,
    ],
    ['through other eyes', viewer({ isViewing: true }), b2b],
    ['from clients', viewer({ userType: 'client' }), b2b],
    ['on other lines', viewer(), findLineRoute(defaultModules, 'lineCampaignManagement', 'local') as Route],
    ['on the dashboard', viewer(), findLineRoute(defaultModules, 'lineDashboard', 'b2b') as Route],
  ])('is not asked for %s', async (_, who, route) => {
    const { server } = open(status('F'), { who, route })
    expect(screen.getByText('The page')).toBeDefined()
    expect(server.asked).toEqual([])
  })

  it('is recorded with the seven fields, and the page opens', async () => {
    const { server, user } = open({
      ...status('F'),
      'documents.agreeFeature': () => ({ result: 'success', message: '' }),
    })
    await dialog()
    await user.click(screen.getByRole('button', { name: 'I agree' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('The page')).toBeDefined()
    expect(server.named('documents.agreeFeature')[0]?.input).toEqual({
      feature_id: 'b2b_module',
      feature_name: 'B2B',
      user_id: 'usr_ada',
      is_marketing_services_agreement_feature: 'T',
      company_name: 'Northlight',
      company_id: 'com_north',
      location_menu: 'B2B',
      version: 1,
    })
  })

  it('tells a failure and goes back', async () => {
    const { user } = open({
      ...status('F'),
      'documents.agreeFeature': () => {
        throw new Refusal('internal', 'Boom')
      },
    })
    await dialog()
    await user.click(screen.getByRole('button', { name: 'I agree' }))
    expect(await screen.findByText('Something went wrong, please try again later')).toBeDefined()
    expect(await screen.findByText('Somewhere else')).toBeDefined()
  })

  it('goes back when it is dismissed', async () => {
    const { user } = open(status('F'))
    await dialog()
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Somewhere else')).toBeDefined()
  })

  it('goes to the dashboard when there is no page to go back to', async () => {
    const { user } = open(status('F'), { before: [] })
    await dialog()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Somewhere else')).toBeDefined()
  })
})
