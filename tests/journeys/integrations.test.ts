// From nothing to a lead in an outside tool, as a client does it: connect, choose, send a test lead, see it arrive.
import { describe, expect, inject, it } from 'vitest'
import { sendgridKey } from '#infra/local/doubles/tools/sendgrid.ts'
import { expectAccessible, startBrowsing } from '#tests/support/browsing.ts'

const { at, signIn } = startBrowsing()

type Letter = { method: string; body: { list_ids?: string[]; contacts?: { email: string }[] }; answered: number }
async function puts(): Promise<Letter[]> {
  const all: Record<string, Letter[]> = await (
    await fetch(`http://localhost:${inject('port')}/_local/tools.json`)
  ).json()
  return (all.sendgrid ?? []).filter(({ method }) => method === 'PUT')
}

describe('outside tools', () => {
  it('INT-01 INT-08+ INT-09+ a client connects one, a campaign chooses it, and a test lead arrives there', async () => {
    const page = await signIn('northlight', 'cleo.client@example.com')
    await page.goto(at('northlight', '/integrations'))
    await page.getByRole('link', { name: 'SendGrid' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'SendGrid' }).click()
    const key = page.getByLabel('API key', { exact: true })
    await key.fill('SG.wrong-of-nobody.wrong-of-nobody-at-all')
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('SendGrid refused this').waitFor()
    await expectAccessible(page)
    await key.fill(sendgridKey)
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()

    await page.goto(at('northlight', '/campaign'))
    const link = page.locator('a[href*="/campaign-setup?"][href*="campaign="]').first()
    await page.goto(at('northlight', (await link.getAttribute('href')) ?? ''))
    await page.getByRole('button', { name: 'Review' }).click()
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
    const [sent] = await puts()
    expect([sent?.answered, sent?.body.list_ids?.length, sent?.body.contacts?.[0]?.email]).toEqual([
      202,
      1,
      'test@example.com',
    ])
  })
})
