// A person at a browser: pages of a tenant, sign-in, and what must hold on every page that is looked at.
import { basename, join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { violationsOf } from './axe.ts'
import { launch } from './browser.ts'
import { PASSWORD } from './cast.ts'

export type Look = { width?: number; dark?: boolean; userAgent?: string }

/** `RECORD=folder npm test -- journeys/wallet` keeps each page of a story as it was seen: `npx playwright-core show-trace <file>`. */
const recordings = process.env.RECORD

const nameOf = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80)

const LOOK_MS = 5000

/** How long React may hold back what it has, so that no placeholder flashes: a dialog may be on its way without any request. */
const HELD_MS = 300

/** Where a page stood when its story failed: what it showed, and what had not been answered. A page that hangs says so. */
async function tellWhereItStood(page: Page, unanswered: ReadonlySet<Request>): Promise<string> {
  const shown = page.evaluate(() => {
    const wordsOf = (element: Element | null) =>
      element && (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 80)
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')]
    return `"${wordsOf(document.querySelector('h1'))}", focus at "${wordsOf(document.activeElement)}", open: ${dialogs.map(wordsOf).join('; ') || 'nothing'}`
  })
  const late = new Promise<string>((resolve) => setTimeout(resolve, LOOK_MS, 'it gives no answer'))
  const said = await Promise.race([shown, late]).catch(String)
  return `${page.url()}: ${said}; unanswered: ${[...unanswered].map((request) => `${request.method()} ${new URL(request.url()).pathname}`).join(', ') || 'nothing'}`
}

/** Opens one browser for a file of journeys; every page gets a fresh context, so nothing is shared. */
export function startBrowsing() {
  let browser: Browser
  const contexts: { context: BrowserContext; name: string }[] = []
  beforeAll(async () => {
    // A page of a story lives for seconds: its scripts are not worth two more compilers, which took a sixth of the browser's work.
    browser = await launch(undefined, ['--js-flags=--no-maglev --no-turbofan'])
  })
  afterAll(async () => {
    for (const [index, { context, name }] of contexts.entries()) {
      if (recordings) await context.tracing.stop({ path: join(recordings, `${name}-${index + 1}.zip`) })
      await context.close()
    }
    await browser?.close()
  })
  /** The requests of each page that have not been answered. */
  const watched = new WeakMap<Page, Set<Request>>()
  /** The same, of the pages that the test that runs has used. */
  const pages = new Map<Page, Set<Request>>()
  afterEach(async ({ task }) => {
    const failed = task.result?.errors ?? []
    const told =
      failed.length > 0 ? await Promise.all([...pages].map(([page, open]) => tellWhereItStood(page, open))) : []
    pages.clear()
    if (told.length === 0) return
    for (const error of failed) {
      const whole = `${error.message}\n${told.join('\n')}`
      // The stack begins with the message, and is what a report of the tests shows.
      error.stack = error.stack?.includes(error.message)
        ? error.stack.replace(error.message, () => whole)
        : `${whole}\n${error.stack ?? ''}`
      error.message = whole
    }
  })
  const at = (tenant: string, path = '/') => `http://${tenant}.localhost:${inject('port')}${path}`

  async function open(tenant: string, path = '/', look: Look = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: look.width ?? 1440, height: 900 },
      colorScheme: look.dark ? 'dark' : 'light',
      // Nothing fades in or out, so what is looked at is whole at every moment, on a busy machine too.
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'America/Chicago',
      ...(look.userAgent && { userAgent: look.userAgent }),
      acceptDownloads: true,
    })
    const { testPath = '', currentTestName = '' } = expect.getState()
    contexts.push({ context, name: nameOf(`${basename(testPath, '.test.ts')} ${currentTestName}`) })
    if (recordings) await context.tracing.start({ screenshots: true, snapshots: false, title: currentTestName })
    const page = await context.newPage()
    const unanswered = new Set<Request>()
    watched.set(page, unanswered)
    pages.set(page, unanswered)
    page.on('request', (request) => {
      pages.set(page, unanswered)
      unanswered.add(request)
    })
    page.on('requestfinished', (request) => unanswered.delete(request))
    page.on('requestfailed', (request) => unanswered.delete(request))
    page.setDefaultTimeout(90_000)
    await page.goto(at(tenant, path))
    return page
  }

  /** Somebody who asks for a page and signs in for it, without loading what they land on otherwise. */
  async function signIn(tenant: string, email: string, look: Look = {}, path = '/login'): Promise<Page> {
    const page = await open(tenant, path, look)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    return page
  }

  /**
   * Waits until nothing is on its way and what came has been shown. A page that never rests is looked at as it is. To wait for half a
   * second without requests, as browsers' drivers do, is most of what a story of many pages would take.
   */
  async function rest(page: Page): Promise<void> {
    const unanswered = watched.get(page) ?? new Set()
    for (let calm = 0, looks = 0; calm < 3 && looks < 100; calm++, looks++) {
      await page.evaluate(
        () => new Promise((shown) => requestAnimationFrame(() => requestIdleCallback(shown, { timeout: 1000 }))),
      )
      if (unanswered.size === 0) continue
      calm = -1
      await expect.poll(() => unanswered.size, { timeout: 30_000, interval: 10 }).toBe(0)
    }
  }

  /** Waits until a page has all that it will show by itself. */
  async function becomeWhole(page: Page): Promise<void> {
    await rest(page)
    await page.waitForTimeout(HELD_MS)
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"], main:empty') === null)
  }

  return { at, open, signIn, rest, becomeWhole }
}

/** No accessibility violation on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // What still fades in has other colours for a moment.
  await page.evaluate(() => {
    // A spinner never ends.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  expect(await violationsOf(page, tags)).toEqual([])
}
