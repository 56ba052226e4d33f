// Which tests take turns: tests/turns.json, which bin/deal.ts makes from what each test took. A file that does not stand there is tried by
// each run, so a new test is tried by all of them until the next dealing. All that takes turns of one file has the same portion.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const names = z.array(z.string()).nonempty()
const Turn = z.union([
  /** The whole file. */
  z.strictObject({ portion: z.int().positive() }),
  /** These of its tests, by their full names. */
  z.strictObject({ portion: z.int().positive(), tests: names }),
  /** All of its tests but these. */
  z.strictObject({ portion: z.int().positive(), inEachRun: names }),
])
export type Turn = z.infer<typeof Turn>
/** By the path of the file below `tests`. */
export type Turns = Record<string, Turn>

export const TURNS_FILE = 'tests/turns.json'
export const readTurns = (root: string): Turns =>
  z.record(z.string(), Turn).parse(JSON.parse(readFileSync(join(root, TURNS_FILE), 'utf8')))

/** Whether a run of this portion leaves the test of this name out. */
export function leavesOut(turn: Turn, portion: number, name: string): boolean {
  if (turn.portion === portion) return false
  if ('tests' in turn) return turn.tests.includes(name)
  return !('inEachRun' in turn && turn.inEachRun.includes(name))
}

/** The files of which a run has no test at all, so that it need not open them. */
export const filesLeftOut = (turns: Turns, portion: number | undefined): string[] =>
  Object.entries(turns)
    .filter(([, turn]) => portion !== undefined && turn.portion !== portion && Object.keys(turn).length === 1)
    .map(([file]) => `tests/${file}`)

/** What the test runner knows of a test, of a group, or of a file. */
type Task = { name: string; mode: string; result?: object | undefined; tasks?: Task[] }

/** Marks what a run of this portion leaves out of a file; answers whether nothing of it is left to run. */
export function markLeftOut(file: Task, turn: Turn, portion: number): boolean {
  const mark = (task: Task, path: readonly string[]): boolean => {
    if (task.mode === 'skip' || task.mode === 'todo') return true
    const isLeft = task.tasks
      ? task.tasks.map((each) => mark(each, [...path, each.name])).every(Boolean)
      : leavesOut(turn, portion, path.join(' '))
    // As the runner itself marks what it skips; the hooks of a group of which nothing is left are not run either.
    if (isLeft) {
      task.mode = 'skip'
      task.result = { state: 'skip' }
    }
    return isLeft
  }
  // The name of a file is no part of the names of its tests.
  return mark(file, [])
}
