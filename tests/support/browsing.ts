// A person at a browser: pages of a tenant, sign-in, and what must hold on every page that is looked at.
import { basename, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsOf } from './axe.ts'
import { launch } from './browser.ts'
import { PASSWORD } from './cast.ts'

export type Look = { width?: number; dark?: boolean; userAgent?: string }

/** `RECORD=folder npm test -- journeys/wallet` keeps each page of a story as it was seen: `npx playwright-core show-trace <file>`. */
const recordings = process.env.RECORD

const nameOf = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80)

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

  return { at, open, signIn }
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
