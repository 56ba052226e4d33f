// What the tools say to an argument that they do not know: one sentence and code 1, through the real commands.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('a tool', () => {
  it.each([
    { args: ['tests/bench/run.ts', 'B99'], says: /^No figure is called "B99"\. There are: A5, .*B10\.$/ },
    { args: ['tests/bench/run.ts', 'B9', 'B10'], says: /^No figure is called "B9 B10"\./ },
    {
      args: ['bin/synth.ts', 'nonsense'],
      says: /^There is no environment "nonsense"\. There are: dev, staging, prod\.$/,
    },
    { args: ['bin/acceptance.ts', '--mising'], says: /^"--mising" is not known here\. Try: npm run acceptance/ },
    { args: ['bin/acceptance.ts', '--missing', 'XYZ'], says: /^"XYZ" is not known here\./ },
    {
      args: ['bin/publish.ts', 'nonsense'],
      says: /^There is no environment "nonsense"\. There are: dev, staging, prod\.$/,
    },
  ])('says what it does not know: $args', ({ args, says }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr.trim()).toMatch(says)
  })
})
