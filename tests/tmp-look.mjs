import { chromium } from 'playwright-core'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--host-resolver-rules=MAP *.localhost 127.0.0.1', '--no-sandbox'] })
const P = 23751
const out = '/tmp/people/shots'
import AxeBuilder from '@axe-core/playwright'
async function signIn(tenant, email, { width = 1440, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', locale: 'en-US', timezoneId: 'America/Chicago' })
  await context.grantPermissions(['clipboard-read','clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20000)
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await page.goto(`http://${tenant}.localhost:${P}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse 42')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  return page
}
async function axe(page, name) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa']).analyze()
  for (const v of violations) console.log('AXE', name, v.id, v.nodes.slice(0,3).map((n) => n.target.join(' ') + ' :: ' + n.failureSummary?.split('\n')[1]).join(' | '))
}
const go = (page, tenant, path) => page.goto(`http://${tenant}.localhost:${P}${path}`)
const looks = [['p', { width: 390 }], ['pd', { width: 390, dark: true }], ['w', {}]]
for (const [tag, look] of looks) {
  const ada = await signIn('northlight', 'ada.agency@example.com', look)
  await go(ada, 'northlight', '/configuration/role-list'); await ada.getByRole('heading', { name: 'Role List' }).waitFor()
  await ada.waitForTimeout(800)
  if (tag === 'w') {
    for (const name of []) {
      await ada.getByRole('button', { name: 'Add role' }).first().click()
      const d = ada.getByRole('dialog')
      await d.getByLabel('Name').fill(name)
      await d.getByLabel('Settings: update').check()
      await d.getByLabel('LeadsPeek: open').check()
      if (name === 'Desk') { await ada.waitForTimeout(500); await ada.screenshot({ path: `${out}/role-form-${tag}.png` }); await axe(ada, 'roleform') }
      await d.getByRole('button', { name: 'Save' }).click()
      await d.waitFor({ state: 'hidden' })
    }
    await ada.waitForTimeout(800)
  } else { await ada.getByText('Desk').first().waitFor() }
  await ada.screenshot({ path: `${out}/roles-${tag}.png` }); await axe(ada, `roles-${tag}`)
  if (tag !== 'w') { await ada.getByRole('button', { name: 'Add role' }).first().click(); await ada.waitForTimeout(900); await ada.screenshot({ path: `${out}/role-form-${tag}.png` }); await axe(ada, `roleform-${tag}`); await ada.keyboard.press('Escape') }
  await go(ada, 'northlight', '/configuration/administrator-list'); await ada.getByRole('main').getByText('Ada Agency').first().waitFor(); await ada.waitForTimeout(800)
  await ada.screenshot({ path: `${out}/admins-${tag}.png` }); await axe(ada, `admins-${tag}`)
  await ada.getByRole('button', { name: 'Add administrator' }).click(); await ada.getByRole('dialog').waitFor(); await ada.waitForTimeout(900)
  await ada.screenshot({ path: `${out}/admin-form-${tag}.png` }); await axe(ada, `adminform-${tag}`)
  await ada.context().close()
  const olive = await signIn('root', 'olive.operator@example.com', look)
  await go(olive, 'root', '/configuration/sales-account-list'); await olive.getByRole('main').getByText('Sam Sales').first().waitFor(); await olive.waitForTimeout(800)
  await olive.screenshot({ path: `${out}/sales-${tag}.png` }); await axe(olive, `sales-${tag}`)
  await go(olive, 'root', '/configuration/agency-list'); await olive.getByRole('main').getByText('Northlight').first().waitFor(); await olive.waitForTimeout(800)
  await olive.getByRole('button', { name: 'More actions Northlight' }).click(); await olive.waitForTimeout(400)
  await olive.screenshot({ path: `${out}/menu-${tag}.png` })
  await olive.getByRole('menuitem', { name: 'Set Sales Person' }).click(); await olive.getByLabel('Account executive').first().waitFor(); await olive.waitForTimeout(600)
  await olive.screenshot({ path: `${out}/sales-dialog-${tag}.png` }); await axe(olive, `salesdialog-${tag}`)
  await olive.keyboard.press('Escape'); await olive.waitForTimeout(600)
  await olive.getByRole('button', { name: 'More actions Northlight' }).click(); await olive.waitForTimeout(300)
  await olive.getByRole('menuitem', { name: 'User logs' }).click(); await olive.getByRole('dialog').getByText('Sign In').first().waitFor(); await olive.waitForTimeout(800)
  await olive.screenshot({ path: `${out}/logs-${tag}.png` }); await axe(olive, `logs-${tag}`)
  await olive.getByRole('button', { name: 'Filter', exact: true }).click(); await olive.getByRole('dialog', { name: 'Filter the logs' }).waitFor(); await olive.waitForTimeout(800)
  await olive.screenshot({ path: `${out}/filter-${tag}.png` }); await axe(olive, `filter-${tag}`)
  if (tag === 'w') {
    await olive.getByRole('button', { name: 'Apply' }).click(); await olive.waitForTimeout(500)
    const [dl] = await Promise.all([olive.waitForEvent('download', { timeout: 15000 }).catch((e) => [console.log('NO DOWNLOAD', e.message)]), olive.getByRole('button', { name: 'Download', exact: true }).click()]).catch((e)=>{console.log(e.message);return []})
    console.log('download', dl?.suggestedFilename?.())
  }
  await olive.context().close()
}
await browser.close()
