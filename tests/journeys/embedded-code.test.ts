// Code of a tenant's own runs on its pages and reaches nothing of them.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { attacks } from '../support/attacks.ts'
import { PASSWORD } from '../support/cast.ts'
import { startOwnPlatform } from '../support/own-platform.ts'
import { launchWithTrap } from '../support/trap.ts'

const { port, cast, db, services, forgetTenants } = await startOwnPlatform()
const at = (path: string) => `http://northlight.localhost:${port}${path}`

let browser: Browser
let page: Page
type Told = { attack: string; got: string | null }
const told: Told[] = []
const trapped: string[] = []
const asked: string[] = []

async function embed(code: string, placeEmbedded = 'body'): Promise<void> {
  await db.setting.changeEmbeddedCode(cast.northlight.id, () => ({ placeEmbedded, embeddedCode: code }), {
    by: 'test',
    at: services.now(),
  })
  forgetTenants()
}

async function open(path = '/siteid/dashboard'): Promise<void> {
  await page.goto(at(path))
  await page.locator('h1').first().waitFor()
}

beforeAll(async () => {
  browser = await launchWithTrap((path) => void trapped.push(path))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.exposeFunction('told', (attack: string, got: string | null) => told.push({ attack, got }))
  await context.addInitScript(() => {
    if (window !== top) return
    addEventListener('message', ({ data }) => {
      if (data?.attack)
        (window as unknown as { told(attack: string, got: string | null): void }).told(data.attack, data.got)
    })
  })
  page = await context.newPage()
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(at('/api/'))
    if (isOwn && request.frame() !== page.mainFrame()) asked.push(JSON.stringify(request.headers()))
  })
  await page.goto(at('/login'))
  await page.getByLabel('E-mail').fill(cast.users.ada.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
})
afterAll(() => browser?.close())

const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))

describe('A33 embedded code', () => {
  it('runs, is seen, and takes up the room it needs', async () => {
    await embed(
      `<p style="height:80px;margin:0">Hello from the agency</p><script>parent.postMessage({ attack: 'ran', got: null }, '*')</script>`,
    )
    await open()
    const frame = page.frameLocator('iframe[src="/embedded-code"]')
    await frame.getByText('Hello from the agency').waitFor()
    await expect.poll(() => told.some(({ attack }) => attack === 'ran')).toBe(true)
    await expect
      .poll(() => page.locator('iframe').evaluate((element) => element.clientHeight))
      .toBeGreaterThanOrEqual(80)
  })

  it.each(portionOf(attacks))('$name gets nothing', async ({ name, code }) => {
    told.length = 0
    trapped.length = 0
    asked.length = 0
    const before = await stored()
    await embed(code)
    await open()
    await expect.poll(() => told.filter(({ attack }) => attack === name).length).toBeGreaterThan(0)
    await page.waitForTimeout(150)
    expect(told.filter(({ got }) => got !== null)).toEqual([])
    expect(trapped).toEqual([])
    expect(asked.filter((headers) => /authorization|cookie/i.test(headers))).toEqual([])
    expect(page.url()).toBe(at('/siteid/dashboard'))
    expect(await page.locator('h1').first().isVisible()).toBe(true)
    expect(await stored()).toBe(before)
  })

  // The two kinds of snippet that agencies embed, as they come: a chat that hangs a bubble into the page and opens over it,
  // and an analytics script that reads the layer of data and counts page views.
  const chat = `<script>(function () {
    var bubble = document.createElement('button')
    bubble.textContent = 'Chat'
    bubble.style.cssText = 'position:fixed;right:20px;bottom:20px;width:60px;height:60px'
    var panel = document.createElement('div')
    panel.textContent = 'How can we help?'
    panel.style.cssText = 'display:none;position:fixed;right:20px;bottom:90px;width:320px;height:400px'
    bubble.onclick = function () { panel.style.display = panel.style.display === 'none' ? 'block' : 'none' }
    addEventListener('load', function () { document.body.append(bubble, panel) })
  })()</script>`
  const analytics = `<script>(function () {
    var layer = (window.dataLayer = window.dataLayer || [])
    var count = function (entry) { if (entry.event === 'pageview') parent.postMessage({ attack: 'view', got: entry.page_path + ' ' + entry.page_title }, '*') }
    layer.forEach(count)
    layer.push = function (entry) { count(entry); return Array.prototype.push.call(this, entry) }
  })()</script>`

  it.each(['head', 'body', 'footer'])(
    'SET-06 SET-07 a chat floats over the corner, opens and closes, in the %s',
    async (place) => {
      await embed(chat, place)
      await open()
      const frame = page.locator('iframe[src="/embedded-code"]')
      const bubble = page.frameLocator('iframe[src="/embedded-code"]').getByRole('button', { name: 'Chat' })
      const size = () => frame.evaluate((element) => [element.clientWidth, element.clientHeight])
      await expect.poll(size).toEqual([80, 80])
      await bubble.click()
      await expect.poll(size).toEqual([340, 490])
      await page.frameLocator('iframe[src="/embedded-code"]').getByText('How can we help?').waitFor()
      const box = await frame.boundingBox()
      expect([box && box.x + box.width, box && box.y + box.height]).toEqual([1440, 900])
      await bubble.click()
      await expect.poll(size).toEqual([80, 80])
    },
  )

  it('SET-06 analytics count each page that is seen, by its path without ids', async () => {
    told.length = 0
    await embed(analytics, 'head')
    await open()
    const views = () => told.filter(({ attack }) => attack === 'view').map(({ got }) => got)
    await expect.poll(() => views().length).toBe(1)
    await page.evaluate(() => {
      history.pushState({}, '', '/configuration/client-management?secret=1')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await expect.poll(() => views().length).toBe(2)
    expect(views()[1]).toContain('/configuration/client-management ')
    expect(views().join()).not.toMatch(/secret|northlight|ada/i)
  })

  it('has no origin when it is opened by itself either', async () => {
    await embed(
      `<p id=p></p><script>try { p.textContent = 'got ' + localStorage.length } catch { p.textContent = 'nothing' }</script>`,
    )
    await page.goto(at('/embedded-code'))
    expect(await page.locator('#p').textContent()).toBe('nothing')
  })

  it('THM-017 SET-08 is not there where people log in, set a password or enter codes, and not while a dialog asks for one', async () => {
    await embed('<p>Hello</p>')
    await open('/configuration/general-setting')
    expect(await page.locator('iframe').count()).toBe(0)
    await open()
    await page.locator('iframe').waitFor()
    await page.getByText('Ada Agency').click()
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const visitor = await (await browser.newContext()).newPage()
    for (const path of ['/login', '/register', '/set-new-password/x?email=a@example.com', '/reset-password-invalid']) {
      await visitor.goto(at(path))
      await visitor.locator('h1').first().waitFor()
      expect(await visitor.locator('iframe').count(), path).toBe(0)
    }
    await visitor.goto(at('/privacy-policy'))
    await visitor.locator('iframe').waitFor()
    await visitor.context().close()
  })
})
