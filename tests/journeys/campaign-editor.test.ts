// A campaign from nothing to its start: a site and a search as the agency, and a search as the client.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const ADA = 'ada.agency@example.com'
const CLEO = 'cleo.client@example.com'

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
/** The heading has the focus, so that people who listen hear where they are. */
async function arrive(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: heading }).waitFor()
  await page.waitForFunction((name) => document.activeElement?.textContent === name, heading)
}
async function toSummary(page: Page, setsPrices: boolean): Promise<void> {
  await arrive(page, 'When, and how many?')
  await expectAccessible(page)
  await next(page)
  await arrive(page, 'What is delivered, and to whom?')
  await expectAccessible(page)
  await next(page)
  if (setsPrices) {
    await arrive(page, 'What does it cost?')
    await page.getByLabel('Platform fee').waitFor()
    await expectAccessible(page)
    await next(page)
  }
  await arrive(page, 'Summary')
}
/** What is paid now is said first, and agreed to. */
async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/now, with/).waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: /^Start and charge \$/ }).click()
  await page.getByText('The campaign was started.').waitFor()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expectAccessible(page)
}

describe('making campaigns in a browser', () => {
  it('RTE-030 CMP-09 CMP-27 makes a campaign for a site, and starts it', async () => {
    const page = await web.signIn('northlight', ADA, {}, '/campaign-setup')
    await page.getByLabel('Name of the campaign').fill('Visitors 🌷 الربيع')
    await page.getByRole('combobox', { name: 'Client' }).click()
    await page.getByRole('option', { name: 'Bright Smiles Dental' }).click()
    await page.getByRole('radio', { name: /Site ID/ }).check()
    await expectAccessible(page)
    await next(page)
    await arrive(page, 'Whose visitors?')
    await page.getByLabel('Page', { exact: false }).first().fill('www.brightsmiles.example')
    await page.getByLabel('Thank-you page').click()
    await expectAccessible(page)
    await next(page)
    await toSummary(page, true)
    await page.getByText('Finds people who visit https://www.brightsmiles.example.').waitFor()
    await start(page)
  })

  it('CMP-18 CMP-19 CMP-42 KEY-19 KEY-23 makes a campaign for a search on a telephone in the dark, and starts it', async () => {
    const page = await web.signIn('northlight', ADA, { width: 390, dark: true }, '/campaign-setup?line=locator')
    await page.getByLabel('Name of the campaign').fill('Dentists of Chicago')
    await page.getByRole('combobox', { name: 'Client' }).click()
    await page.getByRole('option', { name: 'Bright Smiles Dental' }).click()
    await next(page)
    await arrive(page, 'Who, and where?')
    const keywords = page.getByLabel(/^Keywords/).first()
    await keywords.pressSequentially('dent')
    await page.getByRole('option', { name: 'dental implants', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Zip codes' }).click()
    await page.getByRole('textbox', { name: 'Zip codes' }).fill('60601, 60602 60603')
    await page.getByRole('tab', { name: 'Zip codes (3)' }).waitFor()
    await page.getByText('in the last 7 days').waitFor()
    await expectAccessible(page)
    // Nothing stands out at the side of a narrow screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await next(page)
    await toSummary(page, true)
    await page.getByText('Finds people who search for dental implants, in 3 zip codes.').waitFor()
    await start(page)
  })

  it('CLI-31 lets a client make one, without a word of what the agency pays', async () => {
    const page = await web.signIn('northlight', CLEO, {}, '/campaign-setup?line=locator')
    await page.getByLabel('Name of the campaign').fill('My own')
    await next(page)
    await arrive(page, 'Who, and where?')
    await page
      .getByLabel(/^Keywords/)
      .first()
      .fill('yoga classes')
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'The whole country' }).check()
    await page.getByText('Costs a week').waitFor()
    await next(page)
    await toSummary(page, false)
    const text = await page.getByRole('main').textContent()
    expect(text).not.toMatch(/wholesale|margin/i)
    await start(page)
  })
})
