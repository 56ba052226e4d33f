import AxeBuilder from '@axe-core/playwright'
import { launch } from './support/browser.ts'
const b = await launch(); const page = await (await b.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
await page.goto('http://northlight.localhost:20411/login')
await page.getByLabel('E-mail').fill('ada.agency@example.com')
await page.getByLabel('Password', { exact: true }).fill('correct horse 42')
await page.getByRole('button', { name: 'Log in' }).click()
await page.getByRole('button', { name: /Profile menu/ }).waitFor()
const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a','wcag21a']).analyze()
for (const v of violations) for (const n of v.nodes) console.log(v.id, n.html, JSON.stringify(n.any.concat(n.all, n.none).map((c) => [c.message, c.data])))
const c = await page.context().newCDPSession(page)
const { nodes } = await c.send('Accessibility.getFullAXTree') as any
console.log(nodes.filter((n: any) => n.role?.value === 'button').map((n: any) => n.name?.value))
await b.close()
