// `npm start` as a person or a process manager meets it: real processes, real signals, a data folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Far above what a start or a stop takes: it ends what hangs and measures nothing. */
const soon = { timeout: 240_000, interval: 100 }

let data: string
const begun: number[] = []
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'leadloom-start-'))
})
afterEach(() => {
  for (const pid of begun.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch {
    return false
  }
}

type Started = { child: ChildProcess; said: () => string; ended: Promise<number | null> }

function run(command: string, args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, LEADLOOM_DATA: data, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) begun.push(child.pid)
  let said = ''
  const collect = (text: string) => {
    said += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  return { child, said: () => said, ended: new Promise((resolve) => child.once('close', resolve)) }
}
const npmStart = (...args: string[]) => run('npm', ['start', ...(args.length > 0 ? ['--', ...args] : [])])
const nodeStart = (args: string[] = [], env = {}) => run(process.execPath, ['bin/local.ts', ...args], env)

const noteOf = (file: string): { pid: number } => JSON.parse(readFileSync(join(data, file), 'utf8'))
function remember(file: string): number {
  const { pid } = noteOf(file)
  begun.push(pid)
  return pid
}
async function untilReady({ said }: Started): Promise<{ port: number; server: number; engine: number }> {
  await vi.waitFor(() => expect(said()).toMatch(/Start here: .*:\d+/), soon)
  const port = Number(/Start here: .*:(\d+)/.exec(said())?.[1])
  return { port, server: remember('owner.json'), engine: remember('table/dynamo.pid') }
}
const untilGone = (...pids: number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), soon)

/** Most of a first start is its demonstration tenants; a machine with much else to do takes a minute for it. */
const timeout = 300_000
/** What the first start of all leaves behind. Making it anew for each test was most of the time of these. */
const made = mkdtempSync(join(tmpdir(), 'leadloom-made-'))
afterAll(() => rmSync(made, { recursive: true, force: true }))
const startFromMade = () => cpSync(made, data, { recursive: true })

describe.runIf(process.platform === 'linux')('npm start', { timeout }, () => {
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'leadloom-start-'))
    const first = npmStart()
    const { server, engine } = await untilReady(first)
    process.kill(server, 'SIGTERM')
    expect(await first.ended).toBe(0)
    await untilGone(engine)
    cpSync(data, made, { recursive: true })
    rmSync(data, { recursive: true, force: true })
  }, timeout)

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends server and engine when npm gets %s', async (signal) => {
    startFromMade()
    const started = npmStart()
    const { server, engine } = await untilReady(started)
    started.child.kill(signal)
    await untilGone(server, engine)
  })

  it('leaves no engine behind when a signal comes in the middle of the start', async () => {
    const started = npmStart()
    await vi.waitFor(() => expect(existsSync(join(data, 'table/dynamo.pid'))).toBe(true), soon)
    const [server, engine] = [remember('owner.json'), remember('table/dynamo.pid')]
    started.child.kill('SIGTERM')
    await untilGone(server, engine)
    expect(started.said()).not.toContain('Start here')
  })

  it('finishes a request in flight, takes no other one, and ends with code 0', async () => {
    startFromMade()
    const started = nodeStart()
    const { port, server, engine } = await untilReady(started)
    const body = JSON.stringify({ nothing: 'of use' })
    const headers = {
      host: `northlight.localhost:${port}`,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/login', headers, agent: false })
    const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      sending.once('error', reject)
      sending.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.once('end', () => resolve({ status: response.statusCode, text }))
      })
    })
    sending.write(body.slice(0, 5))
    // The server has read its headers once it answers a later request.
    await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
    process.kill(server, 'SIGTERM')
    const isTaken = () =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      )
    await vi.waitFor(async () => expect(await isTaken()).toBe(false), soon)
    expect([server, engine].filter(isAlive)).toHaveLength(2)
    sending.end(body.slice(5))
    const { status, text } = await answer
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ result: 'failed' })
    expect(await started.ended).toBe(0)
    await untilGone(engine)
  })

  it('does not touch the data of a platform that runs, whatever the port, and says who uses it', async () => {
    startFromMade()
    const first = nodeStart()
    const { port, server } = await untilReady(first)
    writeFileSync(join(data, 'mark'), 'still here')
    const onPort = nodeStart(['--fresh'], { PORT: String(port) })
    expect(await onPort.ended).toBe(1)
    expect(onPort.said()).toContain(`Port ${port} is taken.`)
    for (const args of [['--fresh'], []]) {
      const elsewhere = nodeStart(args)
      expect(await elsewhere.ended).toBe(1)
      expect(elsewhere.said()).toMatch(
        new RegExp(
          `already running on ${data} \\(process ${server}, http://localhost:${port}\\)\\. Nothing was changed`,
        ),
      )
    }
    expect(readFileSync(join(data, 'mark'), 'utf8')).toBe('still here')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    process.kill(server, 'SIGTERM')
    expect(await first.ended).toBe(0)
  })

  it('ends the engine with a server that is killed, and begins anew over what that left', async () => {
    startFromMade()
    const first = nodeStart()
    const { server, engine } = await untilReady(first)
    writeFileSync(join(data, 'mark'), 'old')
    process.kill(server, 'SIGKILL')
    await untilGone(server, engine)
    const anew = nodeStart(['--fresh'])
    await untilReady(anew)
    expect(existsSync(join(data, 'mark'))).toBe(false)
    anew.child.kill('SIGTERM')
    expect(await anew.ended).toBe(0)
  })

  it('says so of a data folder that cannot be made, and of one that is a file', async () => {
    const file = join(data, 'file')
    writeFileSync(file, '')
    for (const folder of ['/proc/leadloom/data', file, join(file, 'below')]) {
      const started = nodeStart([], { LEADLOOM_DATA: folder })
      expect([await started.ended, started.said().trim()]).toEqual([
        1,
        `The data folder ${folder} cannot be written. Name another one with LEADLOOM_DATA.`,
      ])
    }
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  it('does not take a mistyped argument for none', async () => {
    const { ended, said } = nodeStart(['--frehs'])
    expect(await ended).toBe(1)
    expect(said()).toBe(
      'npm start does not know "--frehs". It takes --fresh, which begins anew, and --leads with a number, which a demonstration that is made anew has besides.\n',
    )
    expect(existsSync(join(data, 'owner.json'))).toBe(false)
  })
})
