// From the registration of an agency to the first lead on its dashboard, as somebody does it who sees the platform for the first time.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'
import { linkIn, mailText } from '../support/mailed.ts'

const web = startBrowsing()
const HANNA = { email: 'hanna.hull@example.com', password: 'quiet river 77' }
const PAUL = { email: 'paul.hull@example.com', password: 'sea gull 55' }
/** A headless browser's own name would count as a robot. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const done = (page: Page, step: string) => page.getByRole('button', { name: `${step} (done)` }).waitFor()

async function fillCompany(page: Page) {
  await page.getByLabel(/^Street and number/).fill('12 Pier Road')
  await page.getByLabel(/^City/).fill('Chicago')
  await page.getByRole('combobox', { name: /^State/ }).click()
  await page.getByRole('option', { name: 'Illinois' }).click()
  await page.getByLabel(/^Zip code/).fill('60611')
  await next(page)
}
async function saveCard(page: Page) {
  await page.getByLabel(/^Card number/).fill('4242424242424242')
  await page.getByLabel(/^Expiry/).fill('12/30')
  await page.getByLabel(/^Security code/).fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('A card is on file.').waitFor()
}
/** What is ticked on the list of the first page. */
async function ticks(page: Page): Promise<string[]> {
  await page.getByRole('tab', { name: /^Set up/ }).click()
  const steps = page.getByRole('tabpanel', { name: /^Set up/ }).getByRole('listitem')
  await steps.first().waitFor()
  return (await steps.allInnerTexts())
    .filter((text) => text.includes('(done)'))
    .map((text) => text.split(' (')[0] ?? '')
}

describe('a new agency', () => {
  it('comes from its registration to its first lead, and is told nothing that is not so', async () => {
    const page = await web.open('root', '/register', { userAgent })
    await page.getByLabel('Company name').fill('Harbor Light Media')
    await page.getByLabel('Your name').fill('Hanna Harbor')
    await page.getByLabel('E-mail').fill(HANNA.email)
    await page
      .getByLabel(/^Phone/)
      .last()
      .fill('3125550187')
    await page.getByLabel(/^Password/).fill(HANNA.password)
    await page.getByLabel('Confirm password').fill(HANNA.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/user/profile-setup')

    const asksToConfirm = page.getByText('Please confirm your e-mail address')
    await asksToConfirm.waitFor()
    await page.goto(linkIn(await mailText(page, HANNA.email, 'Please confirm'), '/confirm-email/'))
    await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()
    await asksToConfirm.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Continue' }).click()

    // Nobody is sent to the set-up who is in it, and a step is ticked once it is saved.
    await page.getByRole('heading', { name: 'Profile setup' }).waitFor()
    expect(await page.getByText('Please complete your profile').count()).toBe(0)
    expect(await page.getByText('(done)').count()).toBe(0)
    await next(page)
    await done(page, 'Personal')
    await fillCompany(page)
    await done(page, 'Company')
    await saveCard(page)
    await next(page)
    await done(page, 'Card')
    await page.getByRole('button', { name: 'Connect with Stripe' }).click()
    await page.getByRole('button', { name: /accepts it at once/ }).click()
    await page.getByText('Your payment account is connected.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Go To General Settings' }).click()
    await page.getByRole('button', { name: 'Skip tour' }).click()

    await page.getByRole('link', { name: 'Dashboard' }).click()
    // What was there before stands there until the answer comes.
    await expect.poll(() => ticks(page), { timeout: 30_000 }).toEqual(['Save a card', 'Connect a payment account'])
    await page.getByRole('link', { name: 'Add your first client' }).click()
    await page.getByRole('button', { name: 'Add client' }).first().click()
    await page.getByLabel(/^Company name/).fill('Pier Cafe')
    await page.getByLabel(/^Full name/).fill('Paul Pier')
    await page
      .getByLabel(/^E-mail/)
      .last()
      .fill(PAUL.email)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(PAUL.email).waitFor()

    const client = await web.open('root', '/login')
    const invited = await mailText(client, PAUL.email, 'You are invited')
    await client.goto(linkIn(invited, '/set-new-password/'))
    await client.getByRole('heading', { name: 'Welcome to Harbor Light Media' }).waitFor()
    await client.getByLabel(/^Password/).fill(PAUL.password)
    await client.getByLabel('Confirm password').fill(PAUL.password)
    await client.getByRole('button', { name: 'Save and log in' }).click()
    await client.waitForURL('**/user/profile-setup**')
    await client
      .getByLabel(/^Phone/)
      .last()
      .fill('3125550188')
    await next(client)
    await fillCompany(client)
    await saveCard(client)
    await client.getByRole('button', { name: 'Go To Dashboard' }).click()

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect.poll(() => ticks(page), { timeout: 30_000 }).toContain('Add your first client')
    await page.getByRole('link', { name: 'Make your first campaign' }).click()
    await page.getByLabel(/^Name of the campaign/).fill('Pier visitors')
    await page.getByRole('combobox', { name: /^Client/ }).click()
    await page.getByRole('option', { name: /Pier Cafe/ }).click()
    await next(page)
    await page.getByLabel(/^Page/).fill('https://www.piercafe.example.com/')
    await next(page)
    await page.getByText('When, and how many?').waitFor()
    await next(page)
    await page.getByText('What a lead carries').waitFor()
    await next(page)
    await page.getByLabel(/^Price per lead, basic/).fill('2.50')
    await page.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('Price of a lead', { exact: true }).waitFor()
    await next(page)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText('The campaign was started.').waitFor()
    await expectAccessible(page)

    const campaign = new URL(page.url()).searchParams.get('campaign') ?? ''
    const shop = await web.open('root', `/_local/demo?campaign=${campaign}&visitor=nora`, { userAgent })
    await shop.locator('#outcome[data-state=lead]').waitFor({ timeout: 180_000 })
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByText('nora.fields@example.com').first().waitFor()
    await page.getByText('$2.50').first().waitFor()
    await expect
      .poll(() => ticks(page), { timeout: 60_000 })
      .toEqual([
        'Save a card',
        'Connect a payment account',
        'Add your first client',
        'Make your first campaign',
        'Put the pixel on a website',
      ])
  })
})
