// B10 and B11: what a browser fetches for a page, by the files that are served. The bench measures the same in a browser.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '#infra/local/web-build.ts'

const root = join(import.meta.dirname, '../..')
type Script = { bytes: number; imports: string[]; text: string }
const scripts = new Map<string, Script>()

/**
 * Files bear the hash of what they hold, and so does who names them: one letter of one file would change all above it, each by some bytes
 * of luck. Here a name has a hash of the name, as long and as hard to compress, so that a size says what was written.
 */
const withSteadyNames = (text: string) =>
  text.replace(/([\w-]+)-[\w-]{8}\.(js|css)\b/g, (_, name: string, kind: string) => {
    const hash = createHash('sha256').update(name).digest('base64url').slice(0, 8)
    return `${name}-${hash}.${kind}`
  })

beforeAll(async () => {
  const folder = join(await buildWeb(root), 'assets')
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    const imports = [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].flatMap(([, file]) => file ?? [])
    scripts.set(name, { bytes: brotliCompressSync(withSteadyNames(text)).length, imports, text })
  }
}, 240_000)

const named = (name: string): string => {
  const found = [...scripts.keys()].find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))
  if (!found) throw new Error(`No script is called ${name}.`)
  return found
}

/** A script with all that it cannot run without. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const each of scripts.get(file)?.imports ?? []) withImports(each, found)
  return found
}

const kbOf = (files: Iterable<string>) =>
  Math.round([...files].reduce((sum, file) => sum + (scripts.get(file)?.bytes ?? 0), 0) / 102.4) / 10

describe('scripts of the web application', () => {
  it('B10 of the login page are 86.8 KB at most, before sealing', () => {
    expect(kbOf(withImports(named('first')))).toBeLessThanOrEqual(86.8)
  })

  it.each([
    // Pages that are looked at all day bring neither calendars nor fields of forms; those come with what is filled in.
    ['dashboard', 262.4],
    ['leads-management-page', 262.3],
    ['wallet-page', 281.9],
    ['agency-list', 284],
    ['client-management', 282.8],
    // What a route adds to what all pages share is 45 KB at most.
    ['campaign-setup', 302.3],
    ['data-enrichment-page', 293.8],
    ['company', 295.6],
  ])('B11 of %s are %d KB at most', (page, most) => {
    expect(kbOf(new Set([named('app'), named(page)].flatMap((file) => [...withImports(file)])))).toBeLessThanOrEqual(
      most,
    )
  })

  // 1.1 of them are logging in again over the page; they come once a session has ended.
  it('B11 are 541.7 KB at most, all together', () => {
    expect(kbOf(scripts.keys())).toBeLessThanOrEqual(541.7)
  })

  it('use what React gives by short names', () => {
    const long = [...scripts].flatMap(([file, { text }]) =>
      /\(0,[\w$]+\.(?:jsxs?|useState)\)\(/.test(text) ? file : [],
    )
    expect(long).toEqual([])
  })

  it('hold no parts of Mantine that no page shows, and tell developers the names of none', () => {
    const all = [...scripts.values()].map(({ text }) => text).join('\n')
    // By the names under which a theme sets their properties.
    const parts = ['MenuItem', 'MenuSearch', 'TabsPanel', 'CheckboxCard']
    expect(parts.filter((name) => new RegExp(`["'\`]${name}["'\`]`).test(all))).toEqual(['MenuItem', 'TabsPanel'])
    expect(all).not.toMatch(/displayName=["'`]@mantine\/\w+\/\w/)
  })

  it('never wait for one another in a circle', () => {
    const circles = [...scripts].flatMap(([file, { imports }]) => imports.filter((each) => withImports(each).has(file)))
    expect(circles).toEqual([])
  })
})
