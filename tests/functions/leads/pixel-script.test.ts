// The script that stands in other people's pages, run as a browser runs it, with a browser made of fakes.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { PixelReport } from '#shared/pixel-report.ts'

const source = readFileSync(new URL('../../../web/public/pixel.js', import.meta.url), 'utf8')
const SITE = 'https://leads.agency.example'
const tagOf = (number = '12345678', query = '') => ({ src: `${SITE}/px/${number}.js${query}` })

type Tag = { src: string }
type Options = {
  storage?: Map<string, string> | 'blocked'
  /** What runs, one after another; `scripts` are the elements that the page shows besides. */
  tags?: (Tag | null)[]
  scripts?: Tag[]
  navigator?: Record<string, unknown>
  document?: { prerendering?: boolean; visibilityState?: string; referrer?: string }
  href?: string
  hasKeepalive?: boolean
}
type Sent = { how: 'fetch' | 'beacon'; url: string; init: Record<string, unknown>; body: string }

function browse(options: Options = {}) {
  const store = options.storage ?? new Map<string, string>()
  const sent: Sent[] = []
  const listeners = new Map<string, (() => void)[]>()
  const later: (() => void)[] = []
  const listen = (name: string, run: () => void) => listeners.set(name, [...(listeners.get(name) ?? []), run])
  const blocked = () => {
    throw new Error('The operation is insecure.')
  }
  const location = { href: '', origin: '', pathname: '' }
  const go = (to: string) => {
    const { href, origin, pathname } = new URL(to, location.href || undefined)
    Object.assign(location, { href, origin, pathname })
  }
  go(options.href ?? 'https://shop.example/shoes?utm_source=mail')
  const move = (_state: unknown, _title: string, to?: string) => {
    if (to !== undefined) go(to)
  }
  const document = {
    currentScript: null as Tag | null,
    scripts: [] as Tag[],
    referrer: 'https://search.example/',
    prerendering: false,
    visibilityState: 'visible',
    addEventListener: listen,
    ...options.document,
  }
  class FakeRequest {}
  if (options.hasKeepalive !== false) Object.assign(FakeRequest.prototype, { keepalive: false })
  const page: Record<string, unknown> = {
    document,
    location,
    history: { pushState: move, replaceState: move },
    addEventListener: listen,
    setTimeout: (run: () => void) => void later.push(run),
    navigator: {
      ...options.navigator,
      sendBeacon: (url: string, body: string) => void sent.push({ how: 'beacon', url, init: {}, body }),
    },
    Request: FakeRequest,
    fetch: async (url: string, init: Record<string, unknown>) => {
      sent.push({ how: 'fetch', url, init, body: String(init.body) })
      throw new TypeError('Failed to fetch')
    },
    localStorage:
      store === 'blocked'
        ? { getItem: blocked, setItem: blocked, removeItem: blocked }
        : {
            getItem: (name: string) => store.get(name) ?? null,
            setItem: (name: string, value: string) => void store.set(name, value),
            removeItem: (name: string) => void store.delete(name),
          },
    crypto,
    URL,
  }
  page.window = page
  // As a strict policy has it: code that is made of text does not run.
  const context = createContext(page, { codeGeneration: { strings: false, wasm: false } })
  const tags = options.tags ?? [tagOf()]
  document.scripts = [...(options.scripts ?? []), ...tags.filter((tag) => tag !== null)]
  for (const tag of tags) {
    document.currentScript = tag
    runInContext(source, context)
  }
  document.currentScript = null
  const settle = () => {
    for (const run of later.splice(0)) run()
  }
  return {
    sent,
    reports: () => sent.map(({ body }) => PixelReport.parse(JSON.parse(body))),
    store,
    /** What the browser does to the document, and the event of it. */
    show(change: Options['document'], event: string) {
      Object.assign(document, change)
      for (const run of listeners.get(event) ?? []) run()
    },
    /** What an application does to its own address. */
    push(to: string, how: 'pushState' | 'replaceState' = 'pushState') {
      runInContext(`history.${how}({}, '', ${JSON.stringify(to)})`, context)
      settle()
    },
    back(to: string) {
      go(to)
      for (const run of listeners.get('popstate') ?? []) run()
    },
  }
}
const first = (options?: Options) => {
  const [report] = browse(options).reports()
  if (!report) throw new Error('Nothing was reported.')
  return report
}

describe('the script of a pixel', () => {
  it('CMP-47 is under 3 KB', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(3000)
  })

  it('CMP-47 tells the host that served it: campaign, page, page before, time and visitor', () => {
    const before = Date.now()
    const page = browse({ href: 'https://shop.example/shoes?utm_source=mail#top' })
    expect(page.sent.map(({ url }) => url)).toEqual([`${SITE}/px/collect`])
    const [report] = page.reports()
    expect(report).toMatchObject({
      c: '12345678',
      v: expect.stringMatching(/^[0-9a-f]{32}$/),
      u: 'https://shop.example/shoes?utm_source=mail#top',
      r: 'https://search.example/',
      k: false,
    })
    expect(report?.t).toBeGreaterThanOrEqual(before)
    expect(report?.t).toBeLessThanOrEqual(Date.now())
  })

  it('sends a request that outlives the page, asks nobody first, and names its origin whatever the page says of referrers', () => {
    expect(browse().sent[0]).toMatchObject({
      how: 'fetch',
      init: {
        method: 'POST',
        keepalive: true,
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'strict-origin',
      },
    })
    // Text is sent as plain text, which needs no leave.
    expect(browse().sent[0]?.init).not.toHaveProperty('headers')
  })

  it('CMP-47 sends a beacon where requests end with their page', () => {
    const { sent, reports } = browse({ hasKeepalive: false })
    expect(sent.map(({ how, url }) => [how, url])).toEqual([['beacon', `${SITE}/px/collect`]])
    expect(reports()[0]?.c).toBe('12345678')
  })

  it('knows a visitor again, and keeps one entry and no cookie', () => {
    const storage = new Map<string, string>()
    const { v } = first({ storage })
    expect(first({ storage }).v).toBe(v)
    expect([...storage]).toEqual([['pixel_visitor', v]])
    expect(source).not.toContain('cookie')
  })

  it('gives every browser a visitor of its own', () => {
    const ids = Array.from({ length: 50 }, () => first().v)
    expect(new Set(ids).size).toBe(50)
  })

  it('takes an entry that is no visitor for none', () => {
    expect(first({ storage: new Map([['pixel_visitor', '<b>']]) }).v).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    { name: 'Global Privacy Control', navigator: { globalPrivacyControl: true } },
    { name: 'Do Not Track', navigator: { doNotTrack: '1' } },
  ])('CMP-48 tells nothing and forgets its visitor under $name', ({ navigator }) => {
    const storage = new Map([['pixel_visitor', 'a-visitor-of-before']])
    const page = browse({ storage, navigator })
    page.push('/shirts')
    expect(page.sent).toEqual([])
    expect(storage.size).toBe(0)
  })

  it('tells nothing under Global Privacy Control where storage is refused', () => {
    expect(browse({ storage: 'blocked', navigator: { globalPrivacyControl: true } }).sent).toEqual([])
  })

  it('knows its visitor as long as the page lives where storage is refused', () => {
    const page = browse({ storage: 'blocked' })
    page.push('/shirts')
    const [one, two] = page.reports()
    expect(one?.v).toMatch(/^[0-9a-f]{32}$/)
    expect(two?.v).toBe(one?.v)
  })

  it('CMP-48 tells once when its tag stands in a page twice, and for each campaign of a page', () => {
    expect(browse({ tags: [tagOf(), tagOf()] }).sent).toHaveLength(1)
    const two = browse({ tags: [tagOf('11111111'), tagOf('22222222'), tagOf('11111111')] })
    two.push('/shirts')
    expect(two.reports().map(({ c }) => c)).toEqual(['11111111', '22222222', '11111111', '22222222'])
  })

  it('says nothing without a number in its address', () => {
    for (const src of [`${SITE}/pixel.js`, `${SITE}/px/1234567.js`, `${SITE}/px/abc.js`])
      expect(browse({ tags: [{ src }] }).sent).toEqual([])
  })

  it('finds its address where a tag manager runs a copy of it', () => {
    const { reports } = browse({ tags: [null], scripts: [{ src: 'https://x.example/app.js' }, tagOf('87654321')] })
    expect(reports().map(({ c }) => c)).toEqual(['87654321'])
    expect(browse({ tags: [null] }).sent).toEqual([])
  })

  it.each([
    { name: 'that was loaded ahead', ahead: { prerendering: true }, event: 'prerenderingchange' },
    { name: 'in the background', ahead: { visibilityState: 'hidden' }, event: 'visibilitychange' },
  ])('CMP-48 waits until a page $name is shown', ({ ahead, event }) => {
    const page = browse({ document: ahead })
    page.push('/shirts')
    expect(page.sent).toEqual([])
    page.show({ prerendering: false, visibilityState: 'visible' }, event)
    expect(page.reports().map(({ u }) => u)).toEqual(['https://shop.example/shirts'])
    page.show({ visibilityState: 'hidden' }, 'visibilitychange')
    page.show({ visibilityState: 'visible' }, 'visibilitychange')
    expect(page.sent).toHaveLength(1)
  })

  it('CMP-47 follows an application that changes its page without loading one', () => {
    const page = browse({ href: 'https://shop.example/' })
    page.push('/shirts')
    page.push('/shirts?size=m#blue')
    page.push('/shoes', 'replaceState')
    page.back('https://shop.example/')
    page.back('https://shop.example/#top')
    expect(page.reports().map(({ u, r }) => [u, r])).toEqual([
      ['https://shop.example/', 'https://search.example/'],
      ['https://shop.example/shirts', 'https://shop.example/'],
      ['https://shop.example/shoes', 'https://shop.example/shirts'],
      ['https://shop.example/', 'https://shop.example/shoes'],
    ])
  })

  it('CMP-48 says of the code for pages of thanks that it is one, also beside the other code', () => {
    const thanks = tagOf('12345678', '?t=1')
    expect(
      browse({ tags: [thanks] })
        .reports()
        .map(({ k }) => k),
    ).toEqual([true])
    expect(
      browse({ tags: [tagOf(), thanks, thanks] })
        .reports()
        .map(({ k }) => k),
    ).toEqual([false, true])
    expect(
      browse({ tags: [thanks, tagOf()] })
        .reports()
        .map(({ k }) => k),
    ).toEqual([true])
  })

  it('keeps an endless address within what is taken', () => {
    const { u } = first({ href: `https://shop.example/?q=${'x'.repeat(5000)}` })
    expect(u).toHaveLength(2000)
  })

  it('CMP-47 works under a strict policy: it makes no code of text, no element and no style', () => {
    expect(source).not.toMatch(/\beval\b|Function\(|innerHTML|createElement|\.style|setTimeout\(['"`]/)
  })
})
