import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPortion, PORTIONS, portionAfter } from '#bin/portion.ts'

const file = join(import.meta.dirname, '../../bin/portion.ts')
/** What the functions of a portion answer in a process that has it; no number is all. */
function inPortion(portion: number | undefined, expression: string): unknown {
  const script = `import('${file}').then(({ portionOf, shareOf, pace }) => console.log(JSON.stringify(${expression})))`
  const env = { ...process.env, TEST_PORTION: portion === undefined ? '' : String(portion) }
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }))
}
const portions = Array.from({ length: PORTIONS }, (_, at) => at + 1)

describe('portions', () => {
  it('have each case in one of them, and at least one case each', () => {
    const cases = JSON.stringify(Array.from({ length: 20 }, (_, at) => at))
    const dealt = portions.map((portion) =>
      inPortion(portion, `[portionOf(${cases}), portionOf(${cases}, 3), portionOf([7, 8])]`),
    )
    const [whole, thirds, few] = [0, 1, 2].map((at) => dealt.map((each) => (each as number[][])[at] ?? []))
    expect(whole?.flat().sort((a, b) => a - b)).toEqual(JSON.parse(cases))
    expect(
      thirds
        ?.slice(0, 3)
        .flat()
        .sort((a, b) => a - b),
    ).toEqual(JSON.parse(cases))
    expect(few?.map(({ length }) => length)).toEqual(portions.map(() => 1))
    expect(new Set(few?.flat())).toEqual(new Set([7, 8]))
  })

  it('reach each place where a worker can crash, one after the other', () => {
    const first = portions.map((portion) => inPortion(portion, 'pace()'))
    expect(first.map((each) => (each as number[])[0]).sort()).toEqual(portions)
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
    expect(portions.map((commits) => portionAfter(commits)).sort()).toEqual(portions)
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
