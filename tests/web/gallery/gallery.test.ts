// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { launch } from '#tests/support/browser.ts'

const configFile = join(import.meta.dirname, '../../../web/gallery/vite.config.ts')
const outDir = mkdtempSync(join(tmpdir(), 'gallery-'))

let server: PreviewServer
let browser: Browser

beforeAll(async () => {
  await build({ configFile, logLevel: 'error', build: { outDir } })
  server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(outDir, { recursive: true, force: true })
})

type Look = { brand?: string; scheme?: string; width?: number }

const pages = new Map<string, Promise<Page>>()
async function open(brand: string, scheme: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${server.resolvedUrls?.local[0]}?brand=${brand}&scheme=${scheme}`)
  await page.locator('#phone').getByText('+1 201 555 0123').waitFor()
  return page
}

/** Hands the gallery in one look to `use`. It is loaded once for each brand and scheme, and who opens something in it closes it again. */
async function inGallery(
  { brand = 'default', scheme = 'light', width = 1440 }: Look,
  use: (page: Page) => Promise<void>,
) {
  const look = `${brand} ${scheme}`
  const opening = pages.get(look) ?? open(brand, scheme)
  pages.set(look, opening)
  const page = await opening
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await use(page)
}

const looks = [
  { brand: 'default', scheme: 'light', width: 1440 },
  { brand: 'default', scheme: 'dark', width: 1440 },
  { brand: 'orchard', scheme: 'dark', width: 390 },
  { brand: 'citron', scheme: 'light', width: 390 },
  { brand: 'midnight', scheme: 'light', width: 768 },
]

describe('the gallery', () => {
  it.each(portionOf(looks, 3))('WID-072 has no fault for assistive technology: $brand, $scheme, $width px', (look) =>
    inGallery(look, async (page) => {
      expect(await violationsOf(page)).toEqual([])
    }),
  )

  it.each([390, 768, 1440])('never scrolls sideways at %d pixels', (width) =>
    inGallery({ width }, async (page) => {
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(excess).toBe(0)
    }),
  )

  it('WID-016 shows seven rows of countries', () =>
    inGallery({}, async (page) => {
      await page
        .locator('#phone')
        .getByRole('button', { name: /United States/ })
        .first()
        .click()
      const list = page.getByRole('listbox', { name: 'Countries' })
      const heights = await list.evaluate((ul) => [ul.clientHeight, ul.firstElementChild?.clientHeight ?? 0])
      expect(heights[0]).toBe(7 * (heights[1] ?? 0))
      expect(await list.getByRole('option').count()).toBeGreaterThanOrEqual(230)
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'hidden' })
    }))

  it.each(['Confirm', 'Dialog', 'Side panel'])('gives the focus back when Escape closes what %s opened', (name) =>
    inGallery({}, async (page) => {
      const opener = page.getByRole('button', { name, exact: true })
      await opener.click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    }),
  )

  it.each([
    { button: 'Columns', inside: 'Status' },
    { button: 'Views', inside: 'Name of the view' },
  ])('opens $button of a list without a fault for assistive technology, and Escape gives the focus back', (set) =>
    inGallery({ brand: 'orchard', scheme: 'dark' }, async (page) => {
      const opener = page.getByRole('button', { name: set.button, exact: true })
      await opener.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(set.inside).waitFor()
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    }),
  )

  it.each([768, 1024, 1440])('cuts nothing in a table at %d pixels that does not end in an ellipsis', (width) =>
    inGallery({ width }, async (page) => {
      const cut = await page.locator('#tables').evaluate((section) => {
        const isCut = (node: Element) => node.scrollWidth > node.clientWidth + 1
        const heads = [...section.querySelectorAll('th')].filter(isCut)
        const cells = [...section.querySelectorAll('td, td *')].filter(
          (node) =>
            isCut(node) &&
            getComputedStyle(node).overflowX !== 'visible' &&
            getComputedStyle(node).textOverflow !== 'ellipsis',
        )
        return [...heads, ...cells].map((node) => node.outerHTML.slice(0, 120))
      })
      expect(cut).toEqual([])
    }),
  )

  it('keeps the head of a table in view', () =>
    inGallery({}, async (page) => {
      const head = page.getByRole('columnheader', { name: 'Campaign' }).first()
      const table = page.getByRole('table').first()
      await table.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY + 60))
      expect(await head.evaluate((cell) => Math.round(cell.getBoundingClientRect().top))).toBe(0)
    }))
})
