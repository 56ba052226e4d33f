import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { routeIds } from '#shared/access/routes.ts'
import { comparePictures } from '#tests/photos/compare.ts'
import { isMeant, isPageMeant, readOptions, refusalForNothing } from '#tests/photos/options.ts'
import { type Place, people, placesLinkedFrom, placesOf } from '#tests/photos/people.ts'
import { type Photo, toSheet } from '#tests/photos/sheet.ts'
import { png } from '#tests/support/pictures.ts'

describe('comparePictures', () => {
  const white = [255, 255, 255] as const

  it('sees no difference between two pictures of the same, however they were packed', () => {
    const picture = png(20, 10, white)
    expect(comparePictures(picture, PNG.sync.write(PNG.sync.read(picture), { deflateLevel: 1 }))).toBeNull()
  })

  it('says which share of the pixels differs, and marks them', () => {
    const before = png(20, 10, white)
    const picture = PNG.sync.read(before)
    PNG.bitblt(PNG.sync.read(png(5, 4, [0, 0, 0])), picture, 0, 0, 5, 4, 3, 3)
    const difference = comparePictures(before, PNG.sync.write(picture))
    expect(difference?.percent).toBe(10)
    expect(PNG.sync.read(difference?.marked ?? Buffer.alloc(0))).toMatchObject({ width: 20, height: 10 })
  })

  it('counts what a page grew by', () => {
    expect(comparePictures(png(20, 10, white), png(20, 20, white))?.percent).toBe(50)
  })
})

describe('readOptions', () => {
  it('means everything unless it is told otherwise', () => {
    expect(readOptions([])).toMatchObject({ pages: [], widths: [1440, 768, 390], schemes: ['light', 'dark'], at: null })
  })

  it('takes lists', () => {
    const options = readOptions(['--pages', 'setting#brand,card', '--widths', '390', '--schemes', 'dark'])
    expect(options).toMatchObject({ pages: ['setting#brand', 'card'], widths: [390], schemes: ['dark'] })
  })

  it.each([
    [['--widths', 'wide'], /--widths takes/],
    [['--schemes', 'sepia'], /not "sepia"/],
    [['--tolerance', 'some'], /--tolerance takes/],
    [['--colour', 'red'], /--colour/],
  ])('refuses %j in one sentence', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

describe('what is meant', () => {
  const settings = { page: 'generalSetting', path: '/configuration/general-setting' }

  it('finds a page by a part of its name or address', () => {
    expect(isPageMeant(settings, null, ['configuration'])).toBe(true)
    expect(isPageMeant(settings, null, ['card'])).toBe(false)
    expect(isPageMeant(settings, null, [])).toBe(true)
  })

  it('leaves out the tabs that were not asked for', () => {
    expect(isPageMeant(settings, null, ['setting#brand'])).toBe(true)
    expect(isPageMeant(settings, 'Branding', ['setting#brand'])).toBe(true)
    expect(isPageMeant(settings, 'Menu names', ['setting#brand'])).toBe(false)
  })

  it('says so when nothing is', () => {
    const all = people.map((person) => ({ who: person.who, places: placesOf(person) }))
    const why = (pages: string[], who: string[]) => refusalForNothing({ pages, who }, all)
    expect(why([], [])).toBeNull()
    expect(why(['nowhere'], [])).toBe('No page of these people is called "nowhere".')
    expect(why([], ['nobody'])).toMatch(/^Nobody is called "nobody"\. There are: .*agency/)
  })

  it('finds people by a part of their name', () => {
    expect(isMeant('copper-agency', ['agency'])).toBe(true)
    expect(isMeant('copper-agency', ['northlight'])).toBe(false)
  })
})

describe('placesOf', () => {
  it('leaves out no page that the application has', () => {
    const seen = new Set(people.flatMap((person) => placesOf(person).map(({ page }) => page.split('-')[0])))
    const pages = routeIds.filter((id) => id !== 'home')
    expect(pages.filter((page) => !seen.has(page))).toEqual([])
  })

  it('fills in what an address must have', () => {
    const paths = people.flatMap((person) => placesOf(person).map(({ path }) => path))
    expect(paths.filter((path) => path.includes(':'))).toEqual([])
  })
})

describe('placesLinkedFrom', () => {
  const list = (line: string): Place => ({
    id: 'lineCampaignManagement',
    page: `lineCampaignManagement-${line}`,
    path: `/${line}/campaign-management`,
  })

  it('opens each step of the first campaign of a list', () => {
    const links = ['/campaign-setup?line=local', '/campaign-setup?line=local&campaign=12345678', '/other?campaign=1']
    const places = placesLinkedFrom(list('local'), links)
    expect(places).toHaveLength(6)
    expect(places[1]).toEqual({
      id: 'campaignSetup',
      page: 'campaignSetup-of-lineCampaignManagement-local-who',
      path: '/campaign-setup?line=local&campaign=12345678&step=who',
    })
  })

  it('leads nowhere from an empty list, nor from other pages', () => {
    expect(placesLinkedFrom(list('local'), ['/campaign-setup'])).toEqual([])
    expect(placesLinkedFrom({ id: 'profile', page: 'profile', path: '/user/profile' }, ['/any'])).toEqual([])
  })

  it('names what a list would lead to before it is opened', () => {
    const [company] = placesLinkedFrom({ id: 'agencyList', page: 'agencyList', path: '/list' })
    expect(company?.page).toBe('company-of-agencyList')
  })
})

describe('toSheet', () => {
  const photo: Photo = {
    who: 'root-operator',
    page: 'generalSetting#"Costs" & <plans>',
    width: 390,
    scheme: 'dark',
    file: 'now/root-operator/a.png',
    before: 'before/root-operator/a.png',
    marked: 'differs/root-operator/a.png',
    percent: 2.345,
    isChanged: true,
  }

  it('shows each picture, and counts what changed', () => {
    const sheet = toSheet([photo, { ...photo, width: 768, isChanged: false, percent: 0, marked: null }])
    expect(sheet).toContain('2 pictures, 1 changed')
    expect(sheet).toContain('2.35% changed')
    expect(sheet.match(/<img loading/g)).toHaveLength(2)
  })

  it('writes names as text', () => {
    expect(toSheet([photo])).toContain('&quot;Costs&quot; &amp; &lt;plans&gt;')
    expect(toSheet([photo])).not.toContain('<plans>')
  })
})
