// Texts of a tenant that would run as code if any page forgot to treat them as text. They are written past every check,
// straight into the table, and looked at on every page that shows them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { buildWeb } from '#infra/local/web-build.ts'
import { PASSWORD } from '../support/cast.ts'
import { startOwnPlatform } from '../support/own-platform.ts'
import { payloads, TRAP } from '../support/payloads.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import { launchWithTrap } from '../support/trap.ts'

const { port, cast, db, services, forgetTenants } = await startOwnPlatform()

/** Each text stands in each field once; a field holds a few at a time, and no two fields the same. */
const PER_FIELD = 8
const rounds = Array.from({ length: Math.ceil(payloads.length / PER_FIELD) }, (_, round) => round)

function textsOf(round: number) {
  let field = 0
  return () => {
    const first = (round * PER_FIELD + field++ * 7) % payloads.length
    return Array.from({ length: PER_FIELD }, (_, at) => payloads[(first + at) % payloads.length]).join(' ')
  }
}
/** Fields that hold one address each; together they take two texts of every four. */
const one = (round: number, at: number) => payloads[(round * PER_FIELD + 2 * at + (round % 2)) % payloads.length] ?? ''

async function plant(round: number): Promise<void> {
  const next = textsOf(round)
  const { northlight, brightSmiles, root, users } = cast
  const modules = { local: { name: next(), url: 'siteid' }, locator: { name: next(), url: 'searchid' } }
  const address = { street: next(), city: next(), zip: next(), stateCode: next(), stateName: next(), countryCode: 'US' }
  await db.company.update(northlight.id, {
    name: next(),
    legalName: next(),
    email: next(),
    phone: next(),
    address,
    modules,
    brand: {
      ...northlight.brand,
      name: next(),
      shortName: next(),
      logo: one(round, 0),
      logoDark: one(round, 1),
      favicon: one(round, 2),
    },
  })
  await db.company.update(root.id, { name: next(), legalName: next(), supportUrl: one(round, 3), address })
  await db.company.update(brightSmiles.id, { name: next() })
  for (const user of [users.ada, users.cleo]) await db.user.update(user.id, { name: next(), phone: next() })
  await plantCampaign(db, { ...cast.campaigns.smiles, id: services.newId('campaign'), name: next(), siteUrl: next() })
  for (const name of ['privacy-policy', 'default_client'] as const)
    await db.legalDocument.publish({
      rootId: root.id,
      name,
      version: round + 2,
      title: next(),
      text: `# ${next()}\n${next()}\n\n- ${next()}\n1. ${next()}\n\n{{company_legal}} {{${next()}}}`,
      createdAt: services.now(),
      createdBy: null,
    })
  forgetTenants()
}

/** The one script that stands in the page itself, as it was built. */
const schemeScript = readFileSync(join(await buildWeb(process.cwd()), 'scheme.js'), 'utf8')

let context: BrowserContext
const heard: string[] = []

/** What must never be found on a page: handlers in markup, foreign scripts, addresses that run. */
const strange = (page: Page) =>
  page.evaluate((scheme) => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`)
        if (
          /^(href|src|action|formaction|xlink:href)$/i.test(name) &&
          /^\s*(java|vb)script:/i.test(value.replace(/[\t\n]/g, ''))
        )
          if (element.tagName !== 'IMG' && element.tagName !== 'LINK') found.push(`${element.tagName} ${name}=${value}`)
      }
      if (
        element instanceof HTMLScriptElement &&
        element.type !== 'application/json' &&
        element.text !== scheme &&
        !element.src.startsWith(location.origin)
      )
        found.push(`SCRIPT ${element.src || element.text.slice(0, 40)}`)
    }
    return found
  }, schemeScript)

async function look(page: Page, path: string, act?: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(`http://northlight.localhost:${port}${path}`)
  await page.locator('h1').first().waitFor()
  await act?.(page)
  await page.waitForTimeout(150)
  expect(await strange(page), path).toEqual([])
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`http://northlight.localhost:${port}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

describe('A32 texts of a tenant stay texts', () => {
  const pages: Record<'nobody' | 'ada' | 'cleo', Page[]> = { nobody: [], ada: [], cleo: [] }
  beforeAll(async () => {
    const browser = await launchWithTrap((path) => void heard.push(`trap ${path}`))
    for (const who of ['nobody', 'ada', 'cleo'] as const) {
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.exposeFunction('fired', () => heard.push('fired'))
      await context.exposeFunction('reported', (directive: string, what: string) => {
        if (directive.startsWith('script')) heard.push(`policy ${directive} ${what}`)
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          // @NOTE put there by the test, above.
          (window as unknown as { reported(a: string, b: string): void }).reported(
            effectiveDirective,
            `${blockedURI} ${sample}`,
          ),
        )
      })
      const page = await context.newPage()
      page.on('dialog', (dialog) => {
        heard.push(`dialog ${dialog.message()}`)
        return dialog.dismiss()
      })
      if (who !== 'nobody') await signIn(page, cast.users[who].email)
      pages[who].push(page)
    }
    return () => browser.close()
  })

  it('hears what runs: each of the ways', async () => {
    const [page] = pages.nobody
    await page?.goto(`http://northlight.localhost:${port}/login`)
    await page?.evaluate((trap) => {
      alert('here')
      ;(window as unknown as { fired(): void }).fired()
      new Image().src = `${trap}/here`
      const script = document.createElement('script')
      script.text = '1'
      document.body.append(script)
    }, TRAP)
    await page?.waitForTimeout(300)
    // Our own pages may not even ask; another page may.
    const other = await page?.context().newPage()
    await other?.goto(`${TRAP}/here`).catch(() => undefined)
    await other?.close()
    const ways = heard.splice(0).map((line) => line.split(' ')[0])
    expect(ways).toEqual(expect.arrayContaining(['dialog', 'fired', 'policy', 'trap']))
  })

  it.each(portionOf(rounds))('round %i of all texts through all fields', async (round) => {
    await plant(round)
    const [nobody] = pages.nobody
    const [ada] = pages.ada
    const [cleo] = pages.cleo
    if (!nobody || !ada || !cleo) throw new Error('No page is open.')
    // People learn of changes at once only by asking anew.
    for (const page of [ada, cleo]) await page.evaluate(() => localStorage.removeItem('userData'))
    await Promise.all([
      look(nobody, '/login').then(() => look(nobody, '/privacy-policy')),
      look(cleo, '/siteid/dashboard').then(() => look(cleo, '/service-billing-agreement')),
      look(ada, '/siteid/dashboard', async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
      })
        .then(() => look(ada, '/configuration/general-setting'))
        .then(() => look(ada, '/configuration/general-setting?tab=menu'))
        .then(() => look(ada, '/user/profile')),
    ])
    expect(heard.splice(0)).toEqual([])
  })
  afterAll(() => heard.splice(0))
})
