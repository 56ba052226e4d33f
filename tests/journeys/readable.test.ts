// What only a browser can say: that nothing moves under the pointer, that nothing is cut off, and that everything can be read.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { contrastRatio } from '#shared/model/contrast.ts'
import { startBrowsing } from '#tests/support/browsing.ts'

const web = startBrowsing()

const people = [
  { tenant: 'root', email: 'olive.operator@example.com' },
  { tenant: 'northlight', email: 'ada.agency@example.com' },
  { tenant: 'copper', email: 'abe.agency@example.com' },
]

async function openAgencies(width: number, path = '/configuration/agency-list'): Promise<Page> {
  const page = await web.signIn('root', 'olive.operator@example.com', { width }, path)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .waitFor()
  return page
}

/** Keeps back what a page asks for until the function that comes back is called. */
async function holdBack(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await held
    // What the page gave up meanwhile, or left with, waits for nothing any more.
    await route.continue().catch(() => undefined)
  })
  return letGo
}

const hex = (rgb: string) =>
  `#${(rgb.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

describe('a page whose figures come later', () => {
  it.each([
    [1440, '/siteid/dashboard'],
    [390, '/siteid/dashboard'],
    [390, '/campaign'],
  ] as const)('moves nothing at a width of %i when they are there: %s', async (width, path) => {
    const page = await web.signIn('northlight', 'cleo.client@example.com', { width })
    await page.addInitScript(`
      window.moved = 0
      const add = (list) => { for (const entry of list.getEntries()) window.moved += entry.value }
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    `)
    await page.goto(web.at('northlight', path))
    await page
      .locator('section > p', { hasText: path === '/campaign' ? 'Leads today' : 'Spend' })
      .first()
      .waitFor()
    await web.becomeWhole(page)
    expect(await page.evaluate<number>('window.moved')).toBeLessThan(0.01)
  })
})

describe('the calendar of a range of days', () => {
  it('lies within the screen of a phone', async () => {
    const page = await web.signIn('northlight', 'cleo.client@example.com', { width: 390 }, '/siteid/dashboard')
    await page.getByRole('button', { name: /\d{4}/ }).first().click()
    const next = page.getByRole('button', { name: 'Next month' })
    await next.waitFor()
    for (const node of [next, page.getByRole('button', { name: 'Month before' })]) {
      const box = await node.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    }
  })
})

describe('a page that is enlarged to twice its size', () => {
  it('hides nothing that the keyboard comes to below the bar at its top', async () => {
    const page = await web.signIn('northlight', 'cleo.client@example.com', { width: 720 })
    await page.setViewportSize({ width: 720, height: 450 })
    await page.goto(web.at('northlight', '/siteid/dashboard'))
    await page.locator('main li button').last().focus()
    const hidden: string[] = []
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Shift+Tab')
      const found = await page.evaluate(() => {
        const at = document.activeElement
        const bar = document.querySelector('section[aria-label="Top bar"]')
        const isBelow =
          at?.closest('main') && bar && at.getBoundingClientRect().top < bar.getBoundingClientRect().bottom
        return isBelow ? at?.outerHTML.slice(0, 200) : ''
      })
      if (found) hidden.push(found)
    }
    expect(hidden).toEqual([])
  })
})

/** What the keyboard comes to while something lies over the most of it. */
const coveredAt = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at?.closest('main, [role="dialog"]')) return ''
    const { left, right, top, bottom } = at.getBoundingClientRect()
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isSeen = over && (at.contains(over) || over.contains(at) || over.closest('label, [class*="Input-wrapper"]'))
    return isSeen || right - left < 2 ? '' : at.outerHTML.slice(0, 200)
  })
async function coveredWhile(page: Page, key: 'Tab' | 'Shift+Tab', steps: number): Promise<string[]> {
  const covered: string[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(key)
    covered.push(await coveredAt(page))
  }
  return covered.filter(Boolean)
}

describe('what stays at the edge while the rest scrolls', () => {
  it('covers nothing that the keyboard comes to: the bar of what is chosen', async () => {
    const page = await openAgencies(390)
    await page.setViewportSize({ width: 390, height: 700 })
    const box = page.getByRole('checkbox', { name: /^Select / }).nth(1)
    await box.focus()
    await page.keyboard.press('Space')
    await page.getByRole('region', { name: 'Chosen companies' }).waitFor()
    expect(await coveredWhile(page, 'Tab', 40)).toEqual([])
    expect(await coveredWhile(page, 'Shift+Tab', 40)).toEqual([])
  })

  it('covers nothing that the keyboard comes to: head and buttons of a panel', async () => {
    const page = await web.signIn(
      'northlight',
      'ada.agency@example.com',
      { width: 390 },
      '/configuration/administrator-list',
    )
    await page.setViewportSize({ width: 390, height: 600 })
    await page.getByRole('button', { name: 'Add administrator' }).click()
    await page.getByRole('dialog').getByLabel('Full name').waitFor()
    await web.becomeWhole(page)
    expect(await coveredWhile(page, 'Tab', 14)).toEqual([])
    expect(await coveredWhile(page, 'Shift+Tab', 14)).toEqual([])
  })
})

describe('the agency list', () => {
  it('moves no row when one is chosen, so that the next click meets what it was meant for', async () => {
    const page = await openAgencies(1440)
    const next = page.getByRole('checkbox', { name: /^Select / }).nth(2)
    const before = await next.boundingBox()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click()
    await page.getByRole('region', { name: 'Chosen companies' }).waitFor()
    expect(await next.boundingBox()).toEqual(before)
    await page.mouse.click((before?.x ?? 0) + 8, (before?.y ?? 0) + 8)
    await page.getByText('2 chosen').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('region', { name: 'Chosen companies' }).waitFor({ state: 'detached' })
    expect(await next.boundingBox()).toEqual(before)
  })

  it.each([1440, 1100, 768])('is as wide as its place on a screen of %i pixels', async (width) => {
    const page = await openAgencies(width)
    const frame = page.getByRole('region', { name: 'Agencies' })
    const { content, place } = await frame.evaluate((element) => ({
      content: element.scrollWidth,
      place: element.clientWidth,
    }))
    expect(content).toBeLessThanOrEqual(place)
    expect(await frame.getByRole('columnheader', { name: /Created/ }).isVisible()).toBe(true)
  })
})

describe('the dense table of campaigns', () => {
  it.each([1440, 1280, 768])('is as wide as its place on a screen of %i pixels', async (width) => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { width }, '/siteid/campaign-management-v1')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(2)
      .waitFor()
    const frame = page.getByRole('region', { name: 'Campaigns' })
    const { content, place } = await frame.evaluate(({ scrollWidth: content, clientWidth: place }) => ({
      content,
      place,
    }))
    expect(content).toBeLessThanOrEqual(place)
    const cut = await frame
      .locator('td [title]')
      .evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
      )
    expect(cut).toEqual([])
  })
})

describe('a dialog about many at once', () => {
  it('keeps its height while what it says comes, and when something is chosen in it', async () => {
    const page = await openAgencies(1440)
    for (const nth of [1, 2])
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(nth)
        .click()
    const answer = await holdBack(page, /costagency|setting/i)
    await page.getByRole('button', { name: 'Set costs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set costs' })
    await dialog.getByText('Looking up what is there').waitFor()
    const height = async () => (await dialog.boundingBox())?.height
    const before = await height()
    answer()
    await dialog.getByText(/stay as they are/).waitFor()
    expect(await height()).toBe(before)
    await dialog.getByLabel('Platform fee').fill('12')
    await dialog.getByRole('list', { name: 'What will change' }).waitFor()
    expect(await height()).toBe(before)
  })
})

describe('the deliveries to a webhook', () => {
  it('stand in a dialog that keeps its height while they come', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com')
    const arrive = await holdBack(page, '**/api/integration/history/**')
    await page.goto(web.at('northlight', '/configuration/general-setting?tab=webhooks'))
    await page.getByRole('button', { name: 'Deliveries to Demonstration' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deliveries to Demonstration' })
    await dialog.locator('[data-skeleton-row]').first().waitFor()
    const before = await dialog.boundingBox()
    arrive()
    await dialog.getByText('Delivered', { exact: true }).first().waitFor()
    expect(await dialog.boundingBox()).toEqual(before)
  })
})

describe('the number of a phone', () => {
  it('keeps its place while its country is found', async () => {
    const page = await web.open('northlight', '/login', { width: 390 })
    const arrive = await holdBack(page, '**/assets/phone-lib*')
    await page.goto(web.at('northlight', '/register'))
    const number = page.locator('input[type=tel]')
    await page.getByRole('button', { name: 'Choose country' }).waitFor()
    const before = await number.boundingBox()
    arrive()
    await page.getByRole('button', { name: /Country: / }).waitFor()
    expect(await number.boundingBox()).toEqual(before)
  })
})

describe('an e-mail address in a list', () => {
  it.each([1440, 1100, 768])('is whole on a screen of %i pixels', async (width) => {
    const page = await openAgencies(width)
    const cut = await page.locator('td span[title*="@"]').evaluateAll((all) => {
      const isCut = (each: Element | null) =>
        each && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      return all.filter((each) => isCut(each) || isCut(each.closest('td'))).map((each) => each.textContent)
    })
    expect(cut).toEqual([])
    expect(await page.locator('td span[title*="@"]').count()).toBeGreaterThanOrEqual(10)
  })
})

describe('a list on a tablet', () => {
  it('shortens no name while others have room to spare', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { width: 768 }, '/banner/list')
    const name = page.getByRole('cell', { name: 'A new roof before winter' }).locator('span[title]')
    await name.waitFor()
    const { content, place } = await name.evaluate(({ scrollWidth: content, clientWidth: place }) => ({
      content,
      place,
    }))
    expect(content).toBeLessThanOrEqual(place)
  })

  it('has room for every column of figures before they are there', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { width: 768 })
    await page.route(/\/api\/.*campaign/, () => undefined)
    await page.goto(web.at('northlight', '/campaign'))
    const frame = page.getByRole('region', { name: 'By product' })
    await frame.locator('[data-skeleton-row]').first().waitFor()
    const { content, place } = await frame.evaluate(({ scrollWidth: content, clientWidth: place }) => ({
      content,
      place,
    }))
    expect(content).toBeLessThanOrEqual(place)
  })
})

describe('a dialog that is taller than the screen', () => {
  it('keeps its buttons in view', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { width: 768 })
    await page.setViewportSize({ width: 768, height: 600 })
    await page.goto(web.at('northlight', '/configuration/client-management'))
    await page.getByRole('button', { name: 'Default prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Default prices' })
    await dialog.getByLabel('Platform fee').waitFor()
    const isSeen = () =>
      dialog.getByRole('button', { name: 'Save' }).evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await expect.poll(isSeen).toBe(true)
  })
})

describe('the pages of visitors', () => {
  it('stand in cards of one width', async () => {
    const widths = []
    for (const [path, title] of [
      ['/login', 'Log in'],
      ['/forgot-password', 'Forgot your password?'],
      ['/register', 'Create your account'],
    ] as const) {
      const page = await web.open('northlight', path)
      const box = await page
        .locator('main .mantine-Paper-root', { has: page.getByRole('heading', { name: title }) })
        .boundingBox()
      widths.push(box?.width)
    }
    expect(widths).toEqual([440, 440, 440])
  })
})

describe('a question that must be answered', () => {
  it('keeps its mark beside its last word on a phone', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { width: 390 }, '/user/questionnaire-add')
    await page.getByText('When would you like to start your first campaign?').waitFor()
    const alone = await page.locator('.mantine-InputWrapper-required').evaluateAll((marks) =>
      marks
        .map((mark) => {
          const words = document.createRange()
          words.selectNode(mark.previousSibling ?? mark)
          const lastLine = [...words.getClientRects()].at(-1)
          return lastLine && mark.getBoundingClientRect().top > lastLine.bottom - 4
            ? mark.parentElement?.textContent
            : undefined
        })
        .filter(Boolean),
    )
    expect(alone).toEqual([])
    expect(await page.locator('.mantine-InputWrapper-required').count()).toBeGreaterThanOrEqual(5)
  })
})

describe('the facts of a company', () => {
  it('are written in letters of one size', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', {}, '/configuration/client-management')
    await page.getByRole('link', { name: 'Harbor Roofing' }).first().click()
    await page.locator('main dd').getByRole('link', { name: 'lola.locator@example.com' }).waitFor()
    const sizes = await page
      .locator('main dd, main dd a')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
    expect([...new Set(sizes)]).toHaveLength(1)
  })
})

describe.each(people)('the menu of $tenant on a phone', ({ tenant, email }) => {
  it.each([false, true])('has a cross that can be seen (dark: %s)', async (dark) => {
    const page = await web.signIn(tenant, email, { width: 390, dark })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const cross = page.getByRole('button', { name: 'Close menu' })
    await cross.waitFor()
    const { drawn, ground } = await cross.evaluate((button) => {
      const isClear = (colour: string) => colour === 'transparent' || colour.endsWith(', 0)')
      let behind: Element | null = button
      while (behind && isClear(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement
      return {
        drawn: getComputedStyle(button.querySelector('svg') ?? button).color,
        ground: behind ? getComputedStyle(behind).backgroundColor : '',
      }
    })
    expect(contrastRatio(hex(drawn), hex(ground))).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the demonstration', () => {
  it.each(people)('draws the name of $tenant as outlines, which no missing font can cut', async ({ tenant }) => {
    const page = await web.open(tenant, '/login')
    const logo = await page.getByRole('img').first().getAttribute('src')
    const drawing = decodeURIComponent(logo ?? '')
    expect(drawing).toMatch(/^data:image\/svg\+xml/)
    expect(drawing).not.toContain('<text')
    expect(drawing.match(/<path/g)?.length).toBeGreaterThanOrEqual(2)
  })
})

describe('colours that the system chooses', () => {
  const ground = (page: Page, css: string) =>
    page
      .locator(css)
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor)
  const pairs: Record<string, readonly [chosen: string, other: string]> = {
    'which page of the menu it is': [
      'nav a[aria-current="page"][href*="/campaign-management"]',
      'nav a[href$="/client-management"]',
    ],
    'which page of the list it is': [
      'nav [aria-label^="Page "][aria-current]',
      'nav [aria-label^="Page "]:not([aria-current])',
    ],
    'what is switched on': [':checked + .mantine-Switch-track', ':not(:checked) + .mantine-Switch-track'],
  }

  it('say what is chosen and what is on, as grounds do elsewhere', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', {}, '/siteid/campaign-management')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('switch').first().waitFor()
    for (const [what, [chosen, other]] of Object.entries(pairs))
      expect(await ground(page, chosen), what).not.toBe(await ground(page, other))
    const edge = await page
      .locator(':not(:checked) + .mantine-Switch-track')
      .first()
      .evaluate((node) => getComputedStyle(node).boxShadow)
    expect(edge).not.toBe('none')
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.mouse.move(0, 0)
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() =>
        page.getByRole('menuitem').evaluateAll((items) => {
          const groundOf = (node: Element) => getComputedStyle(node).backgroundColor
          return items
            .filter((node) => items.filter((other) => groundOf(other) === groundOf(node)).length === 1)
            .map((node) => node === document.activeElement)
        }),
      )
      .toEqual([true])
  })
})

describe('a page on paper', () => {
  it('is what is read, in the light: no menu, nothing to press, each column of a list, and dark again behind it', async () => {
    const page = await web.signIn('northlight', 'ada.agency@example.com', { dark: true }, '/siteid/campaign-management')
    await page.getByRole('switch').first().waitFor()
    const table = page.getByRole('table').first()
    const heads = await table.getByRole('columnheader').allInnerTexts()
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await scheme()).toBe('light')
    expect(
      await page
        .getByRole('complementary')
        .or(page.getByRole('region', { name: 'Top bar' }))
        .count(),
    ).toBe(0)
    expect(await page.getByRole('button', { name: /New|Groups|Views|Columns|More|Edit/ }).count()).toBe(0)
    const printed = await table.getByRole('columnheader').allInnerTexts()
    expect(printed).toEqual(heads.filter((text) => !['', 'Actions'].includes(text.trim())))
    expect(printed.length).toBeGreaterThan(5)
    // As narrow as its words let it be, it fits on a letter without its margins.
    const least = await table.evaluate((node) => {
      if (node instanceof HTMLElement) node.style.width = '0'
      return node.getBoundingClientRect().width
    })
    expect(least).toBeLessThanOrEqual(710)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await scheme()).toBe('dark')
  })
})
