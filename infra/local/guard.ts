import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const script = join(import.meta.dirname, 'guard.sh')

/** Sees to it that the child ends with this process, however that ends. `asGroup`: with everything that the child started. */
export function endWithUs(child: ChildProcess, { asGroup = false, seconds = 10 } = {}): void {
  // Where there is no shell, what a killed parent left is ended by the next start.
  if (child.pid === undefined || process.platform === 'win32') return
  const args = [script, String(asGroup ? -child.pid : child.pid), String(seconds)]
  const guard = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.on('error', () => {})
  guard.unref()
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}
