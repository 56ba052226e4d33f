// No process stays behind a run of tests, however it ends: real runs, real signals.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const root = join(import.meta.dirname, '../..')
const hasDeathSignal = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0
/** Ends what hangs and measures nothing. */
const soon = { timeout: 100_000, interval: 100 }

let folder = ''
const begun = new Set<number>()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-ends-'))
})
afterEach(() => {
  for (const pid of [...begun].filter(isAlive)) process.kill(pid, 'SIGKILL')
  begun.clear()
  rmSync(folder, { recursive: true, force: true })
})

type Running = { pid: number; parent: number; state: string; command: string }
function look(pid: number): Running | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), state, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}
function isAlive(pid: number): boolean {
  const found = look(pid)
  return found !== undefined && found.state !== 'Z'
}

/** A process and everything that it and its children started. */
function familyOf(pid: number): Running[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (look(Number(name)) ?? []) : []))
  const family = all.filter((each) => each.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

async function startRun(pool: 'threads' | 'forks') {
  const note = join(folder, 'note')
  const args = ['--config=tests/support/endless.config.ts', `--pool=${pool}`, '--maxWorkers=1']
  const env = { ...process.env, VITEST: '', ENDLESS_NOTE: note }
  const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [run.stdout, run.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const { pid = 0 } = run
  begun.add(pid)
  await vi.waitFor(() => expect(existsSync(note), said).toBe(true), soon)
  const family = familyOf(pid)
  for (const member of family) begun.add(member.pid)
  return { run, pid, family }
}
const namesOf = (family: readonly Running[]) => family.map(({ command }) => command).join('\n')

describe.runIf(process.platform === 'linux')('a run of tests', () => {
  it.each([
    { signal: 'SIGTERM', pool: 'threads' },
    { signal: 'SIGINT', pool: 'forks' },
    { signal: 'SIGKILL', pool: 'threads' },
    { signal: 'SIGKILL', pool: 'forks' },
  ] as const)(
    'that is ended by $signal leaves none of its $pool, engines and browsers behind',
    async ({ signal, pool }) => {
      const { pid, family } = await startRun(pool)
      expect(namesOf(family)).toMatch(/dynoxide|DynamoDBLocal/)
      expect(namesOf(family)).toMatch(/chrom/i)
      process.kill(pid, signal)
      await vi.waitFor(() => expect(family.filter((member) => isAlive(member.pid))).toEqual([]), soon)
    },
  )

  it.runIf(hasDeathSignal)(
    'that is killed together with all that watches over it leaves no engine either',
    async () => {
      const { family } = await startRun('forks')
      const isEngine = ({ command }: Running) => /dynoxide|DynamoDBLocal/.test(command) && !command.includes('guard.sh')
      expect(family.filter(isEngine)).toHaveLength(1)
      // Guards first, so that none of them notices.
      const others = family.filter((each) => !isEngine(each)).reverse()
      const guardsFirst = others.sort(
        (a, b) => Number(b.command.includes('guard.sh')) - Number(a.command.includes('guard.sh')),
      )
      for (const each of guardsFirst) if (isAlive(each.pid)) process.kill(each.pid, 'SIGKILL')
      await vi.waitFor(() => expect(family.filter((member) => isAlive(member.pid))).toEqual([]), soon)
    },
  )
})
