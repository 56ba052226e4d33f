// The first day with the platform: an agency's own address, a list of people to leave alone, and visitors who become leads.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'
import { PASSWORD } from '../support/cast.ts'

const web = startBrowsing()
const CLEO = 'cleo.client@example.com'

async function openExclusions(page: Page) {
  await page
    .getByRole('button', { name: /Cleo Client|Account|Profile/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Exclusion List' }).click()
  return page.getByRole('dialog', { name: 'Exclusion List' })
}

/** 10,000 rows: plain addresses and MD5s, with 40 that are neither and 60 that stand there twice. */
function makeCsv(): Buffer {
  const rows = Array.from({ length: 9900 }, (_, i) =>
    i % 3 ? `person.${i}@example.com` : createHash('md5').update(`person.${i}@example.com`).digest('hex'),
  )
  const bad = Array.from({ length: 40 }, (_, i) => `not an address ${i}`)
  const again = rows.slice(0, 60)
  return Buffer.from(`email\r\n${[...rows, ...bad, ...again].join('\r\n')}\r\n`)
}

const saved = async (page: Page, click: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return readFileSync(await download.path(), 'utf8')
}

describe('first day', () => {
  it('THM-005 THM-010 shows each agency as itself, and refuses a client of the other', async () => {
    const northlight = await web.open('northlight', '/login')
    const copper = await web.open('copper', '/login', { dark: true })
    expect([await northlight.title(), await copper.title()]).toEqual([
      expect.stringContaining('Northlight'),
      expect.stringContaining('Copper & Co'),
    ])
    const paint = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontFamily)
    expect(await paint(northlight)).toContain('Nunito')
    expect(await paint(copper)).toContain('Lora')
    await expectAccessible(northlight)
    await expectAccessible(copper)
    await copper.getByLabel('E-mail').fill(CLEO)
    await copper.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await copper.getByRole('button', { name: 'Log in' }).click()
    await copper.getByText('The e-mail address or the password is not right.').waitFor()
    expect(new URL(copper.url()).pathname).toBe('/login')
  })

  it('AUT-035 answers an unknown host with a plain page', async () => {
    const page = await web.open('nobody')
    expect(await page.textContent('h1')).toBe('No site lives here')
  })

  it('EXC-001 EXC-005 EXC-007 EXC-015 EXC-018 takes 10,000 records, counts them, gives them back and purges them', async () => {
    const page = await web.signIn('northlight', CLEO)
    const panel = await openExclusions(page)
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'My List.CSV', mimeType: 'text/csv', buffer: makeCsv() })
    await panel.getByText('Your Suppression file has been Submitted, Thank you!').waitFor()
    await panel.getByText('9,900 added, 60 duplicates, 40 rejected').waitFor()
    expect(await panel.getByText('mylist.csv').count()).toBeGreaterThan(0)
    await expectAccessible(page)

    const rejected = await saved(page, () => panel.getByRole('button', { name: 'Download rejected rows' }).click())
    expect(rejected.trim().split(/\r?\n/)).toHaveLength(41)
    const list = await saved(page, () =>
      panel
        .getByRole('button', { name: /Download.*list/i })
        .first()
        .click(),
    )
    expect(list.trim().split(/\r?\n/)).toHaveLength(9901)

    await panel.getByRole('button', { name: 'Purge list' }).click()
    await panel.getByText('Are you sure you want to purge existing records?').waitFor()
    await panel.getByRole('button', { name: 'Purge', exact: true }).click()
    await page.getByText('The existing records have been purged.').waitFor()
  })

  it('EXC-002 refuses what is no CSV without sending it', async () => {
    const page = await web.signIn('northlight', CLEO, { width: 390 })
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page
      .getByRole('button', { name: /menu|navigation/i })
      .first()
      .click()
    const panel = await openExclusions(page)
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('PK') })
    await panel.getByText('Invalid file format. This upload only supports CSV files.').waitFor()
    expect(sent.filter((url) => !url.endsWith('/login'))).toEqual([])
  })

  it('EXC-027 makes a lead of a visitor, and none of a visitor who is on the list', async () => {
    const page = await web.signIn('northlight', CLEO)
    const panel = await openExclusions(page)
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'leave-alone.csv', mimeType: 'text/csv', buffer: Buffer.from('Theo.Marsh@Example.com\n') })
    await panel.getByText('1 added, 0 duplicates, 0 rejected').waitFor()
    await page.keyboard.press('Escape')

    const visit = async () => {
      for (const name of ['nora', 'theo']) {
        // The demonstration shop carries the real pixel; a headless browser's own name would count as a robot.
        const shop = await web.open('northlight', `/_local/demo?visitor=${name}`, {
          userAgent:
            'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        })
        await shop.locator('#outcome:not([data-state=waiting])').waitFor()
      }
    }
    await visit()
    let looks = 0
    await expect
      .poll(
        async () => {
          // Another story pauses this campaign for a moment, and may have done so in that of the visit.
          if (++looks % 10 === 0) await visit()
          await page.reload()
          await page.getByRole('table').waitFor()
          await web.rest(page)
          return page.getByText('nora.fields@example.com').count()
        },
        { timeout: 180_000, interval: 1000 },
      )
      .toBeGreaterThan(0)
    expect(await page.getByText('theo.marsh@example.com').count()).toBe(0)
    await expectAccessible(page)
  })
})
