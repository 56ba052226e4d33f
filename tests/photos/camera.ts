// A browser that waits until a page is whole, and photographs it in each look.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Modules } from '#shared/access/viewer.ts'
import { PASSWORD } from '#tests/support/cast.ts'
import type { Person } from './people.ts'

export type Look = { width: number; scheme: 'light' | 'dark' }

const HEIGHT = 900
const PATIENCE_MS = 20_000

export async function openContext(browser: Browser, now: number | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: HEIGHT },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // It keeps files between pages, and may reload a page while it is photographed.
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (now !== null) await standStill(context, now)
  return context
}

/** The browser's clock stands still. Answers carry the true time, by which the application would correct it. */
async function standStill(context: BrowserContext, now: number): Promise<void> {
  await context.clock.setFixedTime(now)
  await context.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
}

/** Signs a person in, and leaves what greets them at their first visit. */
export async function signIn(page: Page, origin: string, { email }: Person): Promise<void> {
  await page.goto(`${origin}/login`)
  if (email === null) return
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await settle(page)
  const tour = page.getByRole('dialog').getByRole('button', { name: /Skip|Close/ })
  if (await tour.first().isVisible()) await page.keyboard.press('Escape')
}

/** Waits until nothing is on its way any more: no request, no part that says it is busy, no font, no change. */
export async function settle(page: Page, waitsForBusy = true): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS }).catch(() => undefined)
  const limits = { quietMs: 150, patienceMs: PATIENCE_MS, waitsForBusy }
  await page.evaluate(async ({ quietMs, patienceMs, waitsForBusy }) => {
    await document.fonts.ready
    const end = performance.now() + patienceMs
    let changedAt = performance.now()
    const observer = new MutationObserver(() => {
      changedAt = performance.now()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    // The gallery shows parts that are busy for good; everywhere else nobody is busy when a page is whole.
    const isBusy = () => waitsForBusy && document.querySelector('main [aria-busy="true"], main:empty') !== null
    do await new Promise((done) => requestAnimationFrame(done))
    while (performance.now() < end && (isBusy() || performance.now() - changedAt < quietMs))
    observer.disconnect()
    await document.fonts.ready
  }, limits)
}

/** A page that the guard sends elsewhere, or knows nothing of, is none of this person's. */
export async function isAt(page: Page, url: string): Promise<boolean> {
  if (new URL(page.url()).pathname !== new URL(url).pathname) return false
  return !(await page.getByRole('heading', { level: 1, name: 'Page not found' }).isVisible())
}

export async function opens(page: Page, url: string): Promise<boolean> {
  await page.setViewportSize({ width: 1440, height: HEIGHT })
  await page.goto(url)
  await settle(page)
  return isAt(page, url)
}

export async function photograph(page: Page, { width, scheme }: Look, waitsForBusy = true): Promise<Buffer> {
  await page.setViewportSize({ width, height: HEIGHT })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await settle(page, waitsForBusy)
  return page.screenshot({ fullPage: true, animations: 'disabled' })
}

/** Presses one thing after the other: a dialog, a panel, or a form in the page opens. False where a button is not there. */
export async function openDialog(page: Page, presses: readonly (string | RegExp)[]): Promise<boolean> {
  for (const name of presses) {
    const named = typeof name === 'string' ? { name, exact: true } : { name }
    const part = page.getByRole('button', named).or(page.getByRole('menuitem', named)).first()
    const isPressed = await part.click({ timeout: 8000 }).then(
      () => true,
      () => false,
    )
    if (!isPressed) return false
    await settle(page)
  }
  return true
}

/** The product lines of the tenant whose page this is. */
export const modulesOf = (page: Page): Promise<Modules> =>
  page.evaluate(() => JSON.parse(document.querySelector('#tenant')?.textContent ?? '{}').sidemenu)

/** The tabs of a page that are not the open one, by their names. */
export async function otherTabs(page: Page): Promise<string[]> {
  return page.locator('main [role="tab"][aria-selected="false"]').allInnerTexts()
}

/** Where the links of a page lead, within the application. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.locator('main a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
