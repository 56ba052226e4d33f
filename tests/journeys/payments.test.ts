// Cards, failed payments and connected accounts, as people meet them: the provider's double shows its own pages.
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const Summary = z.array(z.object({ to: z.array(z.string()), subject: z.string() }))

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  if ((await page.getByLabel('Street and number').inputValue()) === '') {
    await page.getByLabel('Street and number').fill('1 Loom Street')
    await page.getByLabel('City').fill('Chicago')
    await page.getByLabel('Zip code').fill('60601')
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Illinois' }).click()
  }
  await page.getByRole('button', { name: 'Save card' }).click()
}

describe('a card', () => {
  it('is changed by its owner, whose bank asks for a confirmation', async () => {
    const page = await web.signIn('copper', 'carl.client@example.com', { width: 390, dark: true }, '/user/card-setting')
    await page.getByRole('button', { name: 'Change card' }).click()
    await page.getByLabel('Card number').waitFor()
    await expectAccessible(page)
    await enterCard(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await page
      .getByRole('alert')
      .getByText(/unable to authenticate/)
      .waitFor()
    await enterCard(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await page.getByText('ending in 3155').waitFor()
  })

  it('is refused with the words of its bank', async () => {
    const page = await web.signIn('copper', 'abe.agency@example.com', {}, '/user/card-setting')
    await page.getByRole('button', { name: 'Change card' }).click()
    await page.getByLabel('Card number').waitFor()
    await enterCard(page, '4000 0000 0000 9995')
    await page.getByText('Your card has insufficient funds.').waitFor()
    await page.getByText('Mastercard ending in 4444').waitFor()
  })
})

describe('a failed payment', () => {
  it('CRD-10 leads a client to Card Setting, and another card sets them free', async () => {
    const answer = await fetch(`http://127.0.0.1:${inject('port')}/_local/mails.json`)
    const told = Summary.parse(await answer.json()).filter(
      ({ subject }) => subject === 'A payment at Northlight failed',
    )
    // Clients of Northlight hear from it too; its own people are none of these.
    const payer = told.flatMap(({ to }) => to)[0] ?? ''
    const page = await web.signIn('northlight', payer)
    await page.getByText('A payment failed').waitFor()
    expect(new URL(page.url()).pathname).toBe('/user/card-setting')
    await expectAccessible(page)
    await enterCard(page, '5555 5555 5555 4444')
    await page.getByText('ending in 4444').waitFor()
    expect(await page.getByText('A payment failed').count()).toBe(0)
    await page.goto(web.at('northlight', '/user/profile'))
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  })
})

describe('a sales account', () => {
  it('SAL-17 is finished on the pages of the provider, and opens the agencies', async () => {
    const page = await web.signIn('root', 'ellen.executive@example.com')
    await page.waitForURL(/sales-connect-account/)
    await page.getByText('In verification').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue at Stripe' }).click()
    await page.getByRole('button', { name: /Stripe accepts it at once/ }).click()
    await page.waitForURL(/sales-connect-account/)
    await page.getByText('Completed').waitFor()
    await page.getByRole('button', { name: 'Go to Agency List' }).click()
    await page.waitForURL(/agency-list/)
  })
})
