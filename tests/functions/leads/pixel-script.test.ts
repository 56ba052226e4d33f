// The script that stands in other people's pages, run as a browser runs it, with a browser made of fakes.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { contracts } from '#shared/contracts/index.ts'

const source = readFileSync(new URL('../../../web/public/pixel.js', import.meta.url), 'utf8')

type Options = {
  storage?: Map<string, string> | 'blocked'
  campaign?: string | null
  navigator?: Record<string, unknown>
  isPrerendering?: boolean
  href?: string
  tags?: number
}

function browse(options: Options = {}) {
  const store = options.storage ?? new Map<string, string>()
  const fetches: { url: string; init: Record<string, unknown> }[] = []
  const waiting: { name: string; run: () => void; once: boolean }[] = []
  const blocked = () => {
    throw new Error('The operation is insecure.')
  }
  const page: Record<string, unknown> = {
    document: {
      currentScript: {
        src: 'https://leads.agency.example/pixel.js',
        dataset: options.campaign === null ? {} : { campaign: options.campaign ?? 'cmp_1' },
      },
      prerendering: options.isPrerendering ?? false,
      addEventListener: (name: string, run: () => void, { once }: { once: boolean }) =>
        waiting.push({ name, run, once }),
    },
    navigator: { ...options.navigator },
    location: { href: options.href ?? 'https://shop.example/shoes?utm_source=mail' },
    fetch: async (url: string, init: Record<string, unknown>) => {
      fetches.push({ url, init })
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
  const context = createContext(page)
  for (let tag = 0; tag < (options.tags ?? 1); tag++) runInContext(source, context)
  return { fetches, bodies: fetches.map(({ init }) => String(init.body)), waiting, store }
}

const visitIn = (body: string) => contracts.public.visit.input.parse(JSON.parse(body))

describe('pixel.js', () => {
  it('is small enough for any page', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(1600)
  })

  it('tells the origin that served it, with the fields of the contract', () => {
    const { fetches, bodies } = browse()
    expect(fetches.map(({ url }) => url)).toEqual(['https://leads.agency.example/api/pixel/visit'])
    expect(visitIn(bodies[0] ?? '')).toMatchObject({
      c: 'cmp_1',
      u: 'https://shop.example/shoes?utm_source=mail',
      gpc: false,
    })
  })

  it('sends a request that outlives the page and names its origin, whatever the page says of referrers', () => {
    expect(browse().fetches[0]?.init).toMatchObject({
      method: 'POST',
      keepalive: true,
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'strict-origin',
    })
  })

  it('knows a visitor again, and keeps one entry and no cookie', () => {
    const storage = new Map<string, string>()
    const first = visitIn(browse({ storage }).bodies[0] ?? '')
    const second = visitIn(browse({ storage }).bodies[0] ?? '')
    expect(second.v).toBe(first.v)
    expect(first.v).toMatch(/^[0-9a-f]{32}$/)
    expect([...storage]).toEqual([['pixel_visitor', first.v]])
    expect(source).not.toContain('cookie')
  })

  it('gives every browser a visitor of its own', () => {
    const ids = Array.from({ length: 50 }, () => visitIn(browse().bodies[0] ?? '').v)
    expect(new Set(ids).size).toBe(50)
  })

  it('takes an entry that is no visitor for none', () => {
    const storage = new Map([['pixel_visitor', '<b>']])
    expect(visitIn(browse({ storage }).bodies[0] ?? '').v).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    { name: 'Global Privacy Control', navigator: { globalPrivacyControl: true } },
    { name: 'Do Not Track', navigator: { doNotTrack: '1' } },
  ])('tells nothing and forgets its visitor under $name', ({ navigator }) => {
    const storage = new Map([['pixel_visitor', 'a-visitor-of-before']])
    const { fetches } = browse({ storage, navigator })
    expect(fetches).toEqual([])
    expect(storage.size).toBe(0)
  })

  it('tells nothing under Global Privacy Control where storage is blocked', () => {
    const { fetches } = browse({ storage: 'blocked', navigator: { globalPrivacyControl: true } })
    expect(fetches).toEqual([])
  })

  it('goes on when storage is blocked', () => {
    expect(visitIn(browse({ storage: 'blocked' }).bodies[0] ?? '').v).toMatch(/^[0-9a-f]{32}$/)
  })

  it('tells once when its tag stands in a page twice', () => {
    expect(browse({ tags: 2 }).fetches).toHaveLength(1)
  })

  it('says nothing without a campaign', () => {
    expect(browse({ campaign: null }).fetches).toEqual([])
  })

  it('waits until a page that was loaded ahead is seen', () => {
    const { fetches, waiting } = browse({ isPrerendering: true })
    expect(fetches).toEqual([])
    expect(waiting.map(({ name, once }) => [name, once])).toEqual([['prerenderingchange', true]])
    waiting[0]?.run()
    expect(fetches).toHaveLength(1)
  })

  it('keeps an endless address within what the call takes', () => {
    expect(visitIn(browse({ href: `https://shop.example/?q=${'x'.repeat(5000)}` }).bodies[0] ?? '').u).toHaveLength(
      2000,
    )
  })
})
