// An agency with a card buys credit: agreement, question, payment, and what the books say of it.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, startBrowsing } from '../support/browsing.ts'

const web = startBrowsing()
const ABE = 'abe.agency@example.com'

async function openWallet(page: Page) {
  await page
    .getByRole('button', { name: /Profile menu/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Data Wallet' }).click()
  return page.getByRole('dialog', { name: 'Data Wallet' })
}

/** Saves another card under Card Setting; its bank may ask for its owner. */
async function changeCard(page: Page, number: string, asks: boolean): Promise<void> {
  await page.goto(web.at('northlight', '/user/card-setting'))
  await page.getByRole('button', { name: 'Change card' }).click()
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
  if (asks) await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.getByText(`ending in ${number.slice(-4)}`).waitFor()
}

describe('the Data Wallet in a browser', () => {
  it('WAL-001 WAL-002 WAL-013 WAL-014 WAL-030 is agreed to, filled and looked through', async () => {
    const page = await web.signIn('copper', ABE)
    const wallet = await openWallet(page)
    const agreement = page.getByRole('dialog', { name: 'Service Agreement' })
    await agreement.getByText('non-refundable', { exact: false }).first().waitFor()
    await expectAccessible(page)
    await agreement.getByRole('button', { name: 'I agree' }).click()
    await wallet.getByRole('button', { name: '$500' }).click()
    await wallet.getByRole('button', { name: 'Charge card now' }).click()
    const question = wallet.getByRole('alertdialog')
    await question.getByText('Prepaid purchases are non-refundable', { exact: false }).waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Charge $500.00' }).click()
    await page.getByText('Your Data Wallet has been topped up.').waitFor()
    await wallet.getByRole('listitem').filter({ hasText: 'Top-up (test payment)' }).getByText('+$500.00').waitFor()
    // Balances and entries are asked for side by side, and either may come first.
    await wallet.getByRole('definition').filter({ hasText: '$500.00' }).nth(2).waitFor()
    await wallet.getByRole('button', { name: /^Why/ }).click()
    await wallet.getByText('Somebody of your company charged the card on file.').waitFor()
    await wallet.getByRole('button', { name: 'Stop Continual Topup' }).click()
    await wallet.getByRole('button', { name: 'Continual Topup', exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      wallet.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect([lines[0], lines[1]?.endsWith(',500.00,topup')]).toEqual([
      'id,title,created_at,expired_at,amount,transaction_type',
      true,
    ])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await wallet.waitFor({ state: 'detached' })
  })

  it('WAL-009 WAL-010 WAL-012 minds its minimum, on a phone in the dark too', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { width: 390, dark: true })
    await page.locator('[data-opens-menu]:visible').first().click()
    const wallet = await openWallet(page)
    await page.getByRole('button', { name: 'I agree' }).click()
    await wallet.getByRole('switch', { name: 'Custom amount' }).check({ force: true })
    const field = wallet.getByRole('textbox', { name: 'Amount' })
    await field.fill('100')
    await wallet.getByText('*Minimum amount is $2500').waitFor()
    await wallet.getByRole('button', { name: 'Save for automatic top-ups' }).click()
    await page.getByText('The minimum amount is $2500', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe('100')
    await expectAccessible(page)
  })

  it('is filled by a card whose bank asks its owner: once for each yes, and not at all for a no', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com')
    await changeCard(page, '4000002760003184', true)
    const open = async () => {
      const wallet = await openWallet(page)
      const agree = page.getByRole('button', { name: 'I agree' })
      await wallet.getByRole('definition').first().or(agree).first().waitFor()
      if (await agree.isVisible()) await agree.click()
      await wallet.getByRole('definition').first().waitFor()
      return wallet
    }
    let wallet = await open()
    const bought = async () => (await wallet.getByRole('definition').nth(2).textContent()) ?? ''
    const dollars = async () => Number((await bought()).replace(/[$,]/g, ''))
    const before = await dollars()
    const order = async (amount: string) => {
      await wallet.getByRole('button', { name: amount, exact: true }).click()
      await wallet.getByRole('button', { name: 'Charge card now' }).click()
      await wallet
        .getByRole('alertdialog')
        .getByRole('button', { name: `Charge ${amount}.00` })
        .click()
      await page.getByText('Your bank asks for a confirmation').waitFor()
    }

    await order('$250')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await page.getByText('Your Data Wallet has been topped up.').waitFor()
    await wallet.getByRole('listitem').filter({ hasText: 'Top-up (test payment)' }).getByText('+$250.00').waitFor()

    await order('$500')
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await page.getByText('Your bank did not confirm the payment.', { exact: false }).first().waitFor()
    await wallet.getByText('Top-up (test payment) of $500.00 failed', { exact: false }).waitFor()

    // Left alone at the bank, and found again later.
    await order('$1,000')
    await page.reload()
    wallet = await open()
    const waiting = wallet.getByRole('listitem').filter({ hasText: 'of $1,000.00: waiting' })
    await waiting.waitFor()
    await expectAccessible(page)
    await waiting.getByRole('button', { name: /^Confirm or check/ }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await wallet.getByRole('listitem').getByText('+$1,000.00').waitFor()
    await waiting.waitFor({ state: 'detached' })
    await expect.poll(dollars).toBe(before + 1250)
    await changeCard(page, '4242424242424242', false)
  })
})
