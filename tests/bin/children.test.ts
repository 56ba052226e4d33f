import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runNode } from '#bin/children.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-children-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const script = (name: string, code: string) => {
  writeFileSync(join(folder, name), code)
  return join(folder, name)
}
/** A script that leaves a sleeping grandchild behind and writes down its id. */
const leavesOneBehind = (name: string, ending: string) =>
  script(
    name,
    `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
writeFileSync(${JSON.stringify(join(folder, `${name}.pid`))}, String(child.pid))
console.log('up')
${ending}`,
  )
function isAlive(name: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, `${name}.pid`), 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

describe('runNode', () => {
  it('keeps what the script says and how it ended', async () => {
    const file = script('says.mjs', "console.log('out'); console.error('err'); process.exit(3)")
    const { code, output } = await runNode([file], { cwd: folder, keep: true })
    expect(code).toBe(3)
    expect(output).toContain('out\n')
    expect(output).toContain('err\n')
  })

  it('keeps what the script says of errors and shows it all', async () => {
    const says = script('both.mjs', "console.log('out'); console.error('err')")
    const asks = script(
      'asks.ts',
      `import { runNode } from ${JSON.stringify(join(import.meta.dirname, '../../bin/children.ts'))}
const { output } = await runNode([${JSON.stringify(says)}], { cwd: '.', keep: 'errors' })
console.log('kept ' + output)`,
    )
    const { output } = await runNode([asks], { cwd: folder, keep: true })
    expect(output.split('\n').filter(Boolean).sort()).toEqual(['err', 'kept err', 'out'])
  })

  it('ends what the script left running', async () => {
    await runNode([leavesOneBehind('left.mjs', 'process.exit(0)')], { cwd: folder, keep: true })
    await vi.waitFor(() => expect(isAlive('left.mjs')).toBe(false), 60_000)
  })

  it.each([
    { signal: 'SIGTERM', code: 143 },
    { signal: 'SIGKILL', code: null },
  ] as const)('ends everything when it is ended itself by $signal', async ({ signal, code }) => {
    const runner = script(
      'runner.ts',
      `import { runNode } from ${JSON.stringify(join(import.meta.dirname, '../../bin/children.ts'))}
await runNode([${JSON.stringify(leavesOneBehind('deep.mjs', ''))}], { cwd: '.' })`,
    )
    const child = spawn(process.execPath, [runner], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(isAlive('deep.mjs')).toBe(true)
    child.kill(signal)
    expect(await ended).toBe(code)
    await vi.waitFor(() => expect(isAlive('deep.mjs')).toBe(false), 60_000)
  })
})
