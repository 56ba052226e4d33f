// The usual runner of tests, which leaves out what takes its turn in another run (bin/turns.ts).
import { join, relative, sep } from 'node:path'
import { type RunnerTestFile, TestRunner } from 'vitest'
import { ownPortion } from '#bin/portion.ts'
import { markLeftOut, readTurns } from '#bin/turns.ts'

const root = join(import.meta.dirname, '../..')
const turns = ownPortion === undefined ? {} : readTurns(root)

export default class TurnsRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (ownPortion === undefined) return
    for (const file of files) {
      const turn = turns[relative(join(root, 'tests'), file.filepath).replaceAll(sep, '/')]
      if (turn) markLeftOut(file, turn, ownPortion)
    }
  }
}
