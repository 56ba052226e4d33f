// Imports whose platform is killed in the middle of them, as by a crash of the machine: a real process, a real SIGKILL, and
// the same data folder afterwards.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Look } from '../support/killed-platform.ts'

const [RECORDS, CLIENTS] = [6000, 120]
/** Far above what it takes: it ends what hangs and measures nothing. */
const soon = { timeout: 600_000, interval: 20 }
const data = mkdtempSync(join(tmpdir(), 'leadloom-killed-'))
const begun: ChildProcess[] = []

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] !== 'Z'
  } catch {
    return false
  }
}
const engine = (): number => JSON.parse(readFileSync(join(data, 'table/dynamo.pid'), 'utf8')).pid

afterEach(() => {
  for (const child of begun) child.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

function start() {
  const seen: Look[] = []
  const child = fork(join(import.meta.dirname, '../support/killed-platform.ts'), [data, `${RECORDS}`, `${CLIENTS}`], {
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT', VITEST: '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  begun.push(child)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.on('message', (look: Look) => seen.push(look))
  const until = (isSo: (look: Look) => boolean) =>
    vi.waitFor(() => {
      if (child.exitCode !== null) throw new Error(`The platform ended by itself. ${said}`)
      const found = seen.find(isSo)
      expect(found, said).toBeDefined()
      return found
    }, soon)
  return { child, seen, until }
}

async function kill({ child }: ReturnType<typeof start>) {
  const pids = [child.pid ?? 0, engine()]
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), soon)
}

describe.runIf(process.platform === 'linux')('imports of a platform that is killed', { timeout: 900_000 }, () => {
  it('go on at its next start, and are never shown as failed, or as done before they are', async () => {
    const first = start()
    await first.until(({ list, made }) => list?.status === 'running' || (made?.worked ?? 0) > 0)
    await kill(first)
    const second = start()
    await second.until(({ made }) => made?.status === 'running' && made.worked > 0)
    await kill(second)
    const last = start()
    const end = await last.until(({ list, made }) => list?.status === 'done' && made?.status === 'done')
    expect(end).toMatchObject({
      list: { accepted: RECORDS, row: RECORDS },
      held: RECORDS,
      made: { accepted: CLIENTS, row: CLIENTS },
      people: CLIENTS,
    })
    const all = [first, second, last].flatMap(({ seen }) => seen)
    const shown = (states: readonly ({ status: string; row: number } | undefined)[], rows: number) => {
      expect(states.filter((each) => each?.status === 'failed' || each?.status === 'ended')).toEqual([])
      expect(states.filter((each) => each?.status === 'done' && each.row !== rows)).toEqual([])
      // Once done it stays done, over every start.
      const statuses = states.map((each) => each?.status)
      expect(new Set(statuses.slice(statuses.indexOf('done')))).toEqual(new Set(['done']))
    }
    shown(
      all.map(({ list }) => list),
      RECORDS,
    )
    shown(
      all.map(({ made }) => made),
      CLIENTS,
    )
  })
})
