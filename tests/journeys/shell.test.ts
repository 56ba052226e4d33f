// The frame around every page: what it measures, how keys move in it, and what it looks like before any script has run.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const ADA = 'ada.agency@example.com'
/** A picture much wider than the room there is. */
const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100"><rect width="600" height="100"/></svg>'

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
  })
const paints = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const names = ['sidebar', 'sidebar-text', 'template', 'template-text', 'box', 'box-text'].map(
      (name) => `--brand-${name}`,
    )
    return {
      scheme: style.colorScheme,
      body: getComputedStyle(document.body).backgroundColor,
      ...Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()])),
    }
  })

describe('the frame', () => {
  it('SHL-030 has a drawer at 767 px and a sidebar at 768 px', async () => {
    const page = await web.signIn('northlight', ADA, { width: 767 })
    const sidebar = page.getByRole('complementary')
    const open = page.getByRole('button', { name: 'Open menu' })
    await open.waitFor()
    expect(await sidebar.isVisible()).toBe(false)
    await open.click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link').first().waitFor()
    // Nothing lies over the mark of the tenant.
    await expect.poll(() => drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    expect(
      await drawer.getByRole('button', { name: /^Switch to/ }).evaluate((node) => node === document.activeElement),
    ).toBe(false)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 768, height: 900 })
    await sidebar.waitFor()
    expect(await open.isVisible()).toBe(false)
  })

  it('CON-015 shows a logo at most 125 px wide, however wide it is', async () => {
    const page = await web.signIn('northlight', ADA)
    // As if the tenant had one: the page says so, and there is a picture at that address.
    await page.route('**/brand/wide.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: wide }))
    await page.addInitScript(() => {
      const parse = JSON.parse
      JSON.parse = (text, reviver) => {
        const value = parse(text, reviver)
        if (value?.data?.brand) Object.assign(value.data.brand, { logo: '/brand/wide.svg', logoDark: null })
        return value
      }
    })
    await page.reload()
    const logo = page.getByRole('complementary').locator('img[src="/brand/wide.svg"]')
    await logo.waitFor()
    const box = await logo.boundingBox()
    expect(box?.width).toBeGreaterThan(100)
    expect(box?.width).toBeLessThanOrEqual(125)
  })

  it('SHL-053 is worked by keys alone: menu, dialog, palette and drawer, each of which gives the focus back', async () => {
    const page = await web.signIn('northlight', ADA)
    await page.getByRole('button', { name: /Profile menu/ }).focus()
    const before = await focused(page)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Change Password' }).waitFor()
    // The menu hears keys once the focus is in it.
    await expect.poll(() => focused(page)).not.toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(before)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Change Password' }).waitFor()
    await expect.poll(() => focused(page)).not.toBe(before)
    for (let at = await focused(page); !at.startsWith('Change Password'); at = await focused(page)) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focused(page)).not.toBe(at)
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    // Tab goes round inside.
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(before)

    await page.keyboard.press('Control+k')
    const palette = page.getByLabel('Go to a page, or do something')
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })

    await page.setViewportSize({ width: 500, height: 900 })
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.waitFor()
    await expect.poll(() => drawer.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open menu')
  })
})

describe('a browser that is too old', () => {
  it('is told so, and gets nothing that it cannot run', async () => {
    const page = await web.open('northlight', '/login', { width: 390 })
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload({ waitUntil: 'networkidle' })
    expect(await page.getByRole('heading').allTextContents()).toEqual(['This browser is too old'])
    await page.getByText('Please update it').waitFor()
    await expectAccessible(page)
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  })
})

describe('the first paint', () => {
  it.each([false, true])('THM-006 has the colours that the application paints with later (dark: %s)', async (dark) => {
    const page = await web.open('northlight', '/login', { dark })
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    const later = await paints(page)
    // The same page once more, without the application: what marks the scheme stands in the page itself.
    await page.route('**/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    expect(await paints(page)).toEqual(later)
  })

  it.each([1440, 768, 390])('shows the frame and the logo where the application draws them (%s px)', async (width) => {
    const page = await web.open('northlight', '/login', { width })
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    const later = await page.locator('header img').boundingBox()
    await page.route('**/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    const first = page.locator('#first img:visible')
    await expect.poll(() => first.boundingBox()).toEqual(later)
  })

  it.each([1440, 1000, 390])('shows who is signed in the ground of their menu (%s px)', async (width) => {
    const page = await web.signIn('northlight', ADA, { width })
    await page.locator('main h1').waitFor()
    const menu = page.getByRole('complementary')
    const later = (await menu.isVisible()) ? (await menu.boundingBox())?.width : 0
    await page.route('**/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    const ground = page.locator('#first > :first-child')
    await expect.poll(async () => (await ground.boundingBox())?.width ?? 0).toBe(later)
  })
})
