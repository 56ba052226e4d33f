// `npm run photos`: the gallery and every page of the application as pictures, on a sheet to leaf through, compared with those before.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { seed } from '#bin/seed.ts'
import { startPlatform } from '#infra/local/platform.ts'
import { launch } from '#tests/support/browser.ts'
import { brandNames } from '#web/theme/sample-brands.ts'
import {
  type Look,
  linksOf,
  modulesOf,
  openContext,
  openDialog,
  opens,
  otherTabs,
  photograph,
  settle,
  signIn,
} from './camera.ts'
import { comparePictures } from './compare.ts'
import { isMeant, isPageMeant, type Options, readOptions, refusalForNothing, usage } from './options.ts'
import { dialogsAt, type Person, type Place, people, placesLinkedFrom, placesOf } from './people.ts'
import { type Photo, toSheet } from './sheet.ts'
import { replaceClock } from './still-clock.ts'

const root = join(import.meta.dirname, '../..')
/** Pictures of one day differ from those of another only where the application does. */
const SEEDED_AT = Date.parse('2026-11-02T16:00:00Z')
const SEEN_AT = SEEDED_AT + 5 * 60_000

type Sheet = { options: Options; photos: Photo[] }

const nameOf = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

/** Puts a picture where it belongs, and says what differs from the one before. */
function keep({ options, photos }: Sheet, who: string, page: string, { width, scheme }: Look, picture: Buffer): void {
  const name = join(nameOf(who), `${nameOf(page)}.${width}.${scheme}.png`)
  const at = (folder: string) => join(options.out, folder, name)
  for (const folder of ['now', 'before', 'differs']) mkdirSync(dirname(at(folder)), { recursive: true })
  if (options.against) {
    const other = join(options.against, 'now', name)
    if (existsSync(other)) cpSync(other, at('before'))
    else rmSync(at('before'), { force: true })
  } else if (existsSync(at('now'))) renameSync(at('now'), at('before'))
  writeFileSync(at('now'), picture)
  rmSync(at('differs'), { force: true })
  const hasBefore = existsSync(at('before'))
  const difference = hasBefore ? comparePictures(readFileSync(at('before')), picture) : null
  const isChanged = difference !== null && difference.percent > options.tolerance
  if (difference && isChanged) writeFileSync(at('differs'), difference.marked)
  const path = (folder: string) => join(folder, name).replaceAll('\\', '/')
  photos.push({
    who,
    page,
    width,
    scheme,
    file: path('now'),
    before: hasBefore ? path('before') : null,
    marked: isChanged ? path('differs') : null,
    percent: hasBefore ? (difference?.percent ?? 0) : null,
    isChanged,
  })
}

async function inEachLook(sheet: Sheet, page: Page, who: string, name: string): Promise<void> {
  for (const scheme of sheet.options.schemes)
    for (const width of sheet.options.widths)
      keep(sheet, who, name, { width, scheme }, await photograph(page, { width, scheme }))
}

async function photographPerson(sheet: Sheet, browser: Browser, person: Person, at: URL, now: number | null) {
  const { pages } = sheet.options
  const context = await openContext(browser, now)
  try {
    const page = await context.newPage()
    const origin = `${at.protocol}//${person.tenant}.${at.host}`
    await signIn(page, origin, person)
    const places = placesOf(person, await modulesOf(page))
    const isMeantHere = (place: Place) => isPageMeant(place, null, pages)
    for (const place of places) {
      const leadsOn = placesLinkedFrom(place).some(isMeantHere)
      if (!(isMeantHere(place) || leadsOn) || !(await opens(page, origin + place.path))) continue
      // They come last: a list is whole before what it leads to is opened.
      if (leadsOn) places.push(...placesLinkedFrom(place, await linksOf(page)).filter(isMeantHere))
      if (!isMeantHere(place)) continue
      const [open] = await page.locator('main [role="tab"][aria-selected="true"]').allInnerTexts()
      const nameWith = (tab: string | undefined) => (tab ? `${place.page}#${tab}` : place.page)
      if (isPageMeant(place, open ?? null, pages)) await inEachLook(sheet, page, person.who, nameWith(open))
      for (const tab of await otherTabs(page)) {
        if (!isPageMeant(place, tab, pages)) continue
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.locator('main').getByRole('tab', { name: tab, exact: true }).first().click()
        await inEachLook(sheet, page, person.who, nameWith(tab))
      }
      for (const presses of dialogsAt[place.id] ?? []) {
        const said = presses.map((each) => (typeof each === 'string' ? each : each.source.replace(/\W/g, ''))).join(' ')
        if (!isPageMeant(place, said, pages)) continue
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(origin + place.path)
        await settle(page)
        // Not everybody has every button.
        if (await openDialog(page, presses)) await inEachLook(sheet, page, person.who, `${place.page}#${said}`)
      }
      console.log(`  ${person.who} ${place.page}`)
    }
  } finally {
    await context.close()
  }
}

async function photographGallery(sheet: Sheet, browser: Browser, at: URL, now: number | null) {
  const context = await openContext(browser, now)
  try {
    const page = await context.newPage()
    for (const brand of brandNames) {
      for (const scheme of sheet.options.schemes) {
        await page.goto(`${at.origin}/_local/gallery?brand=${brand}&scheme=${scheme}`)
        await page.locator('#phone').getByText('+1 201 555 0123').waitFor({ timeout: 120_000 })
        for (const width of sheet.options.widths)
          keep(sheet, 'gallery', brand, { width, scheme }, await photograph(page, { width, scheme }, false))
      }
      console.log(`  gallery ${brand}`)
    }
  } finally {
    await context.close()
  }
}

/** A platform in memory, whose day is always the same. */
async function startOwn() {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
  let now = () => SEEDED_AT
  replaceClock(() => now())
  return startPlatform({
    root,
    dataDir: null,
    port: 0,
    env: {},
    async seed(services, domain) {
      const from = performance.now()
      now = () => Math.round(SEEDED_AT + performance.now() - from)
      await seed(services, domain)
      // It stands still from here on, as the clock of the browser does.
      now = () => SEEN_AT
      return true
    },
    describe: () => ({ password: '', logins: [], pages: [] }),
  })
}

async function main(options: Options): Promise<void> {
  const gallery = { who: 'gallery', places: [{ page: 'gallery', path: '' }] }
  const why = refusalForNothing(options, [
    gallery,
    ...people.map((person) => ({
      who: person.who,
      places: placesOf(person).flatMap((place) => [place, ...placesLinkedFrom(place)]),
    })),
  ])
  if (why) throw new Error(why)
  const platform = options.at ? null : await startOwn()
  const at = new URL(options.at ?? `http://localhost:${platform?.port}`)
  const now = platform ? SEEN_AT : null
  const sheet: Sheet = { options, photos: [] }
  const browser = await launch()
  try {
    const isGalleryMeant = isPageMeant({ page: 'gallery', path: '' }, null, options.pages)
    if (isGalleryMeant && isMeant('gallery', options.who)) await photographGallery(sheet, browser, at, now)
    for (const person of people)
      if (isMeant(person.who, options.who)) await photographPerson(sheet, browser, person, at, now)
  } finally {
    await browser.close()
    await platform?.stop()
  }
  const file = join(options.out, 'index.html')
  mkdirSync(options.out, { recursive: true })
  writeFileSync(file, toSheet(sheet.photos))
  const changed = sheet.photos.filter(({ isChanged }) => isChanged)
  for (const { who, page, width, scheme, percent } of changed)
    console.log(`changed ${percent?.toFixed(2).padStart(6)}%  ${who} ${page} ${width} ${scheme}`)
  const fresh = sheet.photos.filter(({ percent }) => percent === null).length
  console.log(`${sheet.photos.length} pictures, ${changed.length} changed, ${fresh} new: ${file}`)
}

const args = process.argv.slice(2)
if (args.includes('--help')) console.log(usage)
else {
  try {
    await main(readOptions(args))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  // Engines of a platform that was stopped may hold the process open for a while.
  process.exit()
}
