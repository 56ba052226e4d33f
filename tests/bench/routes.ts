// B11: what all scripts weigh, what every page behind the sign-in loads, and what each route adds to that, on a cold cache.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { CDPSession } from 'playwright-core'
import { seed } from '#bin/seed.ts'
import { startPlatform } from '#infra/local/platform.ts'
import { buildWeb } from '#infra/local/web-build.ts'
import { openContext, opens, settle, signIn } from '#tests/photos/camera.ts'
import { people, placesOf } from '#tests/photos/people.ts'
import { launch } from '#tests/support/browser.ts'
import type { Figure } from './ratio.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const KB = 1024
const GOALS = { allKb: 260, routeKb: 45, reloadKb: 3 }
const travellers = people.filter(({ who }) => ['root-operator', 'northlight-agency', 'northlight-client'].includes(who))

/** Scripts with their bytes on the wire, by address. */
type Loaded = Map<string, number>

/** What a page loads from now on of some types, as it comes over the wire. */
async function watch(session: CDPSession, types: readonly string[]) {
  const loaded: Loaded = new Map()
  const asked = new Map<string, string>()
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type }) => {
    if (types.includes(type ?? '') && url.startsWith('http')) asked.set(requestId, new URL(url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = asked.get(requestId)
    // A file that was fetched ahead comes once more, out of the browser's memory.
    if (path) loaded.set(path, Math.max(encodedDataLength, loaded.get(path) ?? 0))
  })
  await session.send('Network.enable')
  return loaded
}

const sum = (bytes: Iterable<number>) => [...bytes].reduce((total, each) => total + each, 0)
const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

async function allScripts(): Promise<{ bytes: number; files: number }> {
  const folder = await buildWeb(root)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  return {
    files: files.length,
    bytes: sum(files.map((file) => brotliCompressSync(readFileSync(join(folder, file))).length)),
  }
}

export async function benchRoutes(): Promise<Figure[]> {
  const options = {
    root,
    dataDir: null,
    port: 0,
    env: {},
    seed,
    describe: () => ({ password: '', logins: [], pages: [] }),
  }
  const platform = await startPlatform(options)
  const browser = await launch()
  const routes: { name: string; loaded: Loaded }[] = []
  let reload = 0
  try {
    for (const person of travellers) {
      const context = await openContext(browser, null)
      const page = await context.newPage()
      const origin = `http://${person.tenant}.localhost:${platform.port}`
      await signIn(page, origin, person)
      // Once with what is kept: the same page again.
      await page.reload()
      await settle(page)
      const again = await context.newCDPSession(page)
      const kept = await watch(again, ['Document', 'Script', 'Stylesheet', 'Font'])
      await page.reload()
      await settle(page)
      await again.detach()
      reload = Math.max(reload, sum(kept.values()))
      for (const { page: name, path } of placesOf(person)) {
        const session = await context.newCDPSession(page)
        await session.send('Network.setCacheDisabled', { cacheDisabled: true })
        const loaded = await watch(session, ['Script'])
        if (await opens(page, `${origin}${path}`)) routes.push({ name: `${name} (${person.who})`, loaded })
        await session.detach()
      }
      await context.close()
    }
  } finally {
    await browser.close()
    await platform.stop()
  }
  const common = new Set(routes[0]?.loaded.keys())
  for (const { loaded } of routes) for (const url of common) if (!loaded.has(url)) common.delete(url)
  const frame = sum([...common].map((url) => routes[0]?.loaded.get(url) ?? 0))
  const adding = routes
    .map(({ name, loaded }) => ({ name, bytes: sum(loaded.values()) - frame }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const [most] = adding
  const all = await allScripts()
  const row = (what: string, figure: string, goal: string, peer: string, met?: boolean): Figure => ({
    id: 'B11',
    what,
    figure,
    goal,
    peer,
    met,
  })
  return [
    row(
      `All scripts (${all.files} files), brotli`,
      kb(all.bytes),
      `<= ${GOALS.allKb} KB`,
      'React, 30 Mantine components, router and form 185.6 KB',
      all.bytes <= GOALS.allKb * KB,
    ),
    row('Scripts that every page behind the sign-in loads', kb(frame), 'none of its own', 'React and its DOM 59.5 KB'),
    row(
      `What a route adds to them: the most of ${adding.length}, and the next four`,
      adding
        .slice(0, 5)
        .map(({ name, bytes }) => `${name} ${kb(bytes)}`)
        .join('; '),
      `<= ${GOALS.routeKb} KB`,
      'none',
      (most?.bytes ?? 0) <= GOALS.routeKb * KB,
    ),
    row(
      'A page again, with what the browser keeps',
      kb(reload),
      `<= ${GOALS.reloadKb} KB`,
      'the page itself',
      reload <= GOALS.reloadKb * KB,
    ),
  ]
}
