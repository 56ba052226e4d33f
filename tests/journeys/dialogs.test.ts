// Every dialog that can be opened from a page, found by pressing what is there: each gives the focus back to what opened it.

import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()

/** What opens no dialog of ours: it changes something at once, saves a file, or leaves. */
const others =
  /log out|theme|download|export|send invitation|switch back|view as|make default|manual billing|minimum spend|apply|save|^page \d|^(next|previous) page/i
const MOST = 40

const labelOf = (node: Locator) =>
  node.evaluate((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim())
const dialog = (page: Page) => page.locator('section[role="dialog"]')
const isOpen = async (page: Page) => {
  // Code of a dialog is fetched when it is first opened; what it shows may be sealed or asked for first.
  await web.rest(page)
  return dialog(page)
    .first()
    .waitFor({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    )
}
/** By what it says: the buttons around it may come and go, so its place among them says nothing. */
const labelOfFocus = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim()
  })
const isAt = (opener: Locator) => opener.evaluate((element) => element === document.activeElement)

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await dialog(page).first().waitFor({ state: 'detached' })
}

/** Gone, not on its way out: a press that meets a menu that is fading closes it again. */
async function closeMenu(page: Page) {
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
}

/** Heads of columns sort and numbers of pages turn them: dozens of buttons that open nothing. */
const pressed = 'button:visible:not(th *):not(.mantine-Pagination-root *)'

/** Buttons of the page that are there now; those of the rows of a list do the same in each row, so the first is enough. */
async function openers(page: Page) {
  const found = new Map<string, { label: string; button: Locator }>()
  for (const button of await page.locator(pressed).all()) {
    const label = await labelOf(button)
    const kind = label.replace(/^(Edit|Delete|View as|More actions|Copy|Select|Clients of|Campaigns of) .*/, '$1')
    if (!label || others.test(label) || found.has(kind)) continue
    // Found again by what it says: others come and go while the page is used.
    found.set(kind, {
      label,
      button: page.getByRole('button', { name: label.replace(/\s+/g, ' '), exact: true }).first(),
    })
  }
  return [...found].slice(0, MOST)
}

const FOCUS_MS = 15_000

async function tryAll(page: Page, path: string, seen: Set<string>): Promise<{ met: number; lost: string[] }> {
  const lost: string[] = []
  let met = 0
  const at = new URL(path, page.url()).href
  const settle = async () => {
    if (page.url() !== at) await page.goto(at)
    await page.locator('main h1').waitFor()
    await web.rest(page)
  }
  await page.goto(at)
  await settle()
  for (const [kind, { label, button }] of await openers(page)) {
    if (seen.has(kind) || !(await button.isEnabled({ timeout: 1000 }).catch(() => false))) continue
    seen.add(kind)
    const press = () =>
      button.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    if (!(await press())) continue
    const entries = page.getByRole('menuitem')
    if ((await entries.count()) > 0) {
      // Entries that are links lead to pages.
      const items = await entries.and(page.locator(':not(a)')).allTextContents()
      await closeMenu(page)
      for (const item of items.filter((text) => !others.test(text) && !seen.has(`${kind}: ${text}`))) {
        seen.add(`${kind}: ${item}`)
        const entry = page.getByRole('menuitem', { name: item, exact: true })
        await press()
        await entry.click()
        if (await isOpen(page)) {
          met++
          await close(page)
          await expect
            .poll(() => labelOfFocus(page), { timeout: FOCUS_MS })
            .toBe(label)
            .catch(() => lost.push(item))
        }
        if ((await page.getByRole('menuitem').count()) > 0) await closeMenu(page)
        await settle()
      }
    } else if (await isOpen(page)) {
      met++
      await close(page)
      await expect
        .poll(() => labelOfFocus(page), { timeout: FOCUS_MS })
        .toBe(label)
        .catch(() => lost.push(kind))
    }
    await page.keyboard.press('Escape')
    await settle()
  }
  return { met, lost }
}

/** Buttons that stand on each page are tried on the first one of a person. `least`: how many dialogs that page surely has for them. */
const pagesOf = [
  {
    tenant: 'root',
    email: 'olive.operator@example.com',
    least: {
      '/configuration/agency-list': 2,
      '/configuration/administrator-list': 1,
      '/configuration/role-list': 1,
    },
  },
  {
    tenant: 'northlight',
    email: 'ada.agency@example.com',
    least: {
      '/configuration/client-management': 8,
      '/user/card-setting': 1,
      '/user/profile': 1,
    },
  },
]
const pages = pagesOf.flatMap(({ least, ...person }) => {
  const seen = new Set<string>()
  return Object.entries(least).map(([path, count]) => ({ ...person, path, seen, count }))
})

describe('the dialogs', () => {
  it.each(portionOf(pages))(
    'of $tenant give the focus back to what opened them: $path',
    async ({ tenant, email, path, seen, count }) => {
      const page = await web.signIn(tenant, email)
      const { met, lost } = await tryAll(page, path, seen)
      expect(lost).toEqual([])
      expect(met).toBeGreaterThanOrEqual(count)
    },
  )

  it('ask before changes go, with Back too, and the question can be used by all', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', {}, '/user/profile')
    await page.getByRole('link', { name: 'General Settings' }).first().click()
    const name = page.getByLabel('Short name')
    await name.fill('Nord')
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
    await question.waitFor()
    await expect.poll(() => isAt(question.getByRole('button', { name: 'Keep editing' }))).toBe(true)
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/configuration/general-setting')
    expect(await name.inputValue()).toBe('Nord')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
  })

  it('ask before changes go that were typed in a tab that is not open any more', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', {}, '/configuration/general-setting')
    const name = page.getByLabel('Short name')
    await name.fill('Nord')
    await page.getByRole('tab', { name: 'Own domain' }).click()
    await page.getByRole('textbox', { name: 'Sub-domain' }).waitFor()
    await page.getByRole('link', { name: 'Client Management' }).first().click()
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Branding' }).click()
    expect(await name.inputValue()).toBe('Nord')
  })
})
