// Lines of the log as a process writes them: in one of its own, because the tests' own is silent.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** What is written by some lines of code that have `log`. */
async function written(code: string): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `import { log } from './functions/kit/log.ts'\n${code}`],
    { cwd: root, env: { ...process.env, LOG_LEVEL: 'INFO', POWERTOOLS_LOG_LEVEL: 'INFO', POWERTOOLS_DEV: 'false' } },
  )
  return `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('{'))
}

describe('the log', () => {
  it('writes one line of JSON each, and no value begins another one', async () => {
    const lines = await written(`
      log.info('done', { call: 'a\\nb', who: 'x\\r\\n{"level":"ERROR"}', tab: '\\t\\u0000\\u001b[2J\\u0085' })
      log.error('failed', { call: 'c' }, new Error('secret\\nsecond line'))
    `)
    expect(lines).toHaveLength(2)
    const [first, second] = lines.map((line) => JSON.parse(line))
    expect(first).toMatchObject({ message: 'done', call: 'a b' })
    for (const value of Object.values(first)) expect(String(value)).not.toMatch(/\p{Cc}/u)
    // What an error says may quote what a person typed.
    expect(JSON.stringify(second)).not.toContain('secret')
  })
})
