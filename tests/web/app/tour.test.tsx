import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup } from '#tests/web/support/people.ts'

cleanPageEachTime()
// The test environment lays nothing out: what is on the page counts as seen.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})

const done = { 'settings.finishTour': () => ({ result: 'success' as const, message: '' }) }
const first = { ...done, 'settings.tour': () => ({ seen: false }) }
const title = (name: string) => screen.findByRole('dialog', { name })

describe('the guided tour', () => {
  it('starts on the first visit, leads through the frame, and never starts by itself again', async () => {
    const { user, server, unmount } = await openApp('/siteid/dashboard', { handlers: first })
    await title('Welcome')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await title('Your pages')
    for (const name of ['Go anywhere', 'Light or dark', 'You']) {
      fireEvent.keyDown(document.body, { keyCode: 39 })
      await title(name)
    }
    await user.click(screen.getByRole('button', { name: 'Finish' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(server.named('settings.finishTour')).toHaveLength(1))
    unmount()
    const again = await openApp('/siteid/dashboard', { handlers: first })
    await screen.findByRole('heading', { name: 'Site ID' })
    expect(again.server.named('settings.tour')).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('waits until the set-up is over: there is no menu to show yet', async () => {
    const { server } = await openApp('/user/profile-setup', {
      as: client({ profile_setup_completed: 'F' }),
      handlers: first,
    })
    await screen.findByRole('heading', { name: 'Profile setup' })
    expect(server.named('settings.tour')).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('waits at the old address of the set-up too', async () => {
    const { server } = await openApp('/user/profile-setup-v1', { handlers: first })
    await screen.findByRole('heading', { name: 'Profile setup' })
    expect(location.pathname).toBe('/user/profile-setup-v1')
    expect(server.named('settings.tour')).toEqual([])
  })

  it('waits where a page comes first that leaves no menu to show', async () => {
    const { server } = await openApp('/user/card-setting', {
      as: agency({}),
      handlers: {
        ...first,
        'account.checkSetup': () => setup({ setupcomplete: 'F', creditcardsetup: false, accountconnected: '' }),
      },
    })
    await screen.findByRole('heading', { level: 1 })
    expect(server.named('settings.tour')).toEqual([])
  })

  it('counts as seen when it is left', async () => {
    const { user, server } = await openApp('/siteid/dashboard', { handlers: first })
    await title('Welcome')
    await user.click(screen.getByRole('button', { name: 'Skip tour' }))
    await waitFor(() => expect(server.named('settings.finishTour')).toHaveLength(1))
  })

  it('is not shown to somebody who has seen it elsewhere, until they ask for it', async () => {
    const { user, server } = await openApp('/siteid/dashboard', { handlers: done })
    await waitFor(() => expect(server.named('settings.tour')).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
    for (let round = 0; round < 2; round++) {
      await user.click(await screen.findByRole('button', { name: /^Search/ }))
      await user.type(await screen.findByRole('textbox', { name: 'Go to a page, or do something' }), 'guided')
      await user.keyboard('{Enter}')
      await title('Welcome')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull())
      await user.click(screen.getByRole('button', { name: 'Skip tour' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Welcome' })).toBeNull())
    }
  })

  it('does not point at what cannot be seen', async () => {
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([] as unknown as DOMRectList)
    await openApp('/siteid/dashboard', { handlers: first })
    await title('Welcome')
    expect(screen.getByText('1 of 1')).toBeDefined()
  })
})
