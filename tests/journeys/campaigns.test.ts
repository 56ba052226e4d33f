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
    const page = await web.signIn('northlight', ADA)
    await page.goto(web.at('northlight', '/campaign'))
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
    const page = await web.signIn('northlight', 'cleo.client@example.com', { width: 390, dark: true })
    await page.goto(web.at('northlight', '/siteid/campaign-management'))
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
})
