// A person whose account must have a second step: nothing else is shown or asked for until it is set up.
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '../support/browser.ts'
import { expectAccessible } from '../support/browsing.ts'
import { PASSWORD } from '../support/cast.ts'
import { startOwnPlatform } from '../support/own-platform.ts'

const { port } = await startOwnPlatform({ LEADLOOM_SECOND_STEP: '1' })
const held: { browser?: Browser } = {}
beforeAll(async () => {
  held.browser = await launch()
})
afterAll(() => held.browser?.close())

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

describe('a second step that is asked for', () => {
  it('is set up before anything else, can be left by logging out, and is asked for no more', async () => {
    const context = await held.browser?.newContext({ locale: 'en-US' })
    const page = await context?.newPage()
    if (!page) throw new Error('The browser did not start.')
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url())
    })
    await page.goto(`http://root.localhost:${port}/login`)
    await logIn(page, 'olive.operator@example.com')
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
    await page.getByRole('button', { name: /^Authenticator app/ }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Log out' }).click()

    await logIn(page, 'olive.operator@example.com')
    await page.getByRole('button', { name: /^Authenticator app/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click()
    await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(key) }).generate())
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('heading', { name: 'Agency List' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Agency List' }).waitFor()
    expect(refused).toEqual([])
  })
})
