// Second step, profile and view mode, as people meet them in a browser.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { expectAccessible, type Look, startBrowsing } from '../support/browsing.ts'
import { PASSWORD } from '../support/cast.ts'

const web = startBrowsing()
const AMOS = 'amos.assistant@example.com'
const LOLA = 'lola.locator@example.com'
const OTTO = 'otto.operator@example.com'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

const openMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /Profile menu/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function logIn(tenant: string, email: string, look: Look = {}): Promise<Page> {
  const page = await web.open(tenant, '/login', look)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  return page
}
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)

const Summary = z.array(z.object({ id: z.string(), to: z.array(z.string()), subject: z.string() }))
const listMails = async () =>
  Summary.parse(await (await fetch(`http://127.0.0.1:${inject('port')}/_local/mails.json`)).json())

const textOf = async (id: string) =>
  z
    .object({ text: z.string() })
    .parse(await (await fetch(`http://127.0.0.1:${inject('port')}/_local/mails/${id}.json`)).json()).text

/** The code of a mail which came after those that are known. */
async function mailedCode(page: Page, to: string, known: readonly { id: string }[]): Promise<string> {
  for (let round = 0; round < 100; round++) {
    const fresh = (await listMails()).filter(({ id }) => !known.some((mail) => mail.id === id))
    const found = fresh.find((mail) => mail.to.includes(to) && / code /.test(mail.subject))
    const code = found && /^\s*(\d{6})\s*$/m.exec(await textOf(found.id))?.[1]
    if (code) return code
    await page.waitForTimeout(100)
  }
  throw new Error(`No code came to ${to}.`)
}

async function turnOff(page: Page, method: RegExp): Promise<void> {
  await openMenu(page, 'Two Factor Authentication')
  await page.getByRole('button', { name: method, pressed: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Two-factor authentication is off.').waitFor()
}

describe('the second step', () => {
  it('2FA-008 2FA-017 2FA-018 2FA-020 is set up with an app, asked for at the next sign-in, and turned off', async () => {
    const page = await logIn('northlight', AMOS)
    await openMenu(page, 'Two Factor Authentication')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Authenticator app/ }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const picture = dialog.getByRole('img', { name: /QR code/ })
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page)
    const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const app = new TOTP({ secret: Secret.fromBase32(key) })
    await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).click()
    await page.keyboard.type(app.generate())
    const list = dialog.getByRole('list', { name: 'Recovery codes' })
    await list.waitFor()
    const codes = await list.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have kept them' }).click()

    const next = await logIn('northlight', AMOS)
    await next.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
    const keys = Object.keys(await stored(next))
    for (const name of ['access_token', 'refresh_token', 'userData']) expect(keys).not.toContain(name)
    await expectAccessible(next)
    await next.getByLabel('Code').fill('000000')
    await next.getByRole('button', { name: 'Confirm' }).click()
    await next.getByText('The code is not right.').waitFor()
    // The code of this step proved the app; that of the next one is new.
    await next.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await next.getByRole('button', { name: 'Confirm' }).click()
    await next.getByRole('button', { name: /Profile menu/ }).waitFor()

    const third = await logIn('northlight', AMOS)
    await third.getByLabel('Code').fill(codes[0] ?? '')
    await third.getByRole('button', { name: 'Confirm' }).click()
    await third.getByRole('button', { name: /Profile menu/ }).waitFor()
    await turnOff(third, /^Authenticator app/)
    const last = await logIn('northlight', AMOS)
    await last.getByRole('button', { name: /Profile menu/ }).waitFor()
  })

  it('2FA-007 2FA-015 2FA-016 2FA-019 2FA-021 works by mail', async () => {
    const page = await logIn('northlight', AMOS)
    await openMenu(page, 'Two Factor Authentication')
    await page.getByRole('button', { name: /^E-mail/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    const before = await listMails()
    const next = await logIn('northlight', AMOS, { dark: true })
    await next.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
    const code = await mailedCode(next, AMOS, before)
    await next.getByRole('button', { name: 'Send a new code' }).click()
    await next.getByText(/^Please wait \d+ seconds before asking for another code\.$/).waitFor()
    await next.getByRole('button', { name: /New code in \d+ s/ }).waitFor()
    await expectAccessible(next)
    await next.getByLabel('Code').fill(code)
    await next.getByRole('button', { name: 'Confirm' }).click()
    await next.getByRole('button', { name: /Profile menu/ }).waitFor()
    await turnOff(next, /^E-mail/)
  })
})

describe('the profile', () => {
  it('ENT-004 shows a picture that went through the file store', async () => {
    const page = await logIn('northlight', LOLA)
    await openMenu(page, 'Profile')
    await page
      .getByLabel('Picture file')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
    await page.getByText('Your picture is saved.').waitFor()
    const picture = page.getByRole('region', { name: 'Picture' }).locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Your picture is gone.').waitFor()
  })

  it('changes the address with a code from each of the two', async () => {
    const page = await logIn('northlight', LOLA)
    const change = async (from: string, to: string) => {
      const before = await listMails()
      await page.getByRole('button', { name: 'Change e-mail' }).click()
      await page.getByLabel('New e-mail address').fill(to)
      await page.getByRole('button', { name: 'Send codes' }).click()
      for (const [at, address] of [from, to].entries()) {
        await page.getByRole('textbox', { name: 'Digit 1 of 6' }).nth(at).click()
        await page.keyboard.type(await mailedCode(page, address, before))
      }
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Change e-mail' }).click()
      await page.getByText(`Your e-mail address is ${to} now.`).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await openMenu(page, 'Profile')
    await change(LOLA, 'lola.new@example.com')
    const next = await logIn('northlight', 'lola.new@example.com')
    await next.getByRole('button', { name: /Profile menu/ }).waitFor()
    await change('lola.new@example.com', LOLA)
  })
})

describe('view mode', () => {
  it('VAS-002 VAS-006 VAS-008 VAS-009 VAS-011 VAS-017 leads into the view of an agency and back', async () => {
    const page = await logIn('root', OTTO)
    await page.getByRole('button', { name: 'View as someone' }).click()
    await page.getByRole('textbox', { name: 'Search agencies' }).fill('copper')
    await expectAccessible(page)
    const before = (await stored(page)).userData
    await page.getByRole('button', { name: 'View as Abe Agency' }).click()
    await page.getByRole('region', { name: 'View mode' }).waitFor()
    await page.waitForURL((url) => url.pathname === '/configuration/general-setting')
    expect((await stored(page)).userDataOri).toBe(before)
    await expectAccessible(page)
    await page.reload()
    const eye = page.getByRole('button', { name: 'Viewing as Abe Agency (Copper & Co). Switch back to Otto Operator' })
    await eye.click()
    await page.waitForURL((url) => /^\/configuration\/agency-list\/?$/.test(url.pathname))
    await page.getByRole('button', { name: 'View as someone' }).waitFor()
    const after = await stored(page)
    expect([after.userData, after.userDataOri]).toEqual([before, undefined])
  })

  it('VAS-010 SHL-029 is left by the drawer of a phone', async () => {
    const page = await logIn('root', OTTO, { width: 767 })
    await page.getByRole('button', { name: 'View as someone' }).click()
    await page.getByRole('button', { name: 'View as Abe Agency' }).click()
    await page.getByRole('region', { name: 'View mode' }).waitFor()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch back to Otto Operator' }).click()
    await page.getByRole('button', { name: 'View as someone' }).waitFor()
  })
})
