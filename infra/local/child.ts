// Starts an engine as a child process. A guard ends it with its parent, and so does the kernel where it can, because a guard can
// be killed, too. Where neither could (the system has no shell) a note beside the data says who started it: an orphan is ended by the next start, and
// the child of a parent that still runs is left alone.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { endWithUs } from './guard.ts'

const Note = z.object({ pid: z.int().positive(), parent: z.int().positive() })

/** Parent and command line of a running process; nothing when there is none (or the system cannot say). */
function describeProcess(pid: number): { parent: number; command: string } | undefined {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in brackets may hold spaces; the state and the parent follow the last bracket.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z') return undefined
      return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
    }
    const listed = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    const match = /^\s*(\d+)\s+(.+)/.exec(listed)
    return match?.[1] && match[2] ? { parent: Number(match[1]), command: match[2] } : undefined
  } catch {
    return undefined
  }
}

function readNote(pidFile: string): z.output<typeof Note> | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(pidFile, 'utf8')))
  } catch {
    // A torn or missing note says nothing about a process; the engine's own file lock still protects the data.
    return undefined
  }
}

/** Ends the child that a killed parent left on this data; refuses when its parent still runs. */
export async function endOrphan(pidFile: string, dataPath: string): Promise<void> {
  const note = readNote(pidFile)
  const found = note && describeProcess(note.pid)
  if (!note || !found?.command.includes(dataPath)) return
  if (found.parent === note.parent)
    throw new Error(`Leadloom is already running on ${dataPath} (process ${note.parent}). Stop it first.`)
  process.kill(note.pid, 'SIGTERM')
  for (let waited = 0; describeProcess(note.pid)?.command.includes(dataPath); waited += 50) {
    if (waited === 3000) process.kill(note.pid, 'SIGKILL')
    if (waited > 6000) throw new Error(`Process ${note.pid} holds ${dataPath} and cannot be ended. End it by hand.`)
    await sleep(50)
  }
}

/** Below those that systems give to who asks for any: no other server of this machine begins on one of these by chance. */
const [FIRST_PORT, PORTS] = [20_000, 12_000]
const MOST_PORTS = 50

/** A port that was free a moment ago: the wanted one, or any. */
export async function findFreePort(wanted = 0): Promise<number> {
  for (let tries = wanted === 0 ? MOST_PORTS : 1; ; tries--) {
    const port = wanted || FIRST_PORT + randomInt(PORTS)
    if (await isFree(port)) return port
    if (tries === 1) throw new Error('the port is taken')
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function answers(endpoint: string): Promise<boolean> {
  try {
    await (await fetch(endpoint, { signal: AbortSignal.timeout(1000) })).body?.cancel()
    return true
  } catch {
    return false
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

export type Command = { file: string; args: string[]; env?: Record<string, string> }

let hasDeathSignal: boolean | undefined
/** On Linux the kernel itself ends a child whose parent is gone, when it was asked to before the child began. */
function diesWithParent(command: Command): Command {
  hasDeathSignal ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0
  if (!hasDeathSignal) return command
  return { ...command, file: 'setpriv', args: ['--pdeathsig', 'TERM', command.file, ...command.args] }
}

/** Runs the command until it answers on its endpoint; `stop` ends it and removes its note. */
export async function startChild(
  command: Command,
  { endpoint, pidFile, seconds }: { endpoint: string; pidFile: string | null; seconds: number },
): Promise<{ stop(): Promise<void> }> {
  // Its own process group: Ctrl-C then reaches only the parent, which finishes its work before it ends the engine.
  const { file, args, env } = diesWithParent(command)
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  })
  endWithUs(child)
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000)
  })
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const endWithParent = () => child.kill('SIGKILL')
  process.once('exit', endWithParent)
  if (pidFile && child.pid) writeFileSync(pidFile, JSON.stringify({ pid: child.pid, parent: process.pid }))
  const stop = async () => {
    await stopChild(child)
    process.removeListener('exit', endWithParent)
    if (pidFile) rmSync(pidFile, { force: true })
  }
  for (const end = performance.now() + seconds * 1000; ; await sleep(25)) {
    if (!failure && child.exitCode === null && child.signalCode === null && performance.now() < end) {
      if (await answers(endpoint)) return { stop }
      continue
    }
    if (!failure) await stop()
    throw new Error(failure?.message ?? (said.trim().split('\n').at(-1) || `no answer within ${seconds} seconds`))
  }
}
