// Drawing an area on a map, from the page's policy to the zip codes in the form. The map's maker is stood in for by a script
// that speaks its protocol, because no test asks a real one.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '../support/browser.ts'
import { expectAccessible } from '../support/browsing.ts'
import { PASSWORD } from '../support/cast.ts'
import { startOwnPlatform } from '../support/own-platform.ts'

const KEY = 'journeys-maps-key'
process.env.MAPS_KEY = KEY
const { port, cast } = await startOwnPlatform()

/** What the real script defines, as far as we use it: a click on the map is at the Loop of Chicago. */
const maps = `(() => {
  const listeners = (target) => {
    const all = {}
    target.addListener = (name, then) => { (all[name] ??= []).push(then) }
    target.tell = (name, event) => { for (const then of all[name] ?? []) then(event) }
    return target
  }
  const at = (lat, lng) => ({ lat: () => lat, lng: () => lng })
  class Map {
    constructor(element) {
      listeners(this)
      this.controls = []
      const area = document.createElement('div')
      area.style.height = '100%'
      area.textContent = 'A map'
      let clicks = 0
      const corners = [at(41.86, -87.66), at(41.86, -87.6), at(41.9, -87.6), at(41.9, -87.66)]
      area.addEventListener('click', () => this.tell('click', { latLng: corners[clicks++ % corners.length] }))
      element.append(area)
    }
    fitBounds() {}
    setCenter() {}
  }
  class Circle {
    constructor({ radius }) { listeners(this); this.radius = radius; this.map = null }
    setMap(map) { this.map = map }
    getMap() { return this.map }
    setCenter(centre) { this.centre = centre; this.tell('center_changed') }
    getCenter() { return this.centre }
    getRadius() { return this.radius }
  }
  class Polygon {
    constructor() {
      const points = []
      this.path = listeners({
        push: (point) => { points.push(point); this.path.tell('insert_at') },
        clear: () => { points.length = 0; this.path.tell('remove_at') },
        getArray: () => points,
      })
    }
    setMap() {}
    getPath() { return this.path }
  }
  const { searchParams } = new URL(document.currentScript.src)
  google.maps.importLibrary = async (name) => {
    if (name === 'maps') return { Map, Circle, Polygon }
    throw new Error('This key is for maps alone.')
  }
  const [, , then] = searchParams.get('callback').split('.')
  google.maps[then]()
})()`

let asked: URL[] = []
let isDown = false
const refused: string[] = []

describe('an area on a map', () => {
  let browser: Awaited<ReturnType<typeof launch>>
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    delete process.env.MAPS_KEY
    await browser?.close()
  })

  async function openForm(width = 1440): Promise<Page> {
    asked = []
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(90_000)
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text())
    })
    await page.route('https://maps.googleapis.com/**', async (route) => {
      asked.push(new URL(route.request().url()))
      if (isDown) return route.abort()
      return route.fulfill({ contentType: 'text/javascript', body: maps })
    })
    await page.goto(`http://northlight.localhost:${port}/login`)
    await page.getByLabel('E-mail').fill(cast.users.ada.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto(`http://northlight.localhost:${port}/Audience`)
    await page.getByRole('button', { name: 'New audience' }).first().click()
    expect(asked).toEqual([])
    await page.getByRole('radio', { name: 'Zip codes' }).check()
    return page
  }
  const zips = (page: Page) => page.getByRole('textbox', { name: 'Zip codes' })

  it('WID-070 loads maps and places when it is opened, and turns a circle and a shape into zip codes', async () => {
    const page = await openForm()
    const map = page.getByRole('application', { name: 'Map to draw on' })
    await map.getByText('A map').click()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.searchParams.get('key')).toBe(KEY)
    expect(asked[0]?.searchParams.get('libraries')?.split(',')).toEqual(expect.arrayContaining(['maps', 'places']))
    await page.getByRole('button', { name: 'Add zip codes of the circle' }).click()
    await page.getByText(/zip codes found and added/).waitFor()
    const circle = (await zips(page).inputValue()).split('\n')
    expect(circle).toContain('60608')
    await zips(page).fill('')
    await page.getByText('Shape', { exact: true }).click()
    const add = page.getByRole('button', { name: 'Add zip codes of the shape' })
    for (const corners of [0, 1, 2, 3]) {
      expect(await add.isDisabled()).toBe(corners < 3)
      await map.getByText('A map').click()
    }
    await add.click()
    await expect.poll(() => zips(page).inputValue()).toContain('60602')
    expect((await zips(page).inputValue()).split('\n')).not.toContain('60657')
    await expectAccessible(page)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('WID-071 leaves a zip code and a radius when the map does not come', async () => {
    isDown = true
    const page = await openForm(390)
    await page.getByText(/The map cannot be shown at the moment/).waitFor()
    await page.getByLabel('Around zip code').fill('60601')
    await page.getByRole('button', { name: 'Add zip codes', exact: true }).click()
    await expect.poll(() => zips(page).inputValue()).toContain('60602')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('application', { name: 'Map to draw on' }).getByText('A map').waitFor()
    await page.context().close()
  })
})
