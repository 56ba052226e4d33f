// From nothing to a lead in an outside tool, as a client does it: connect, choose, send a test lead, see it arrive.
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { sendgridKey } from '#infra/local/doubles/tools/sendgrid.ts'
import { expectAccessible, startBrowsing } from '#tests/support/browsing.ts'
import { PASSWORD } from '#tests/support/cast.ts'

const { at, signIn } = startBrowsing()

type Letter = {
  method: string
  path: string
  body: { list_ids?: string[]; contacts?: { email: string }[] }
  answered: number
}
async function received(slug: string): Promise<Letter[]> {
  const all: Record<string, Letter[]> = await (
    await fetch(`http://localhost:${inject('port')}/_local/tools.json`)
  ).json()
  return all[slug] ?? []
}

/** Where its leads go is said in its last step. */
async function openCampaign(page: Page, name = ''): Promise<void> {
  await page.goto(at('northlight', '/campaign'))
  const link = page.locator('a[href*="/campaign-setup?"][href*="campaign="]', { hasText: name }).first()
  await page.goto(at('northlight', (await link.getAttribute('href')) ?? ''))
  await page.getByRole('button', { name: 'Review' }).click()
}

describe('outside tools', () => {
  it('INT-01 INT-08+ INT-09+ a client connects one, a campaign chooses it, and a test lead arrives there', async () => {
    const page = await signIn('northlight', 'cleo.client@example.com')
    await page.goto(at('northlight', '/integrations'))
    await page.getByRole('link', { name: 'SendGrid' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'SendGrid' }).click()
    const key = page.getByLabel(/^API key/)
    await key.fill('SG.wrong-of-nobody.wrong-of-nobody-at-all')
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('SendGrid refused this').waitFor()
    await expectAccessible(page)
    await key.fill(sendgridKey)
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()

    await openCampaign(page)
    const tool = page.getByRole('region', { name: 'SendGrid' })
    await tool.getByRole('switch', { name: 'SendGrid' }).check()
    await tool.getByRole('combobox', { name: 'Lists' }).click()
    await page.getByRole('option', { name: 'New leads' }).click()
    await page.keyboard.press('Escape')
    await tool.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changes saved successfully').waitFor()
    await page.getByRole('button', { name: 'Send test lead' }).click()
    await page.getByText('SendGrid: sent').waitFor()
    await expectAccessible(page)
    const [sent] = (await received('sendgrid')).filter(({ method }) => method === 'PUT')
    expect([sent?.answered, sent?.body.list_ids?.length, sent?.body.contacts?.[0]?.email]).toEqual([
      202,
      1,
      'test@example.com',
    ])
  })

  it('INT-13 INT-16 INT-24+ an agency connects GoHighLevel by its sign-in, and is opened from its menu, and from nowhere else', async () => {
    const page = await signIn('northlight', 'ada.agency@example.com')
    await page.goto(at('northlight', '/integrations/gohighlevelv2'))
    await page.getByRole('button', { name: 'Connect GoHighLevel', exact: true }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()
    await expectAccessible(page)

    const entry = page.getByRole('region', { name: 'Menu entry' })
    await entry.getByRole('button', { name: 'Make the entry' }).click()
    await entry.getByText('Choose at least one sub-account.').waitFor()
    await entry.getByLabel('Title').fill('Our leads')
    await entry.getByRole('combobox', { name: 'Sub-accounts' }).click()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await entry.getByRole('button', { name: 'Make the entry' }).click()
    await entry.getByText('In the menu', { exact: true }).waitFor()
    await expectAccessible(page)

    /** A page of another host that shows the site within its own; the platform lies on this machine, which browsers ask about. */
    const around = async (host: string) => {
      const context = await page.context().browser()?.newContext()
      if (!context) throw new Error('There is no browser.')
      await context.grantPermissions(['local-network-access'])
      const outer = await context.newPage()
      await outer.route(`https://${host}/`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<h1>${host}</h1><iframe src="${at('northlight', '/login')}" width="1200" height="700"></iframe>`,
        }),
      )
      return outer
    }
    // Pages are kept for up to a minute, and with them who may show them.
    const visitor = await page.context().newPage()
    const policy = async () => (await visitor.goto(at('northlight', '/login')))?.headers()['content-security-policy']
    await expect.poll(policy, { timeout: 120_000, interval: 1000 }).toContain('https://app.gohighlevel.com')
    await visitor.close()
    const inside = await around('app.gohighlevel.com')
    await inside.goto('https://app.gohighlevel.com/')
    const site = inside.frameLocator('iframe')
    await site.getByLabel('E-mail').fill('cleo.client@example.com')
    await site.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await site.getByRole('button', { name: 'Log in' }).click()
    await site.getByRole('button', { name: /Profile menu/ }).waitFor()
    // Only the page around ours gets the cookie of this sign-in, and a new page goes on with it.
    const cookies = await inside.context().cookies()
    expect(cookies.map(({ name, sameSite }) => [name, sameSite])).toEqual([['__Host-framed', 'None']])
    await inside.reload()
    await site.getByRole('button', { name: /Profile menu/ }).waitFor()
    await inside.context().close()

    const elsewhere = await around('app.evil.example')
    const [refused] = await Promise.all([
      elsewhere.waitForEvent('requestfailed'),
      elsewhere.goto('https://app.evil.example/'),
    ])
    expect(refused.failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
    await elsewhere.context().close()

    await entry.getByRole('button', { name: 'Remove the entry' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Remove' }).click()
    await entry.getByRole('button', { name: 'Make the entry' }).waitFor()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect GoHighLevel', exact: true }).waitFor()
  })

  it('INT-41 INT-43+ an agency connects Google by its sign-in, and a campaign that runs has a sheet', async () => {
    const page = await signIn('northlight', 'ada.agency@example.com')
    await page.goto(at('northlight', '/integrations/google_sheets'))
    await page.getByRole('button', { name: 'Connect Google Sheets', exact: true }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()
    await page.getByText('sheets@northlight.example').waitFor()
    await expectAccessible(page)

    // Sheets of campaigns that run are made by a worker, without anybody's asking.
    const client = await signIn('northlight', 'cleo.client@example.com')
    const tool = client.getByRole('region', { name: 'Google Sheets' })
    const sheet = tool.getByRole('link', { name: /Website visitors/ })
    await expect
      .poll(
        async () => {
          await openCampaign(client, 'Website visitors')
          await tool.getByText('By the connection of the agency.').waitFor()
          await client.waitForTimeout(1000)
          return sheet.count()
        },
        { timeout: 120_000 },
      )
      .toBe(1)
    await tool.getByText('Leads go here').waitFor()
    await expectAccessible(client)

    await page.goto(at('northlight', '/integrations/google_sheets'))
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect Google Sheets', exact: true }).waitFor()
    const [last] = (await received('google_sheets')).slice(-1)
    expect([last?.path, last?.answered]).toEqual(['/revoke', 200])
  })

  it('a receiver that was switched off for its failures is switched on, and gets what it missed, each once', async () => {
    const page = await signIn('northlight', 'cleo.client@example.com')
    await openCampaign(page, 'Website visitors')
    await page.getByText('No leads are sent to Old CRM').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Switch on and see what was missed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send leads again' })
    const send = dialog.getByRole('button', { name: /^Send \d+ leads again$/ })
    await send.waitFor()
    await expectAccessible(page)
    const count = Number(/\d+/.exec((await send.textContent()) ?? '')?.[0])
    expect(count).toBeGreaterThan(3)
    const letters = async () => {
      const all: { path: string; webhookId: string; isSigned: boolean }[] = await (
        await fetch(`http://localhost:${inject('port')}/_local/webhooks.json`)
      ).json()
      return all.filter(({ path }) => path.endsWith('/old-crm'))
    }
    expect(await letters()).toEqual([])
    await send.click()
    // Other stories bring leads to this campaign meanwhile, which go there too.
    await expect.poll(async () => (await letters()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
    const came = await letters()
    expect([new Set(came.map(({ webhookId }) => webhookId)).size, came.every(({ isSigned }) => isSigned)]).toEqual([
      came.length,
      true,
    ])
    await page.getByText('No leads are sent to Old CRM').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deliveries to Old CRM' }).click()
    const history = page.getByRole('dialog', { name: 'Deliveries to Old CRM' })
    await expect
      .poll(async () => {
        await history.getByRole('button', { name: 'Look again' }).click()
        return history.getByText('Delivered', { exact: true }).count()
      })
      .toBeGreaterThan(3)
    await expectAccessible(page)
  })

  it('a webhook is added, given another secret and removed by the keyboard alone, and once though its answer was lost', async () => {
    const page = await signIn('northlight', 'ada.agency@example.com', {}, '/integrations/zapier')
    const address = page.getByRole('textbox', { name: 'Address of a webhook' })
    await address.waitFor()
    const { keyboard } = page
    const reach = async (name: RegExp, key = 'Tab') => {
      for (let step = 0; step < 80; step++) {
        const at = await page.evaluate(() => {
          const here = document.activeElement as HTMLInputElement | null
          return here?.getAttribute('aria-label') ?? here?.labels?.[0]?.textContent ?? here?.textContent ?? ''
        })
        if (name.test(at)) return
        await keyboard.press(key)
      }
      throw new Error(`The keyboard does not come to ${name}.`)
    }
    const keep = async () => {
      await page.getByText('Copy your signing secret now').waitFor()
      await reach(/^I keep it/)
      await keyboard.press('Space')
      await reach(/^Done$/)
      await keyboard.press('Enter')
    }
    const count = () => page.getByRole('switch', { name: /keys/ }).count()
    await page.evaluate(() => {
      const { fetch } = window
      let isLost = true
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked)
        if (!isLost || !String(asked[0]).endsWith('/zapier/webhook')) return answer
        isLost = false
        throw new TypeError('Failed to fetch')
      }
    })
    await reach(/^Address of a webhook/)
    await keyboard.type('http://localhost/_local/webhooks/in/by-keys')
    await reach(/^Add webhook$/)
    await keyboard.press('Enter')
    await page.getByText(/could not be reached/).waitFor()
    await reach(/^Add webhook$/)
    await keyboard.press('Enter')
    await keep()
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await count()).toBe(1)

    await reach(/^New secret of .*keys/, 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Make a new secret?' }).waitFor()
    await reach(/^Make a new secret$/)
    await keyboard.press('Enter')
    await keep()
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)

    await reach(/^Remove .*keys/, 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Remove this webhook?' }).waitFor()
    await reach(/^Remove$/)
    await keyboard.press('Enter')
    await expect.poll(count).toBe(0)
    // Never on the page as a whole: what stands nearest has it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main button, main input') !== null))
      .toBe(true)
  })
})
