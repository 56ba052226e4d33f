// What the tools say to an argument that they do not know: one sentence and code 1, through the real commands.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'

const root = join(import.meta.dirname, '../..')

describe('a tool', () => {
  it.each(
    portionOf([
      { args: ['tests/bench/run.ts', 'B99'], says: /^No figure is called "B99"\. There are: A5, .*B10\b.*\.$/ },
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
      ...['cost', 'openapi', 'build', 'check', 'localstack'].map((tool) => ({
        args: [`bin/${tool}.ts`, 'nonsense'],
        says: new RegExp(`^npm run ${tool} takes no arguments, and was given "nonsense"\\.$`),
      })),
      {
        args: ['bin/stripe-crosscheck.ts', 'nonsense'],
        says: /^npm run stripe:crosscheck takes no arguments, and was given "nonsense"\.$/,
      },
      {
        args: ['tests/photos/run.ts', '--pages', 'nowhere'],
        says: /^No page of these people is called "nowhere"\.$/,
      },
      { args: ['bin/test.ts', '--nonsense'], says: /^npm test knows no option "--nonsense"\. Try: / },
      { args: ['bin/test.ts', 'wallet.charge', '-z'], says: /^npm test knows no option "-z"\. Try: / },
      { args: ['bin/test.ts', '-t'], says: /^The option "-t, --testNamePattern <pattern>" lacks its value\.$/ },
      {
        args: ['bin/test.ts', '--project', 'nowhere'],
        says: /^There is no project "nowhere"\. There are: .*\bfunctions, .*\bweb\b.*\.$/,
      },
      { args: ['bin/aws-crosscheck.ts', 'nonsense'], says: /^No test file begins with "nonsense"\. Name a folder/ },
    ]),
  )('says what it does not know: $args', ({ args, says }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr.trim()).toMatch(says)
  })

  it.each([
    ['bin/openapi.ts'],
    ['bin/openapi.ts', '--developer'],
    ['bin/openapi.ts', '--types'],
    ['bin/operator.ts', 'help'],
    ['bin/acceptance.ts'],
  ])('ends without a word when its reader has seen enough: %s %s', (...args) => {
    const line = `"$0" ${args.join(' ')} | head -c 1`
    const { stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath], { cwd: root, encoding: 'utf8' })
    expect([stdout.length, stderr]).toEqual([1, ''])
  })

  it.each([
    ['wallet.nonsense', /^There is no call wallet\.nonsense in shared\/contracts\. Calls of wallet: .*\bcharge\b.*\.$/],
    ['nonsense.charge', /^There is no call nonsense\.charge in shared\/contracts\. Areas: .*\bwallet\b.*\.$/],
  ])('of tests says which calls there are instead of %s, and counts it as failed', (id, says) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/test.ts', id], {
      cwd: root,
      encoding: 'utf8',
    })
    const [sentence, ...count] = stdout.trim().split('\n')
    expect(sentence).toMatch(says)
    expect([status, stderr, count]).toEqual([1, '', ['0 passed, 1 failed']])
  })
})
