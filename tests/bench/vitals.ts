// B10 on a slow phone: when the largest part of a page stands, beside a page that is React and one heading, in turn in one run; and how
// much moves until all is there. Line and processor are Chromium's own throttles: 150 ms, 1.6 Mbit/s, a fourth of the processor.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Browser, BrowserContext } from 'playwright-core'
import { settle, signIn } from '#tests/photos/camera.ts'
import { people } from '#tests/photos/people.ts'
import { type Pages, root } from './pages.ts'
import { type Figure, ratioOf } from './ratio.ts'

const PAIRS = 9
const WARM_UP = 1
const GOALS = { ratio: 1.3, shift: 0.01 }
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const watcher = `
  window.vitals = { largest: 0, moved: 0 }
  const watch = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => { window.vitals.largest = entry.startTime })
  watch('layout-shift', (entry) => { window.vitals.moved += entry.value })
`
const hello = `
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello'))
`

type Vitals = { largest: number; moved: number }

/** The least that a page of React is: its script, compressed as ours are, and nothing else. */
async function serveHello(): Promise<Server> {
  const { outputFiles } = await build({
    stdin: { contents: hello, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array())
  const page = brotliCompressSync(
    '<!doctype html><title>Hello</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/hello.js"></script>',
  )
  const server = createServer((request, response) => {
    const isScript = request.url === '/hello.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.setHeader('content-encoding', 'br')
    response.end(isScript ? script : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const openPhone = (browser: Browser) => browser.newContext({ ...phone, serviceWorkers: 'block' })

/** One look at a page that nothing is kept of, on the slow line. */
async function look(context: BrowserContext, url: string): Promise<Vitals> {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', line)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watcher)
    await page.goto(url)
    await settle(page)
    return await page.evaluate<Vitals>('window.vitals')
  } finally {
    await page.close()
  }
}

export async function benchVitals({ port, browser }: Pages): Promise<Figure[]> {
  const server = await serveHello()
  try {
    const origin = `http://northlight.localhost:${port}`
    const peer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const client = people.find(({ who }) => who === 'northlight-client')
    if (!client) throw new Error('There is no client to sign in.')
    const signedIn = await openPhone(browser)
    const first = await signedIn.newPage()
    await signIn(first, origin, client)
    await first.close()
    const stranger = await openPhone(browser)
    const sides = [
      { name: 'Login page', context: stranger, url: `${origin}/login`, goal: GOALS.ratio },
      {
        name: 'Dashboard of a product, with its sign-in renewed',
        context: signedIn,
        url: `${origin}/siteid/dashboard`,
      },
    ]
    const seen = sides.map(() => [] as { own: Vitals; peerMs: number }[])
    for (let pair = 0; pair < PAIRS + WARM_UP; pair++)
      for (const [at, { context, url }] of sides.entries()) {
        const before = pair % 2 ? undefined : await look(stranger, peer)
        const own = await look(context, url)
        const { largest: peerMs } = before ?? (await look(stranger, peer))
        if (pair >= WARM_UP) seen[at]?.push({ own, peerMs })
      }
    return sides.flatMap(({ name, goal }, at) => {
      const looks = seen[at] ?? []
      const { median, low, high } = ratioOf(looks.map(({ own, peerMs }) => own.largest / peerMs))
      const ms = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0)
      const moved = Math.max(...looks.map(({ own }) => own.moved))
      return [
        {
          id: 'B10',
          what: `${name} on a slow phone: largest paint over that of the peer`,
          figure: `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}); ${ms(looks.map(({ own }) => own.largest))} ms`,
          goal: goal ? `<= ${goal}` : 'none of its own',
          peer: `React and one heading, ${ms(looks.map(({ peerMs }) => peerMs))} ms`,
          met: goal ? median <= goal : undefined,
        },
        {
          id: 'B10',
          what: `${name} on a slow phone: what moves until all is there, at most`,
          figure: moved.toFixed(4),
          goal: `<= ${GOALS.shift}`,
          peer: 'none',
          met: moved <= GOALS.shift,
        },
      ]
    })
  } finally {
    server.close()
  }
}
