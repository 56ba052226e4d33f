// Banners and what people are told: the pages and everything that opens on them can be read by assistive technology, in light and dark.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()

async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('section[role="dialog"]').first().waitFor({ state: 'detached' })
}

describe.each([
  { tenant: 'northlight', email: 'ada.agency@example.com', dark: false },
  { tenant: 'copper', email: 'carl.client@example.com', dark: true },
])('at $tenant', ({ tenant, email, dark }) => {
  it('banners can be read, with each dialog and panel of a row', async () => {
    const page = await web.signIn(tenant, email, { dark }, '/banner/list')
    const table = page.getByRole('table', { name: 'Banners' })
    await table.waitFor()
    await expectAccessible(page)
    const name = (await table.getByRole('row').nth(1).locator('img + span').textContent())?.trim() ?? ''
    expect(name).not.toBe('')
    for (const action of ['Preview and code', 'Edit', 'Delete']) {
      const entry = page.getByRole('menuitem', { name: action, exact: true })
      const button = page.getByRole('button', { name: `${action} ${name}`, exact: true })
      if (await button.count()) await button.click()
      else {
        await page.getByRole('button', { name: `More actions ${name}` }).click()
        await expectAccessible(page)
        await entry.click()
      }
      await page.locator('section[role="dialog"]').first().waitFor()
      await web.rest(page)
      await expectAccessible(page)
      await closed(page)
    }
    await page.goto(web.at(tenant, '/banner/create'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('button', { name: /create|save/i })
      .last()
      .click()
    await expectAccessible(page)
  })

  it('what people are told can be read, in the panel of the bell and on its page', async () => {
    const page = await web.signIn(tenant, email, { dark })
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await web.rest(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto(web.at(tenant, '/user/notifications'))
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await web.rest(page)
    await expectAccessible(page)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await web.rest(page)
      await expectAccessible(page)
    }
  })
})

it('what is new can be read by operators', async () => {
  const page = await web.signIn('root', 'olive.operator@example.com')
  await page.getByRole('button', { name: /^What is new/ }).click()
  await web.rest(page)
  await expectAccessible(page)
})
