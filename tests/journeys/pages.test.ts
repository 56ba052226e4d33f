// Every page of the application, as each kind of person: nothing in the way of assistive technology, and Tab goes through
// it from the first control to the last, each of them in view and marked while it has the focus.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isAll, portionOf } from '#bin/portion.ts'
import { isAt, linksOf } from '#tests/photos/camera.ts'
import { type Person, type Place, people, placesLinkedFrom, placesOf } from '#tests/photos/people.ts'
import { expectAccessible, startBrowsing } from '#tests/support/browsing.ts'

const web = startBrowsing()

/** More than any page has; a page on which Tab never comes to an end is a trap. */
const MOST_STOPS = 250

type Stop = { name: string; isSeen: boolean; isMarked: boolean }

/** Presses Tab. Answers what has the focus now, and whether what had it before looks otherwise without it. */
async function press(page: Page): Promise<{ at: Omit<Stop, 'isMarked'> | null; wasMarked: boolean; stays?: boolean }> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const lookOf = (node: Element) =>
      [
        node,
        node.parentElement,
        node.nextElementSibling,
        node.closest('label, [class*="rapper"]'),
        // A field among its own tags: the frame around them all is marked.
        node.parentElement?.closest('[class*="-input"]') ?? null,
      ]
        .map((each) => {
          if (!each) return ''
          const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(each)
          return [outline, boxShadow, borderColor, backgroundColor].join()
        })
        .join()
    // A mark that is still fading in or out is taken as it will be.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    const held: { node: Element; look: string } | undefined = Reflect.get(window, 'heldStop')
    const { activeElement: at } = document
    // Month, day and year of a date are three stops of one field.
    if (held && at === held.node) return { at: null, wasMarked: true, stays: true }
    const wasMarked = !held?.node.isConnected || lookOf(held.node) !== held.look
    const isNowhere = !at || at === document.body
    Reflect.set(window, 'heldStop', isNowhere ? undefined : { node: at, look: lookOf(at) })
    if (isNowhere) return { at: null, wasMarked }
    // A choice among several is a field of no size beside the words that show it.
    const isSeen = [at, at.nextElementSibling].some((each) => (each?.getBoundingClientRect().width ?? 0) > 0)
    const name = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40) ?? ''}`
    // A frame shows the focus in itself.
    return { at: { name, isSeen }, wasMarked: wasMarked || held?.node.tagName === 'IFRAME' }
  })
}

async function walk(page: Page): Promise<Stop[]> {
  // Tab goes on from where somebody was last: from the very beginning here.
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const stops: Stop[] = []
  // A page that asks something first keeps the focus in its question, where Tab goes round.
  const asks = (await page.locator('[role=dialog][aria-modal=true]').count()) > 0
  const isRound = ({ name }: { name: string }, before: readonly Stop[]) =>
    asks && before.some((stop) => stop.name === name)
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    const { at, wasMarked, stays } = await press(page)
    if (stays) continue
    const last = stops.at(-1)
    if (last) last.isMarked = wasMarked
    if (!at || isRound(at, stops)) return stops
    stops.push({ ...at, isMarked: true })
  }
  throw new Error(`Tab does not leave ${page.url()}: last ${stops.at(-1)?.name}`)
}

/** Those who see the most first: a page that was gone through is not gone through again as the next person. */
const looks: Record<string, { dark: boolean }> = {
  'northlight-agency': { dark: false },
  'root-operator': { dark: true },
  'copper-client': { dark: true },
  'root-sales': { dark: false },
  'northlight-visitor': { dark: false },
}
/** The editor asks the same of these products as of Search ID. */
const isLikeAnother = (page: string) => /-(enhance|b2b)$/.test(page)
const done = new Set<string>()

const personOf = (who: string): Person => {
  const person = people.find((each) => each.who === who)
  if (!person) throw new Error(`Nobody is called ${who}.`)
  return person
}

/** The pages that this run goes through, no matter who opens them. */
const tried = new Set(
  portionOf([
    ...new Set(
      Object.keys(looks)
        .flatMap((who) => placesOf(personOf(who)))
        .flatMap((place) => [place, ...placesLinkedFrom(place)])
        .map(({ page }) => page),
    ),
  ]),
)
const isTried = ({ page }: Place) => tried.has(page)

/** Somebody signed in (or the visitors' page), in their look, once for all their pages. */
const entered = new Map<string, Promise<Page>>()
const enter = (person: Person): Promise<Page> => {
  const { who, tenant, email } = person
  const look = looks[who] ?? {}
  const page = entered.get(who) ?? (email ? web.signIn(tenant, email, look) : web.open(tenant, '/login', look))
  entered.set(who, page)
  return page
}

async function opens(page: Page, url: string): Promise<boolean> {
  await page.goto(url)
  await web.becomeWhole(page)
  return isAt(page, url)
}

/** Looks at a page and walks through it, unless that was done already. */
async function goThrough(page: Page, person: Person, { page: name, path }: Place): Promise<void> {
  if (done.has(name) || !(await opens(page, web.at(person.tenant, path)))) return
  done.add(name)
  await expectAccessible(page)
  const stops = await walk(page)
  expect([name, stops.filter(({ isSeen, isMarked }) => !isSeen || !isMarked)]).toEqual([name, []])
  // The way past the menu, and something behind it.
  const isAsked = (await page.locator('[role=dialog][aria-modal=true]').count()) > 0
  if (person.email && !isAsked)
    expect([name, stops[0]?.name, stops.length > 3]).toEqual([name, 'A Skip to content', true])
}

// A page is a test of its own: how long all of them take together says nothing about any of them.
describe.each(Object.keys(looks))('every page can be read, and gone through by Tab, as %s:', (who) => {
  const person = personOf(who)
  it.each(
    placesOf(person)
      .filter(isTried)
      .map((place) => [place.page, place] as const),
  )('%s', async (_, place) => {
    if (!done.has(place.page)) await goThrough(await enter(person), person, place)
  })
})

// A company, and the steps of a campaign, have addresses that only a list knows.
describe.each(['northlight-agency', 'copper-client'])(
  'what a page leads to can be gone through as well, as %s:',
  (who) => {
    const person = personOf(who)
    const leading = placesOf(person).filter(
      (place) => placesLinkedFrom(place).some(isTried) && !isLikeAnother(place.page),
    )
    it.each(leading.map((place) => [place.page, place] as const))('%s', async (_, place) => {
      if (
        placesLinkedFrom(place)
          .filter(isTried)
          .every(({ page }) => done.has(page))
      )
        return
      const page = await enter(person)
      if (!(await opens(page, web.at(person.tenant, place.path)))) return
      for (const linked of placesLinkedFrom(place, await linksOf(page)).filter(isTried))
        await goThrough(page, person, linked)
    })
  },
)

it('leads to the steps of every product and to a company', () => {
  const linked = [...done].filter((name) => name.includes('-of-'))
  expect(linked.length).toBeGreaterThan(isAll ? 10 : 0)
})
