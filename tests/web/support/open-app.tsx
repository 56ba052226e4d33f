import { notifications } from '@mantine/notifications'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { forgetLeftPages } from '#tests/support/left-pages.ts'
import { fakeServer, type Handlers } from './fake-server.ts'
import { noLeads } from './no-leads.ts'
import { onePage } from './one-page.ts'
import { client, setup, tenant as someTenant } from './people.ts'
import { putTokens, trioOf } from './tokens.ts'

type Options = {
  handlers?: Handlers
  /** Who is signed in already; null for nobody. */
  as?: Output<'account.me'> | null
  tenant?: Output<'public.domainInfo'>
  /** What the entry of the history holds, as after a reload. */
  state?: unknown
}

/** Opens an address as a browser would: fresh modules, with what storage holds, over a server of the test's own. */
export async function openApp(
  path: string,
  { handlers = {}, as = client(), tenant = someTenant(), state = null }: Options = {},
) {
  vi.resetModules()
  forgetLeftPages()
  // The host of notices is no module of ours, so it would remember those of the test before.
  notifications.clean()
  history.replaceState(state, '', path)
  if (as) putTokens(trioOf(as.id))
  const server = fakeServer({
    'account.me': () => as ?? client(),
    'account.checkSetup': () => setup(),
    'account.jobs': () => ({ data: [] }),
    'account.countNotices': () => ({ unread: 0, has_news: 'F' }),
    'account.home': () => ({ steps: [], attention: [], activity: [], figures: [], newcomers: [] }),
    'campaigns.list': () => onePage([]),
    'campaigns.find': () => ({ campaigns: [] }),
    ...noLeads,
    'settings.tour': () => ({ seen: true }),
    'marketing.organization': () => ({ available: false, data: null }),
    'roles.list': () => ({ result: 'success', roles: [], modules: [] }),
    'staff.customerCare': () => ({ data: [] }),
    'public.country': () => ({ country: 'US' }),
    'public.clientAddress': () => ({ ip: '203.0.113.7' }),
    ...handlers,
  })
  const { loadSession } = await import('#web/api/session.ts')
  const { ownAnswer } = await import('./own.ts')
  const { App } = await import('#web/app/app.tsx')
  void loadSession()
  const user = userEvent.setup()
  return { server, user, ...render(<App tenant={ownAnswer('public.domainInfo', tenant)} />) }
}
