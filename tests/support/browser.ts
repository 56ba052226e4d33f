// A browser for the stories: the machine's own, or the one that came with the packages.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

export type FoundBrowser = { executablePath: string; args: string[] }

const modules = join(import.meta.dirname, '../../node_modules')

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The kernel gives containers little shared memory, and its sandbox refuses root; the pages are all our own.
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const names = ['google-chrome-stable', 'google-chrome', 'chrome', 'chromium', 'chromium-browser', 'microsoft-edge']

function usualPlaces(): string[] {
  const { PATH = '', ProgramFiles, 'ProgramFiles(x86)': ProgramFiles86, LOCALAPPDATA } = process.env
  const inApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  )
  const onWindows = [ProgramFiles, ProgramFiles86, LOCALAPPDATA].flatMap((folder) =>
    folder
      ? ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((exe) =>
          join(folder, exe),
        )
      : [],
  )
  const onPath = names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
  return [...onPath, ...inApplications, ...onWindows]
}

/** The browser that the machine or `CHROME_PATH` offers; undefined when there is none. */
export function findSystemBrowser(): FoundBrowser | undefined {
  const named = process.env.CHROME_PATH
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`)
  const executablePath = named ?? usualPlaces().find((file) => existsSync(file))
  return executablePath ? { executablePath, args } : undefined
}

/** The browser of the package `@sparticuz/chromium` (Linux, x64), unpacked once per version for all processes. */
export async function findPackagedBrowser(): Promise<FoundBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No browser was found: install Chrome or Chromium, or name one in CHROME_PATH.')
  const manifest = join(modules, '@sparticuz/chromium/package.json')
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  const home = join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(home)) await unpackInto(home)
  return { executablePath: join(home, 'chromium'), args }
}

/** The package unpacks straight to its final name, where a second process would meet half a file; a rename is whole. */
async function unpackInto(home: string): Promise<void> {
  mkdirSync(dirname(home), { recursive: true })
  const before = process.env.TMPDIR
  const folder = mkdtempSync(`${home}-`)
  process.env.TMPDIR = folder
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(folder, home)
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(home)) throw new Error(`The packaged browser could not be moved to ${home}.`, { cause })
  }
}

export async function findBrowser(): Promise<FoundBrowser> {
  return findSystemBrowser() ?? (await findPackagedBrowser())
}

/**
 * Starts the browser asked for, or the best one; a system browser that is only a stub gives way to the packaged one. `more` are
 * options of the browser besides ours.
 */
export async function launch(browser?: FoundBrowser, more: readonly string[] = []): Promise<Browser> {
  const start = (found: FoundBrowser) => chromium.launch({ ...found, args: [...found.args, ...more], headless: true })
  const chosen = browser ?? findSystemBrowser()
  if (!chosen) return start(await findPackagedBrowser())
  try {
    return await start(chosen)
  } catch (error) {
    if (browser || process.env.CHROME_PATH) throw error
    return start(await findPackagedBrowser())
  }
}
