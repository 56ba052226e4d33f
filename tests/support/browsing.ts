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
    browser = await launch()
  })
  afterAll(async () => {
    for (const [index, { context, name }] of contexts.entries()) {
      if (recordings) await context.tracing.stop({ path: join(recordings, `${name}-${index + 1}.zip`) })
      await context.close()
    }
    await browser?.close()
  })
  /** The pages that the test that runs has used, with their requests that have not been answered. */
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

  async function signIn(tenant: string, email: string, look: Look = {}): Promise<Page> {
    const page = await open(tenant, '/login', look)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    return page
  }

  /** Requests of a page that have not been answered. */
  const unansweredOf = (page: Page): number => pages.get(page)?.size ?? 0

  return { at, open, signIn, unansweredOf }
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
  expect(await violationsOf(page, { tags })).toEqual([])
}
