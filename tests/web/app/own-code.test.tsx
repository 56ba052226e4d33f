import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, tenant } from '#tests/web/support/people.ts'

cleanPageEachTime()

const frame = () => document.querySelector('iframe')
const heading = () => screen.findByRole('heading', { level: 1 })
const at = (place: 'head' | 'body' | 'footer') => tenant({ embedded_code: place })

/** The frame that is there says how tall it is. */
function takeRoom(embeddedHeight: number): Element {
  const content = { postMessage: () => undefined } as unknown as Window
  const place = frame() as Element
  Object.defineProperty(place, 'contentWindow', { value: content })
  act(() => void fireEvent(window, new MessageEvent('message', { data: { embeddedHeight }, source: content })))
  return place
}

describe("a tenant's own code", () => {
  it('A33 runs in a frame without an origin, which is told nothing of the page around it', async () => {
    await openApp('/siteid/dashboard', { tenant: at('head') })
    await heading()
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups')
    expect(frame()?.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(frame()?.getAttribute('src')).toBe('/embedded-code')
  })

  it('THM-014 is unseen in the head, above the content in the body, and below it anywhere else', async () => {
    const { unmount } = await openApp('/siteid/dashboard', { tenant: at('head') })
    await heading()
    expect(frame()?.getAttribute('aria-hidden')).toBe('true')
    unmount()
    for (const [place, order] of [
      ['body', Node.DOCUMENT_POSITION_PRECEDING],
      ['footer', Node.DOCUMENT_POSITION_FOLLOWING],
    ] as const) {
      const opened = await openApp('/siteid/dashboard', { tenant: at(place) })
      const title = await heading()
      expect(frame()?.hasAttribute('aria-hidden')).toBe(false)
      const relation = title.compareDocumentPosition(frame() as Node)
      expect(relation & order).toBe(order)
      opened.unmount()
    }
  })

  it('is as tall as it says, within bounds, and nobody else may say so', async () => {
    await openApp('/siteid/dashboard', { tenant: at('body') })
    await heading()
    const inside = frame()
    const content = {} as Window
    if (inside) Object.defineProperty(inside, 'contentWindow', { value: content })
    const tell = (data: unknown, source: MessageEventSource | null | undefined) =>
      act(() => {
        fireEvent(window, new MessageEvent('message', { data, source: source ?? null }))
      })
    tell({ embeddedHeight: 120 }, content)
    expect(frame()?.getAttribute('height')).toBe('120')
    tell({ embeddedHeight: 9999 }, content)
    expect(frame()?.getAttribute('height')).toBe('600')
    tell({ embeddedHeight: 10 }, window)
    tell({ embeddedHeight: '10' }, content)
    tell('10', content)
    expect(frame()?.getAttribute('height')).toBe('600')
  })

  it('SET-06 floats over a corner when it has nothing in the flow, within bounds', async () => {
    await openApp('/siteid/dashboard', { tenant: at('head') })
    await heading()
    const inside = frame()
    const content = { postMessage: () => undefined } as unknown as Window
    if (inside) Object.defineProperty(inside, 'contentWindow', { value: content })
    const tell = (data: unknown) =>
      act(() => void fireEvent(window, new MessageEvent('message', { data, source: content })))
    tell({ embeddedHeight: 0, embeddedFloat: { width: 80, height: 90 } })
    expect([frame()?.width, frame()?.height, frame()?.hasAttribute('data-floating')]).toEqual(['80', '90', true])
    expect(frame()?.hasAttribute('aria-hidden')).toBe(false)
    tell({ embeddedHeight: 0, embeddedFloat: { width: 9000, height: 9000 } })
    expect([frame()?.width, frame()?.height]).toEqual(['440', '700'])
    for (const embeddedFloat of [
      null,
      { width: '80', height: 90 },
      { width: Number.NaN, height: 1 },
      { width: -5, height: 5 },
    ]) {
      tell({ embeddedHeight: 0, embeddedFloat })
      expect([frame()?.hasAttribute('data-floating'), frame()?.getAttribute('aria-hidden')]).toEqual([false, 'true'])
    }
    tell({ embeddedHeight: 40, embeddedFloat: { width: 80, height: 90 } })
    expect(frame()?.hasAttribute('data-floating')).toBe(false)
  })

  it.each(['/login', '/register', '/reset-password-invalid'])('THM-017 is not there on %s', async (path) => {
    await openApp(path, { as: null, tenant: at('body') })
    await heading()
    expect(frame()).toBeNull()
  })

  it('THM-017 leaves while a dialog that may ask for a password stands open', async () => {
    const { user } = await openApp('/siteid/dashboard', { as: agency(), tenant: at('body') })
    await heading()
    expect(frame()).not.toBeNull()
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change Password', hidden: true }))
    await waitFor(() => expect(frame()).toBeNull())
  })

  it('keeps its room while a dialog stands open, and takes it at once when it comes again', async () => {
    const { user } = await openApp('/siteid/dashboard', { as: agency(), tenant: at('body') })
    await heading()
    const place = takeRoom(130)
    const main = screen.getByRole('main')
    const index = [...main.children].indexOf(place)
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change Password', hidden: true }))
    await waitFor(() => expect(frame()).toBeNull())
    expect((main.children[index] as HTMLElement).style.height).toBe('130px')
    const dialog = await screen.findByRole('dialog', { name: 'Change Password' })
    // Escape before the focus is in it would close nothing.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(frame()?.getAttribute('height')).toBe('130'))
  })

  it('leaves no room of code in the head while a dialog stands open', async () => {
    const { user } = await openApp('/siteid/dashboard', { as: agency(), tenant: at('head') })
    await heading()
    const place = takeRoom(130)
    const index = [...(place.parentElement?.children ?? [])].indexOf(place)
    const parentElement = place.parentElement as Element
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change Password', hidden: true }))
    await waitFor(() => expect(frame()).toBeNull())
    expect((parentElement.children[index] as HTMLElement).style.height).toBe('0px')
  })

  it('is not there without any, and not in the settings', async () => {
    const { unmount } = await openApp('/siteid/dashboard', { as: client() })
    await heading()
    expect(frame()).toBeNull()
    unmount()
    await openApp('/configuration/general-setting', { as: agency(), tenant: at('body') })
    await heading()
    expect(frame()).toBeNull()
  })
})
