// The first page of each kind of person: what waits for them stands beside its figures, nothing moves when it comes, and each line
// leads to the place where it is mended.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()

const people = [
  { who: 'an agency', tenant: 'northlight', email: 'ada.agency@example.com', figure: 'Sold for' },
  { who: 'a client', tenant: 'northlight', email: 'cleo.client@example.com', figure: 'Spend' },
  { who: 'an operator', tenant: 'root', email: 'olive.operator@example.com', figure: 'Companies that owe' },
  { who: 'a sales person', tenant: 'root', email: 'sam.sales@example.com', figure: 'Your agencies' },
] as const

const panelOf = (page: Page) => page.getByRole('region', { name: 'What waits for you' })

/** How far what was drawn moved by itself since the page was opened. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      const moved = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)
      Reflect.set(window, 'shifted', Number(Reflect.get(window, 'shifted')) + moved)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifted = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

/** What the frame of every page asks for. */
const ofFrame = ['/user/checksetupcomplete/', '/configuration/role-module/', '/user/jobs', '/user/guided-tour']

describe('the first page', () => {
  it.each(portionOf(people, 4))(
    'of $who says what waits, without moving what stands there',
    async ({ tenant, email, figure }) => {
      const page = await web.signIn(tenant, email)
      await panelOf(page).getByRole('tab').first().waitFor()
      await watchShifts(page)
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/') && !ofFrame.some((part) => pathname.includes(part))) asked.push(pathname)
      })
      await page.reload()
      await page.locator('section > p', { hasText: figure }).first().waitFor()
      await panelOf(page).getByRole('tab').first().waitFor()
      await page.getByRole('table').waitFor()
      expect(asked).toContain('/api/user/home')
      expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(3)
      expect(await shifted(page)).toBeLessThan(0.01)
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 900 })
      await page.reload()
      await panelOf(page).getByRole('tab').first().waitFor()
      // On a phone a notice about what another story does may push the page of a tenant.
      if (tenant === 'root') expect(await shifted(page)).toBeLessThan(0.01)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
  )

  it.each(portionOf(people, 4))('of $who in dark colours can be read', async ({ tenant, email }) => {
    const page = await web.signIn(tenant, email, { dark: true })
    await panelOf(page).getByRole('tab').first().waitFor()
    for (const tab of await panelOf(page).getByRole('tab').all()) {
      await tab.click()
      await expectAccessible(page)
    }
  })

  it('leads an operator from what is owed to where it is settled', async () => {
    const page = await web.signIn('root', 'olive.operator@example.com')
    await panelOf(page)
      .getByRole('link', { name: /owes? (a )?payments? that failed/ })
      .click()
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).searchParams.get('show')).toBe('unpaid')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('show')).toBeNull()
  })

  it('leads an agency from a client who owes to that client, and from a step to where it is done', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com')
    await panelOf(page)
      .getByRole('link', { name: /payment/ })
      .first()
      .click()
    await page.waitForURL(/client-management\?card=failed/)
    await page.goBack()
    await panelOf(page)
      .getByRole('tab', { name: /Set up/ })
      .click()
    const step = panelOf(page).getByRole('link').first()
    const to = (await step.getAttribute('href')) ?? ''
    await step.click()
    await page.waitForURL((url) => to.startsWith(url.pathname))
    expect(new URL(page.url()).pathname).not.toMatch(/dashboard$/)
  })
})
