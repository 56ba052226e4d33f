import AxeBuilder from '@axe-core/playwright'
import { launch } from './support/browser.ts'
const port = 20411
const browser = await launch()
const out = '/tmp/account/shots'
const looks = [[1440, false], [768, true], [390, false], [390, true], [1440, true], [768, false]] as const
const only = process.argv[2] ?? ''
async function axe(page: any, name: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa']).analyze()
  for (const v of violations) console.log('AXE', name, v.id, v.nodes.map((n: any) => `${n.target.join(' ')} ${n.failureSummary?.replace(/\s+/g,' ').slice(0,180)}`).join(' || '))
}
async function ctx(width: number, dark: boolean) {
  const c = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', locale: 'en-US', timezoneId: 'America/Chicago' })
  const page = await c.newPage(); page.setDefaultTimeout(15000)
  page.on('console', (m) => { if (m.type() === 'error') console.log('CONSOLE', m.text().slice(0, 300)) })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  return page
}
async function login(page: any, tenant: string, email: string) {
  await page.goto(`http://${tenant}.localhost:${port}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse 42')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((u: URL) => u.pathname !== '/login')
}
const openMenu = async (page: any, width: number) => {
  if (width < 768) { await page.getByRole('button', { name: 'Open menu' }).click(); await page.waitForTimeout(600) }
  await page.getByRole('button', { name: /Profile menu/ }).last().click()
}
for (const [width, dark] of looks) {
  const tag = `${width}-${dark ? 'dark' : 'light'}`
  if (only && !tag.includes(only)) continue
  const page = await ctx(width, dark)
  const shot = async (name: string, full = false) => { await page.waitForTimeout(700); await page.screenshot({ path: `${out}/${name}-${tag}.png`, fullPage: full }); await axe(page, `${name} ${tag}`) }
  try {
    await login(page, 'northlight', 'ada.agency@example.com')
    await page.goto(`http://northlight.localhost:${port}/user/profile`)
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    await shot('profile', true)
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    await shot('email')
    await page.keyboard.press('Escape'); await page.waitForTimeout(600)
    await page.goto(`http://northlight.localhost:${port}/user/profile-setup-v1`)
    await page.getByRole('region', { name: 'Profile setup' }).waitFor()
    await shot('setup1', true)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel(/^Company name/).waitFor()
    await shot('setup2', true)
    await page.goto(`http://northlight.localhost:${port}/user/questionnaire-add`)
    await page.getByRole('button', { name: 'Save answers' }).waitFor()
    await shot('questionnaire', true)
    await openMenu(page, width)
    await page.getByRole('menuitem', { name: 'Two Factor Authentication' }).click()
    await page.getByRole('button', { name: /^Authenticator app/ }).waitFor()
    await shot('2fa-choice')
    await page.getByRole('button', { name: /^Authenticator app/ }).click()
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await shot('2fa-setup')
  } catch (e) { console.log('FAIL', tag, String(e).slice(0, 600)); await page.screenshot({ path: `${out}/fail-${tag}.png` }) }
  await page.context().close()
  const root = await ctx(width, dark)
  const rshot = async (name: string) => { await root.waitForTimeout(700); await root.screenshot({ path: `${out}/${name}-${tag}.png` }); await axe(root, `${name} ${tag}`) }
  try {
    await login(root, 'root', 'olive.operator@example.com')
    await root.getByRole('button', { name: 'View as someone' }).click()
    await root.getByRole('button', { name: 'View as Ada Agency' }).waitFor()
    await rshot('viewas-pick')
    await root.getByRole('button', { name: 'View as Ada Agency' }).click()
    await root.getByRole('region', { name: 'View mode' }).waitFor()
    await rshot('viewas')
    console.log('after switch', new URL(root.url()).pathname)
    if (width < 768) { await root.getByRole('button', { name: 'Open menu' }).click(); await root.waitForTimeout(700); await rshot('viewas-drawer'); await root.keyboard.press('Escape'); await root.waitForTimeout(500) }
    await root.reload()
    await root.getByRole('button', { name: /^Viewing as/ }).click()
    await root.getByRole('button', { name: 'View as someone' }).waitFor()
    await root.waitForTimeout(500)
    console.log('after revert', new URL(root.url()).pathname)
  } catch (e) { console.log('FAIL view', tag, String(e).slice(0, 600)); await root.screenshot({ path: `${out}/failview-${tag}.png` }) }
  await root.context().close()
}
await browser.close()
