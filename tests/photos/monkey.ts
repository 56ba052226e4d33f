// Presses, types and goes at random as one person of a running demonstration, and says what nobody should meet: errors of scripts
// and of the server, empty pages, pages wider than the window, words that are none, faults for assistive technology in each state
// that is new. What it meets depends on what was pressed before, so a seed alone repeats little: its log says every step.
import { parseArgs } from 'node:util'
import type { ElementHandle, Page } from 'playwright-core'
import { openDice } from '#tests/simulator/dice.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { launch } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/cast.ts'
import { openContext, signIn } from './camera.ts'
import { people } from './people.ts'

const usage = `npx node tests/photos/monkey.ts presses at random in a demonstration that runs (npm start).
  --at url     where it runs, such as http://localhost:8787
  --who name   one of ${people.flatMap(({ who, email }) => (email === null ? [] : [who])).join(', ')}
  --seed 1     which way it goes
  --steps 300  how often it does something
  --width 1440 the width of its window`

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { at: text, who: text, seed: text, steps: text, width: text } })
const person = people.find(({ who, email }) => who === values.who && email !== null)
if (!values.at || !person) {
  console.error(usage)
  process.exit(1)
}
const at = new URL(values.at)
const origin = `${at.protocol}//${person.tenant}.${at.host}`
const steps = Number(values.steps ?? 300)

const dice = openDice(Number(values.seed ?? 1))

const typed = [
  'Zoë O’Brien',
  'test@example.com',
  '1',
  '0',
  '-5',
  '12.345',
  '999999999999',
  'a',
  'https://example.com/x?y=1',
  '<b>x</b>',
  'שלום',
  'n'.repeat(130),
  '10001',
  '😀',
  ' ',
  '50%',
  "=cmd|' /C calc'!A0",
]
const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('email\na@example.com\nno address\n') }
const noWords = /Something went wrong|undefined|\bNaN\b|\[object Object\]|Invalid Date|Infinity/

const counts = new Map<string, number>()
let step = 0
let done = 'signing in'

/** The same fault is said three times at most. */
function tell(page: Page, what: string): void {
  const times = (counts.get(what) ?? 0) + 1
  counts.set(what, times)
  if (times <= 3) console.log(`!! ${step} ${new URL(page.url()).pathname} after ${done}: ${what}`)
}

/** What a reader of the address would call the same state. */
const stateOf = (url: URL, dialogs: readonly string[]) =>
  [url.pathname.replace(/\/\w*\d\w{5,}/g, '/:id'), [...url.searchParams.keys()].sort().join(), ...dialogs].join(' | ')

const seen = new Set<string>()
async function look(page: Page): Promise<void> {
  await page
    .locator('main h1')
    .first()
    .waitFor({ timeout: 4000 })
    .catch(() => undefined)
  const words = (await page.locator('main, [role="dialog"], [role="alert"]').allInnerTexts()).join(' ')
  const { isEmpty, tooWide, dialogs } = await page.evaluate(() => ({
    isEmpty: !document.querySelector('main')?.textContent.trim(),
    tooWide: document.documentElement.scrollWidth - innerWidth,
    dialogs: [...document.querySelectorAll('[role="dialog"]')]
      .filter((dialog) => dialog.getClientRects().length > 0)
      .map((dialog) => document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''),
  }))
  if (isEmpty && dialogs.length === 0) tell(page, 'the page is empty')
  if (tooWide > 0) tell(page, `the page is ${tooWide} px wider than its window`)
  const none = noWords.exec(words)
  if (none) tell(page, `words that are none: ${words.slice(Math.max(0, none.index - 60), none.index + 60)}`)
  const state = stateOf(new URL(page.url()), dialogs)
  if (seen.has(state)) return
  seen.add(state)
  // Menus and words under the pointer stand beside the page for a moment, in no part of it.
  for (const fault of await violationsOf(page)) if (!fault.startsWith('region:')) tell(page, fault)
}

type Control = { handle: ElementHandle; name: string; kind: string; isText: boolean; isOver: boolean; isMenu: boolean }

async function controlsOf(page: Page): Promise<Control[]> {
  const found: Control[] = []
  const handles = await page.$$(
    'a[href], button, input, select, textarea, [role="tab"], [role="menuitem"], [role="option"]',
  )
  for (const handle of handles) {
    const facts = await handle
      .evaluate((node) => {
        const element = node as HTMLInputElement
        const { width, height } = element.getBoundingClientRect()
        const href = element.getAttribute('href')
        if (width < 2 || height < 2 || element.disabled || getComputedStyle(element).visibility === 'hidden')
          return null
        if (href && (!href.startsWith('/') || element.getAttribute('target') === '_blank')) return null
        const plain = ['checkbox', 'radio', 'file', 'button', 'submit', 'range']
        return {
          name: (
            element.getAttribute('aria-label') ||
            element.textContent ||
            element.labels?.[0]?.textContent ||
            ''
          ).trim(),
          kind: element.type ?? element.tagName,
          isText: element.matches('textarea') || (element.matches('input') && !plain.includes(element.type)),
          isOver: element.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null,
          isMenu: element.closest('nav') !== null,
        }
      })
      .catch(() => null)
    // Who leaves cannot go on.
    if (facts && !/log out|sign out/i.test(facts.name)) found.push({ handle, ...facts })
  }
  return found
}

const keys = ['Escape', 'Enter', 'Control+k', 'Tab']

async function act(page: Page): Promise<void> {
  if (dice.chance(0.03)) {
    done = 'Back'
    await page.goBack({ timeout: 5000 })
    return
  }
  if (dice.chance(0.02)) {
    done = 'Reload'
    await page.reload()
    return
  }
  if (dice.chance(0.08)) {
    done = dice.pick(keys)
    await page.keyboard.press(done)
    return
  }
  const all = await controlsOf(page)
  const over = all.filter(({ isOver }) => isOver)
  const content = all.filter(({ isMenu }) => !isMenu)
  const choice = over.length > 0 ? over : content.length > 0 && dice.chance(0.75) ? content : all
  if (choice.length === 0) return void (await page.goto(origin))
  const control = dice.pick(choice)
  done = `${control.kind} “${control.name.replaceAll('\n', ' ').slice(0, 60)}”`
  if (control.kind === 'file') return control.handle.setInputFiles(file)
  if (control.isText && dice.chance(0.75)) {
    const words = /password/i.test(control.name) && dice.chance(0.7) ? PASSWORD : dice.pick(typed)
    done += ` := ${words.slice(0, 20)}`
    return control.handle.fill(words, { timeout: 3000 })
  }
  await control.handle.click({ timeout: 3000 })
}

const browser = await launch()
const context = await openContext(browser, null)
const page = await context.newPage()
await page.setViewportSize({ width: Number(values.width ?? 1440), height: 900 })
page.on('pageerror', (error) => tell(page, `an error of a script: ${error.message}`))
page.on('response', (response) => {
  if (response.status() >= 500) tell(page, `${response.status()} of ${response.request().method()} ${response.url()}`)
})
page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
context.on('page', (other) => other !== page && void other.close().catch(() => undefined))
await signIn(page, origin, person)
for (step = 1; step <= steps; step++) {
  // What was to be pressed may be gone, or lie under something else: as for people.
  await act(page).catch(() => undefined)
  await page.waitForTimeout(120)
  await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => tell(page, 'requests that do not end'))
  console.log(`${step} ${new URL(page.url()).pathname} ${done}`)
  if (!page.url().startsWith(origin)) await page.goto(origin)
  if (new URL(page.url()).pathname === '/login') await signIn(page, origin, person)
  await look(page).catch((error: unknown) => console.log(`   ${String(error).split('\n')[0]}`))
}
console.log(`${seen.size} states, ${counts.size} kinds of faults`)
await browser.close()
