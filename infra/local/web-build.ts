// Builds the web application when its sources changed since the last build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  for (const file of ['vite.config.ts', 'package-lock.json', 'postcss.config.mjs'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Answers the folder of the built site. Throws one sentence when the build fails. */
export async function buildWeb(root: string): Promise<string> {
  const out = join(root, 'dist', 'web')
  const stamp = join(root, 'dist', 'web.stamp')
  const hash = hashSources(root)
  if (existsSync(join(out, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return out
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const said: Buffer[] = []
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (part) => said.push(part))
    child.stderr.on('data', (part) => said.push(part))
    child.on('exit', resolve)
  })
  if (code !== 0) throw new Error(`The web application could not be built:\n${Buffer.concat(said).toString().trim()}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, hash)
  return out
}
