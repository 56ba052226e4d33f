// A platform that was away for a moment: who tries again a little later gets in, without loading the page anew.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startBrowsing } from '../support/browsing.ts'
import { PASSWORD } from '../support/cast.ts'

const web = startBrowsing()
const EMAIL = 'cleo.client@example.com'

async function outage(page: Page, kind: 'away' | 'busy') {
  await page
    .context()
    .route('**/*', (route) =>
      kind === 'away' ? route.abort('connectionrefused') : route.fulfill({ status: 503, body: 'Starting…' }),
    )
}
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' }).click()

describe('after an outage', () => {
  it.each(['away', 'busy'] as const)('signing in works again by itself: the platform was %s', async (kind) => {
    const page = await web.open('northlight', '/login')
    await page.getByLabel('E-mail').waitFor()
    await outage(page, kind)
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await logIn(page)
    await page
      .getByText(/could not be reached|try again/i)
      .first()
      .waitFor()
    await page.context().unroute('**/*')
    await logIn(page)
    // What the browser remembers as lost needs a new page, which still knows who it is about.
    await expect
      .poll(() =>
        page
          .getByLabel('Password', { exact: true })
          .inputValue()
          .catch(() => 'away'),
      )
      .toBe('')
    expect(await page.getByLabel('E-mail').inputValue()).toBe(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await logIn(page)
    await page.getByRole('button', { name: /Profile menu/ }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, httpOnly, secure, sameSite }) => ({ name, httpOnly, secure, sameSite }))).toEqual([
      { name: '__Host-browser', httpOnly: true, secure: true, sameSite: 'Strict' },
    ])
    // The sign-in goes on in this browser, and a copy of all that stands in its storage does not elsewhere.
    const copied = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const refresh = async (page: Page) => {
      const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/refresh-token'))
      await page.evaluate(() => {
        const [head, , signature] = localStorage.access_token.split('.')
        const claims = JSON.parse(
          atob(localStorage.access_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')),
        )
        const ended = btoa(JSON.stringify({ ...claims, iat: claims.iat - 900, exp: claims.iat })).replaceAll('=', '')
        localStorage.access_token = [head, ended, signature].join('.')
      })
      await page.reload()
      return (await answer).status()
    }
    const thief = await web.open('northlight', '/login')
    await thief.evaluate((storage) => Object.assign(localStorage, storage), copied)
    expect(await refresh(thief)).toBe(401)
    expect(await refresh(page)).toBe(200)
    expect(new URL(page.url()).pathname).not.toBe('/login')
  })
})
