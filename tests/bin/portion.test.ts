import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPortion, PORTIONS, portionAfter, roundAfter } from '#bin/portion.ts'

const file = join(import.meta.dirname, '../../bin/portion.ts')
/** What the functions of a portion answer in a process that has it; no number is all. */
function inPortion(portion: number | undefined, expression: string, round = 0): unknown {
  const script = `import('${file}').then(({ portionOf, shareOf, pace }) => console.log(JSON.stringify(${expression})))`
  const env = { ...process.env, TEST_PORTION: portion === undefined ? '' : String(portion), TEST_ROUND: String(round) }
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }))
}
const portions = Array.from({ length: PORTIONS }, (_, at) => at + 1)

describe('portions', () => {
  it('have the first case in all of them, and each other one in one of them', () => {
    const cases = Array.from({ length: 20 }, (_, at) => at)
    const dealt = portions.map((portion) =>
      inPortion(
        portion,
        `[portionOf(${JSON.stringify(cases)}), portionOf(${JSON.stringify(cases)}, 3), portionOf([7, 8])]`,
      ),
    )
    const [whole, thirds, few] = [0, 1, 2].map((at) => dealt.map((each) => (each as number[][])[at] ?? []))
    const others = (all: number[][] = []) => {
      expect(all.map(([first]) => first)).toEqual(all.map(() => 0))
      return all.flatMap(([_, ...rest]) => rest).sort((a, b) => a - b)
    }
    expect(others(whole)).toEqual(cases.slice(1))
    expect(others(thirds?.slice(0, 3))).toEqual(cases.slice(1))
    expect(few?.map(([first]) => first)).toEqual(portions.map(() => 7))
    expect(new Set(few?.flat())).toEqual(new Set([7, 8]))
  })

  it('begin with another case in each round, so that a file of one portion has its turn with all of them', () => {
    const cases = Array.from({ length: 40 }, (_, at) => at)
    const rounds = portions.map(
      (round) => inPortion(3, `[portionOf(${JSON.stringify(cases)}), pace()[0]]`, round) as [number[], number],
    )
    expect(new Set(rounds.flatMap(([own]) => own))).toEqual(new Set(cases))
    expect(rounds.map(([, place]) => place).sort((a, b) => a - b)).toEqual(portions)
    expect([0, PORTIONS - 1, PORTIONS, 3 * PORTIONS].map(roundAfter)).toEqual([0, 0, 1, 3])
  })

  it('reach each place where a worker can crash, one after the other', () => {
    const first = portions.map((portion) => inPortion(portion, 'pace()'))
    expect(first.map((each) => (each as number[])[0] ?? 0).sort((a, b) => a - b)).toEqual(portions)
    expect(new Set(first.map((each) => (each as number[])[1]))).toEqual(new Set([PORTIONS]))
  })

  it('are all cases where none is said', () => {
    expect(inPortion(undefined, '[portionOf([1, 2, 3]), portionOf([]), shareOf(100), pace(3)]')).toEqual([
      [1, 2, 3],
      [],
      100,
      [1, 1],
    ])
    expect(inPortion(2, '[portionOf([]), shareOf(100), shareOf(1), shareOf(9, 3)]')).toEqual([
      [],
      Math.ceil(100 / PORTIONS),
      1,
      3,
    ])
  })

  it('follow one another with the commits', () => {
    expect(portions.map((commits) => portionAfter(commits)).sort((a, b) => a - b)).toEqual(portions)
    expect([`${PORTIONS}`, '1', '0', `${PORTIONS + 1}`, '2x', ''].map(isPortion)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
