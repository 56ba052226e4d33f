// Child processes that never outlive us: they end with this process, and so does what they started.
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { endWithUs } from '#infra/local/guard.ts'

export type Ended = { code: number; output: string }

const running = new Set<ChildProcess>()
/** A group of its own can be ended as a whole: a test runner that is stopped leaves behind what it had started. */
const hasGroups = process.platform !== 'win32'

function endGroup(child: ChildProcess) {
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, 'SIGTERM')
  } catch {
    // Nothing of it is left, which is what we want.
  }
}

function endTogether() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) endGroup(child)
      process.exit(128 + constants.signals[signal])
    })
  }
}

/**
 * Runs a script of ours or of a package with this very Node. `keep` collects what it says instead of showing it; `'errors'` shows all of
 * it, and collects what it says on the way for errors.
 */
export function runNode(args: string[], options: { cwd: string; keep?: boolean | 'errors' }): Promise<Ended> {
  if (process.listenerCount('SIGTERM') === 0) endTogether()
  return new Promise((resolve, reject) => {
    const said = options.keep === true ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, {
      cwd: options.cwd,
      stdio: ['ignore', said, options.keep ? 'pipe' : 'inherit'],
      detached: hasGroups,
    })
    running.add(child)
    endWithUs(child, { asGroup: hasGroups })
    let output = ''
    const collect = (text: string) => {
      output += text
      if (options.keep === 'errors') process.stderr.write(text)
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.on('error', reject)
    child.on('exit', () => {
      running.delete(child)
      endGroup(child)
    })
    child.on('close', (code, signal) => {
      resolve({ code: code ?? (signal ? 128 + constants.signals[signal] : 1), output })
    })
  })
}
