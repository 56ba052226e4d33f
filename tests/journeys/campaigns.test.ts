// A day with campaigns: an agency finds, starts, puts away and removes them; a client pauses and starts its own.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const ADA = 'ada.agency@example.com'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: `Run ${name}` })
/** Its track lies over the switch itself, as for everybody who uses a pointer. */
const press = (page: Page, name: string) => switchOf(page, name).press('Space')
async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `More actions ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const gone = (page: Page, name: string) => rowOf(page, name).waitFor({ state: 'detached' })

describe('campaigns', () => {
  it('CMP-28 CMP-29 CMP-33+ are found, refused with a way to mend it, archived, restored and removed by their agency', async () => {
    const page = await web.signIn('northlight', ADA, {}, '/campaign')
    await page.getByRole('link', { name: /^Paused: \d/ }).click()
    await page.waitForURL(/status=paused/)
    await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('fitness')
    await gone(page, 'Veterinary leads')
    await press(page, 'Fitness leads')
    const note = page.getByRole('alert').filter({ hasText: 'There is no card of' })
    await note.waitFor()
    expect(await switchOf(page, 'Fitness leads').isChecked()).toBe(false)
    await expectAccessible(page)
    await note.getByRole('link', { name: 'Open the client' }).click()
    await page.waitForURL(/\/configuration\/company\//)
    await page.getByRole('tab', { name: 'Campaigns' }).click()
    await rowOf(page, 'Fitness leads').waitFor()
    await expectAccessible(page)
    await page.goBack()
    await page.goBack()
    await page.waitForURL(/q=fitness/)

    await page.goto(web.at('northlight', '/siteid/campaign-management?q=plumbing'))
    await rowOf(page, 'Plumbing leads').waitFor()
    await choose(page, 'Plumbing leads', 'Archive')
    await page.getByRole('dialog', { name: 'Archive Plumbing leads?' }).getByRole('button', { name: 'Archive' }).click()
    await gone(page, 'Plumbing leads')
    await page.goto(web.at('northlight', '/siteid/campaign-management?status=archived&q=plumbing'))
    await rowOf(page, 'Plumbing leads').waitFor()
    expect(await switchOf(page, 'Plumbing leads').count()).toBe(0)
    await choose(page, 'Plumbing leads', 'Restore')
    await gone(page, 'Plumbing leads')
    await page.goto(web.at('northlight', '/siteid/campaign-management-v1?q=plumbing'))
    await rowOf(page, 'Plumbing leads').getByText('Paused').waitFor()
    await choose(page, 'Plumbing leads', 'Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove Plumbing leads?' })
    await dialog.getByText('It cannot be brought back.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No campaign matches').waitFor()
  })

  it('CMP-27 RTE-048 are paused and started again by their client, who sees no others', async () => {
    const page = await web.signIn(
      'northlight',
      'cleo.client@example.com',
      { width: 390, dark: true },
      '/siteid/campaign-management',
    )
    const cards = page.getByRole('region', { name: 'Campaigns' }).getByRole('listitem')
    await switchOf(page, 'Website visitors').waitFor()
    // Other stories may have made some of this client; none is of its agency's others.
    expect(await cards.filter({ hasText: / leads|Check-ups|Whitening/ }).count()).toBe(0)
    const card = cards.filter({ hasText: 'Website visitors' })
    await press(page, 'Website visitors')
    await page.getByText('Paused Website visitors.').waitFor()
    await card.getByText('Paused').waitFor()
    await press(page, 'Website visitors')
    // What runs in the demonstration has paid for its period: its start costs nothing, so nobody is asked.
    await page.getByText('Started Website visitors.').waitFor()
    await card.getByText('Active').waitFor()
    await expectAccessible(page)
  })

  it('are copied, and started with a card whose bank asks: not at all for a no, once for a yes', async () => {
    const page = await web.signIn('northlight', 'lola.locator@example.com', {}, '/user/card-setting')
    await page.getByRole('button', { name: 'Change card' }).click()
    await page.getByLabel('Card number').fill('4000002760003184')
    await page.getByLabel('Expiry').fill('12/30')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('Lola Locator')
    await page.getByLabel('Street and number').fill('1 Loom Street')
    await page.getByLabel('City').fill('Chicago')
    await page.getByLabel('Zip code').fill('60601')
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Illinois' }).click()
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await page.getByText('ending in 3184').waitFor()

    await page.goto(web.at('northlight', '/searchid/campaign-management'))
    await page.getByRole('button', { name: 'Copy Roof repair searches' }).click()
    await page.getByLabel(/^Name of the campaign/).fill('Roofs whose bank asks')
    const start = page.getByRole('button', { name: 'Start', exact: true })
    for (const heading of ['Who, and where?', 'When, and how many?', 'What is delivered, and to whom?', 'Summary']) {
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('heading', { level: 2, name: heading }).waitFor()
    }
    await start.click()
    const question = page.getByRole('dialog', { name: 'Start Roofs whose bank asks?' })
    await question.getByText('You pay $175.00 now, with Visa ending in 3184.').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Start and charge $175.00' }).click()
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await page.getByText('The payment was not confirmed. Nothing was charged.', { exact: false }).first().waitFor()
    await page.getByText('It does not run yet').waitFor()
    await expectAccessible(page)

    await start.click()
    await question.getByRole('button', { name: 'Start and charge $175.00' }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await start.waitFor({ state: 'detached' })
    await page.goto(web.at('northlight', '/searchid/campaign-management'))
    await rowOf(page, 'Roofs whose bank asks').getByText('Active').waitFor()
    await page.goto(web.at('northlight', '/user/invoices'))
    const paid = page.getByRole('row').filter({ hasText: 'Start of Roofs whose bank asks' })
    await paid.getByText('$175.00').waitFor()
    // What its owner refused was no payment, and nobody was asked for it twice.
    expect(await paid.count()).toBe(1)
  })
})
