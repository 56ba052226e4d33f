import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deal, readTimed, type Timed, varies, withoutVarying } from '#bin/deal.ts'
import { PORTIONS } from '#bin/portion.ts'
import { filesLeftOut, leavesOut, markLeftOut, readTurns, type Turn, type Turns } from '#bin/turns.ts'

const root = join(import.meta.dirname, '../..')
const turnOf = (turns: Turns, file: string): Turn => {
  const found = turns[file]
  if (!found) throw new Error(`${file} takes no turns.`)
  return found
}
const isTried = (turns: Turns, { file, name }: Timed, portion: number): boolean => {
  const turn = turns[file]
  return !turn || !leavesOut(turn, portion, name)
}

describe('the turns of the tests', () => {
  it('are of files that exist, in portions that there are', () => {
    const turns = readTurns(root)
    expect(Object.keys(turns).filter((file) => !existsSync(join(root, 'tests', file)))).toEqual([])
    expect(new Set(Object.values(turns).map(({ portion }) => portion))).toEqual(
      new Set(Array.from({ length: PORTIONS }, (_, at) => at + 1)),
    )
  })
})

describe('leavesOut', () => {
  it('leaves nothing of its own portion out', () => {
    const turns: Turn[] = [{ portion: 2 }, { portion: 2, tests: ['a'] }, { portion: 2, inEachRun: ['a'] }]
    expect(turns.map((turn) => leavesOut(turn, 2, 'a'))).toEqual([false, false, false])
  })

  it('leaves a whole file out, some of its tests, or all but some', () => {
    const names = ['a', 'b']
    expect(names.map((name) => leavesOut({ portion: 2 }, 1, name))).toEqual([true, true])
    expect(names.map((name) => leavesOut({ portion: 2, tests: ['a'] }, 1, name))).toEqual([true, false])
    expect(names.map((name) => leavesOut({ portion: 2, inEachRun: ['a'] }, 1, name))).toEqual([false, true])
  })

  it('does not open a file of which nothing is tried', () => {
    const turns: Turns = { a: { portion: 2 }, b: { portion: 2, tests: ['x'] }, c: { portion: 1 } }
    expect(filesLeftOut(turns, 1)).toEqual(['tests/a'])
    expect(filesLeftOut(turns, undefined)).toEqual([])
  })
})

describe('markLeftOut', () => {
  const test = (name: string, mode = 'run') => ({ name, mode })
  const fileOf = () => ({
    name: 'a.test.ts',
    mode: 'run',
    tasks: [
      { name: 'a sum', mode: 'run', tasks: [test('is right'), test('is long')] },
      { name: 'a list', mode: 'run', tasks: [test('is long'), test('is planned', 'todo')] },
    ],
  })
  const modes = (file: ReturnType<typeof fileOf>) =>
    file.tasks.map(({ mode, tasks }) => [mode, ...tasks.map((each) => each.mode)])

  it('marks tests by their full names, and a group of which nothing is left', () => {
    const file = fileOf()
    expect(markLeftOut(file, { portion: 2, tests: ['a sum is long', 'a list is long'] }, 1)).toBe(false)
    expect(modes(file)).toEqual([
      ['run', 'run', 'skip'],
      ['skip', 'skip', 'todo'],
    ])
    expect(file.mode).toBe('run')
  })

  it('marks a file of which nothing is left', () => {
    const file = fileOf()
    expect(markLeftOut(file, { portion: 2, inEachRun: ['renamed'] }, 1)).toBe(true)
    expect(file.mode).toBe('skip')
  })

  it('marks nothing in the run whose turn it is', () => {
    const file = fileOf()
    expect(markLeftOut(file, { portion: 2 }, 2)).toBe(false)
    expect(modes(file)).toEqual(modes(fileOf()))
  })
})

describe('deal', () => {
  const timed = (file: string, name: string, seconds: number, rows: string[] = []): Timed => ({
    file,
    name,
    seconds,
    rows,
  })

  it('keeps the cheapest test of a row in each run, and deals the other one', () => {
    const turns = deal([timed('a', 'slow', 2, ['row']), timed('b', 'fast', 0.2, ['row']), timed('b', 'more', 0.4)], 3)
    expect(turnOf(turns, 'a')).toEqual({ portion: 1 })
    expect(turnOf(turns, 'b')).toMatchObject({ inEachRun: ['fast'] })
  })

  it('keeps brief tests of a file that is made of them, and names those that are not', () => {
    const brief = Array.from({ length: 30 }, (_, at) => timed('a', `brief ${at}`, 0.04))
    expect(deal([...brief, timed('a', 'slow', 1)], 3)).toEqual({ a: { portion: 1, tests: ['slow'] } })
    expect(deal(brief, 3)).toEqual({})
  })

  it('has each run ask who may make each call, however long it takes', () => {
    expect(deal([timed('contracts.test.ts', 'slow', 9)], 3)).toEqual({})
    expect(readTurns(root)).not.toHaveProperty(['contracts.test.ts'])
  })

  it('deals a story as a whole', () => {
    const story = [timed('journeys/a', 'begins', 0.01), timed('journeys/a', 'ends', 1)]
    expect(deal(story, 3)).toEqual({ 'journeys/a': { portion: 1 } })
  })

  it('tries every row with each portion, and every test with at least one', () => {
    const test = fc.record({
      file: fc.constantFrom('functions/a', 'functions/b', 'web/c', 'web/d', 'journeys/e', 'journeys/f'),
      seconds: fc.double({ min: 0, max: 5, noNaN: true }),
      rows: fc.uniqueArray(fc.constantFrom('r1', 'r2', 'r3', 'r4'), { maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(test, { maxLength: 40 }), (made) => {
        const tests = made.map((each, at) => ({ ...each, name: `test ${at}` }))
        const turns = deal(tests, 3)
        for (const portion of [1, 2, 3])
          expect(new Set(tests.filter((each) => isTried(turns, each, portion)).flatMap(({ rows }) => rows))).toEqual(
            new Set(tests.flatMap(({ rows }) => rows)),
          )
        expect(tests.filter((each) => ![1, 2, 3].some((portion) => isTried(turns, each, portion)))).toEqual([])
      }),
    )
  })

  it('knows the name that only one run has, as each worker has its own hosts', () => {
    expect(['leads to northlight-t12.localhost:80', 'LEADS TO NORTHLIGHT-T3.LOCALHOST'].map(varies)).toEqual([
      true,
      true,
    ])
    expect(['leads to {northlight}:80', 'leads to nobody.localhost'].map(varies)).toEqual([false, false])
  })

  it('has a file that thins its own cases prove a row by the first test of it alone', () => {
    const tests = [timed('a', 'one', 1, ['r']), timed('a', 'two', 1, ['r', 's']), timed('b', 'other', 1, ['r'])]
    expect(withoutVarying(tests, (file) => file === 'a').map(({ rows }) => rows)).toEqual([['r'], ['s'], ['r']])
  })

  it('spreads what is long', () => {
    const turns = deal(
      Array.from({ length: 9 }, (_, at) => timed(`a${at}`, 'test', 1)),
      3,
    )
    const counts = Map.groupBy(Object.values(turns), ({ portion }) => portion)
    expect([...counts.values()].map((each) => each.length)).toEqual([3, 3, 3])
  })

  it('reads what each test took, and the rows of its title and of its groups', () => {
    const id = (area: string, number: string) => `${area}-${number}`
    const assertion = (title: string, status: string) => ({
      status,
      title,
      fullName: `${id('EXC', '001')} a list ${title}`,
      ancestorTitles: [`${id('EXC', '001')} a list`],
      duration: 1500,
    })
    const name = '/x/tests/functions/a.test.ts'
    const assertionResults = [assertion(`${id('EXC', '002')} opens`, 'passed'), assertion('waits', 'skipped')]
    expect(readTimed({ testResults: [{ name, assertionResults }] })).toEqual([
      {
        file: 'functions/a.test.ts',
        name: `${id('EXC', '001')} a list ${id('EXC', '002')} opens`,
        seconds: 1.5,
        rows: [id('EXC', '001'), id('EXC', '002')],
      },
    ])
  })
})
