import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let folder: string
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '')
const lock = (version: string) =>
  JSON.stringify({
    packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { version: '1.0.0', optional: true } },
  })

/** Stands in for npm: notes how it was called and leaves behind what npm leaves behind, unless told to fail. */
const npm = `#!/bin/sh
echo "$1" >> calls
[ -f npm-fails ] && exit 1
[ "$1" = ci ] && mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json
exit 0
`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-boot-'))
  for (const file of ['bin/boot.mjs', 'infra/local/guard.sh'])
    cpSync(join(import.meta.dirname, '../..', file), join(folder, file))
  put('package-lock.json', lock('1.0.0'))
  put('tools/npm', npm)
  chmodSync(join(folder, 'tools/npm'), 0o755)
  put('bin/ends.ts', 'const code: number = Number(process.argv[2])\nprocess.exit(code)\n')
  put('bin/waits.ts', "process.on('SIGTERM', () => process.exit(9))\nconsole.log('up')\nsetInterval(() => {}, 1000)\n")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function boot(args: string[], onOutput?: (child: ReturnType<typeof spawn>) => void) {
  return new Promise<{ code: number | null; errors: string }>((resolve) => {
    const env = { ...process.env, PATH: `${join(folder, 'tools')}${delimiter}${process.env.PATH}` }
    const child = spawn(process.execPath, ['bin/boot.mjs', ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    child.stdout.once('data', () => onOutput?.(child))
    child.on('close', (code) => resolve({ code, errors }))
  })
}
const installs = () =>
  read('calls')
    .split('\n')
    .filter((call) => call === 'ci').length

describe('boot', () => {
  it('installs once, says so in one line, and again only when the lockfile changed', async () => {
    expect((await boot(['bin/ends.ts', '0'])).errors).toMatch(/^Installing dependencies .*\n$/)
    expect(installs()).toBe(1)
    expect(await boot(['bin/ends.ts', '0'])).toEqual({ code: 0, errors: '' })
    expect(installs()).toBe(1)
    put('package-lock.json', lock('2.0.0'))
    await boot(['bin/ends.ts', '0'])
    expect(installs()).toBe(2)
  })

  it('installs once for two commands that are begun at once, and after one that was killed over it', async () => {
    put('tools/npm', npm.replace('[ -f', '[ "$1" = ci ] && sleep 1\n[ -f'))
    chmodSync(join(folder, 'tools/npm'), 0o755)
    const both = await Promise.all([boot(['bin/ends.ts', '3']), boot(['bin/ends.ts', '4'])])
    expect([both.map(({ code }) => code), installs()]).toEqual([[3, 4], 1])
    put('package-lock.json', lock('2.0.0'))
    const place = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
    const left = join(tmpdir(), `leadloom-install-${place}`)
    // The id of a process that ended.
    writeFileSync(left, String(spawnSync(process.execPath, ['-e', '']).pid))
    expect([(await boot(['bin/ends.ts', '5'])).code, installs(), existsSync(left)]).toEqual([5, 2, false])
  })

  it('does not mind an optional package that was made for another machine', async () => {
    put('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }))
    await boot(['bin/ends.ts', '0'])
    expect(installs()).toBe(0)
  })

  it('stops with a sentence when npm fails', async () => {
    put('npm-fails', '')
    const { code, errors } = await boot(['bin/ends.ts', '0'])
    expect(code).toBe(1)
    expect(errors).toContain('Dependencies could not be installed.')
  })

  it('ends with the code of the script', async () => {
    expect((await boot(['bin/ends.ts', '7'])).code).toBe(7)
  })

  it('hands a signal on and waits for the script to end its own way', async () => {
    expect((await boot(['bin/waits.ts'], (child) => child.kill('SIGTERM'))).code).toBe(9)
  })

  it('ends by force a script that hangs and hears no signal', async () => {
    put('bin/boot.mjs', read('bin/boot.mjs').replace('const END_SECONDS = 60', 'const END_SECONDS = 1'))
    put('bin/hangs.ts', "process.on('SIGTERM', () => {})\nconsole.log('up')\nfor (;;) {}\n")
    expect((await boot(['bin/hangs.ts'], (child) => child.kill('SIGTERM'))).code).toBe(128 + 9)
  })

  it('does not leave the script behind when it is killed itself', async () => {
    put(
      'bin/notes.ts',
      "import { writeFileSync } from 'node:fs'\nprocess.on('SIGTERM', () => { writeFileSync('ended', 'in order'); process.exit(0) })\nconsole.log('up')\nsetInterval(() => {}, 1000)\n",
    )
    await boot(['bin/notes.ts'], (child) => child.kill('SIGKILL'))
    await vi.waitFor(() => expect(read('ended')).toBe('in order'), 60_000)
  })
})
