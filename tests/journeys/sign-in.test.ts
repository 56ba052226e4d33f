// An account from its first minute: registered, confirmed, its password forgotten, set anew and changed, on two devices.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'
import { linkIn, mailText } from '../support/mailed.ts'

const web = startBrowsing()
const EMAIL = 'nora.new@example.com'
const [FIRST, SECOND, THIRD] = ['fresh paint 7', 'fresh paint 8', 'fresh paint 9'] as const

async function logIn(page: Page, password: string) {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
/** Inside: the frame is there, and a tour that greets newcomers is out of the way. */
async function arrive(page: Page) {
  const skip = page.getByRole('button', { name: 'Skip tour' })
  // People who are still being set up have no sidebar: their menu opens from the top.
  const menu = page.getByRole('button', { name: /Profile menu|^Open menu$/ })
  try {
    await menu.or(skip).first().waitFor()
  } catch (cause) {
    // What stood there instead says more than that the frame did not.
    throw new Error(`${page.url()} shows: ${(await page.textContent('body'))?.slice(0, 500)}`, { cause })
  }
  await skip.click({ timeout: 3000 }).catch(() => undefined)
  await skip.waitFor({ state: 'detached' })
}
const openMenu = async (page: Page, item: string) => {
  const drawer = page.getByRole('button', { name: 'Open menu' })
  if (await drawer.isVisible()) await drawer.click()
  await page.getByRole('button', { name: /Profile menu/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Every address that a page asked for, and every one that it told others it came from. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''))
  return seen
}

describe('an account', () => {
  it('AUT-045 AUT-051 is made by a form, signed in at once, and confirmed by a mail', async () => {
    const page = await web.open('northlight', '/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Company name').fill('Riverside Media')
    await page.getByLabel('Your name').fill('Nora New')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByRole('textbox', { name: /^Phone/ }).fill('3125550199')
    await page.getByRole('textbox', { name: /^Password/ }).fill(FIRST)
    await page.getByLabel('Confirm password').fill(FIRST)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await arrive(page)
    expect(new URL(page.url()).pathname).not.toBe('/register')
    const text = await mailText(page, EMAIL, 'Welcome. Please confirm your e-mail address')
    await page.goto(linkIn(text, '/confirm-email/'))
    await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()
  })

  it('AUT-024 AUT-044 AUT-054 gets a new password by mail, once, which ends every session', async () => {
    const other = await web.open('northlight', '/login')
    await logIn(other, FIRST)
    await arrive(other)

    const page = await web.open('northlight', '/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If there is an account with this e-mail address').waitFor()
    await expectAccessible(page)
    const link = linkIn(await mailText(page, EMAIL, 'Set a new password'), '/set-new-password/')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(SECOND)
    await page.getByLabel('Confirm new password').fill(SECOND)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await page.getByText('Your password was changed. You can log in now.').waitFor()
    await logIn(page, SECOND)
    await arrive(page)

    const late = await web.open('northlight', new URL(link).pathname + new URL(link).search)
    await late.getByText('Reason: used').waitFor()
    expect(new URL(late.url()).pathname).toBe('/reset-password-invalid')

    await openMenu(other, 'Two Factor Authentication')
    await other.getByRole('dialog', { name: 'Session Ended' }).waitFor()
  })

  it('PWD-009 PWD-010 changes its password and keeps the device that did it', async () => {
    const other = await web.open('northlight', '/login')
    await logIn(other, SECOND)
    await arrive(other)
    const page = await web.open('northlight', '/login')
    await logIn(page, SECOND)
    await arrive(page)
    await openMenu(page, 'Change Password')
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await dialog.getByLabel('Current password').fill('not this one')
    await dialog.getByRole('textbox', { name: /^New password/ }).fill(THIRD)
    await dialog.getByLabel('Confirm new password').fill(THIRD)
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await dialog.getByText('* Sorry, your current password invalid').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Current password').fill(SECOND)
    await dialog.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByText('your password has been updated!').waitFor()
    await dialog.waitFor({ state: 'detached' })

    await openMenu(page, 'Devices and Sign-ins')
    const devices = page.getByRole('region', { name: 'Signed-in devices' })
    await devices.getByText('This device').waitFor()
    await page.getByRole('region', { name: 'Recent sign-ins' }).getByText('Signed in').first().waitFor()
    expect(await devices.getByRole('listitem').count()).toBe(1)
    await expectAccessible(page)
    await openMenu(other, 'Two Factor Authentication')
    await other.getByRole('dialog', { name: 'Session Ended' }).waitFor()
  })

  it('is signed out everywhere at once', async () => {
    const [one, two] = [await web.open('northlight', '/login'), await web.open('northlight', '/login')]
    for (const page of [one, two]) {
      await logIn(page, THIRD)
      await arrive(page)
    }
    await openMenu(one, 'Devices and Sign-ins')
    await one.getByRole('button', { name: 'Sign out everywhere' }).click()
    await one.getByRole('button', { name: 'Sign out everywhere' }).click()
    await one.getByRole('heading', { name: 'Log in' }).waitFor()
    await openMenu(two, 'Two Factor Authentication')
    await two.getByRole('dialog', { name: 'Session Ended' }).waitFor()
  })

  it('never writes a token into an address', async () => {
    const page = await web.open('northlight', '/login')
    const seen = watchAddresses(page)
    await logIn(page, THIRD)
    await arrive(page)
    const tokens = await page.evaluate(() => [localStorage.access_token, localStorage.refresh_token] as string[])
    await page.reload()
    await arrive(page)
    await page.goto(web.at('northlight', '/sso?token=not-a-token-that-works-anywhere'))
    await page.waitForURL((url) => !url.href.includes('not-a-token'))
    await openMenu(page, 'Log out').catch(() => undefined)
    expect(tokens.every((token) => token.length > 40)).toBe(true)
    for (const address of seen) {
      for (const token of tokens) expect(address).not.toContain(token)
      expect(address).not.toMatch(/eyJ[\w-]{10,}\./)
      if (!address.includes('/sso?')) expect(address).not.toContain('not-a-token')
    }
  })
})
