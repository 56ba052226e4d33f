// Builds the web application, and the gallery of its parts, when their sources changed since the last build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { endWithUs } from './guard.ts'

function* filesBelow(dir: string): Generator<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const dir of ['web', 'shared'])
    for (const file of filesBelow(join(root, dir))) hash.update(file.slice(root.length)).update(readFileSync(file))
  for (const file of [
    'vite.config.ts',
    'package-lock.json',
    'postcss.config.mjs',
    'bin/service-worker.plugin.ts',
    'bin/early-app.plugin.ts',
    'bin/unused-schemas.plugin.ts',
    'bin/react-names.plugin.ts',
    'bin/unused-parts.plugin.ts',
    'infra/local/web-build.ts',
  ])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Builds of older sources that another running platform may still serve. */
const KEPT = 3

function removeOld(builds: string, current: string): void {
  const others = readdirSync(builds)
    .filter((name) => name !== current)
    .map((name) => ({ path: join(builds, name), at: statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of others.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

type Vite = { root: string; config: string; base: string; outDir: string; signal: AbortSignal | undefined }

async function runVite({ root, config, base, outDir, signal }: Vite): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const said: Buffer[] = []
  const code = await new Promise<number | null>((resolve) => {
    const args = [vite, 'build', '--config', config, '--base', base, '--logLevel', 'warn', '--outDir', outDir]
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // No matter who asks, tests among them: what is built is kept, served by the next start, and published.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.stdout.on('data', (part) => said.push(part))
    child.stderr.on('data', (part) => said.push(part))
    endWithUs(child)
    const end = () => child.kill()
    signal?.addEventListener('abort', end)
    child.on('exit', (status) => {
      signal?.removeEventListener('abort', end)
      resolve(status)
    })
  })
  signal?.throwIfAborted()
  if (code !== 0) throw new Error(`The web application could not be built:\n${Buffer.concat(said).toString().trim()}`)
}

const sites = {
  web: { config: 'vite.config.ts', base: '/' },
  gallery: { config: join('web', 'gallery', 'vite.config.ts'), base: '/_local/gallery/' },
}

/**
 * Answers the folder of a built site, named by its sources, so that a platform that runs keeps what it serves.
 * Throws one sentence when the build fails.
 */
export async function buildWeb(
  root: string,
  { site = 'web', signal }: { site?: keyof typeof sites; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const { config, base } = sites[site]
  const builds = join(root, 'dist', site)
  const name = hashSources(root).slice(0, 16)
  const out = join(builds, name)
  if (existsSync(join(out, 'index.html'))) return out
  mkdirSync(builds, { recursive: true })
  // Built beside and moved: two that build at once end with one whole folder.
  const scratch = mkdtempSync(join(builds, 'building-'))
  try {
    await runVite({ root, config: join(root, config), base, outDir: scratch, signal })
    if (!existsSync(out)) renameSync(scratch, out)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  removeOld(builds, name)
  return out
}
