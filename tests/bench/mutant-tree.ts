// A copy of the tree in which something is broken on purpose, and what the tests there say of it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import * as z from 'zod'

export const root = resolve(import.meta.dirname, '../..')
const leftOut = new Set(['node_modules', '.git', '.leadloom', 'dist', 'cdk.out'])

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      status: z.string(),
    }),
  ),
})
export type Project = 'functions' | 'web'
/** `isFirstEnough`: nothing is run any more after the first test that fails. */
type Options = { pattern?: string | undefined; project?: Project | undefined; isFirstEnough?: boolean }

export function openMutantTree(name: string) {
  const copy = join(tmpdir(), `${name}-${process.pid}`)
  mkdirSync(copy, { recursive: true })
  for (const entry of readdirSync(root))
    if (!leftOut.has(entry)) cpSync(join(root, entry), join(copy, entry), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

  const tree = {
    write: (file: string, text: string) => writeFileSync(join(copy, file), text),
    /** Names of the tests that failed, and their files; a file that could not be run at all counts as one. */
    failures(
      files: readonly string[],
      { pattern, project = 'functions', isFirstEnough = false }: Options = {},
    ): Map<string, string> {
      const out = join(copy, 'report.json')
      rmSync(out, { force: true })
      const only = [...(pattern === undefined ? [] : ['-t', pattern]), ...(isFirstEnough ? ['--bail=1'] : [])]
      const args = ['run', '--project', project, '--reporter=json', `--outputFile=${out}`, ...only, ...files]
      const vitest = join(root, 'node_modules/.bin/vitest')
      const { output, error } = spawnSync(vitest, args, {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: Number.POSITIVE_INFINITY,
      })
      if (!existsSync(out)) throw new Error(`The tests left no report: ${output}`, { cause: error })
      const { testResults } = Report.parse(JSON.parse(readFileSync(out, 'utf8')))
      return new Map(
        testResults.flatMap(({ name, assertionResults, status }) => {
          const failed = assertionResults.filter((each) => each.status === 'failed')
          const file = relative(copy, name)
          const isBroken = status === 'failed' && assertionResults.length === 0
          const tests = [...failed.map(({ fullName }) => fullName), ...(isBroken ? [file] : [])]
          return tests.map((test): [string, string] => [test, file])
        }),
      )
    },
    close: () => rmSync(copy, { recursive: true, force: true }),
    /** Whether one of these tests fails while a file says something else, and does not otherwise. */
    isNoticed(
      { file, sound, broken }: { file: string; sound: string; broken: string },
      files: readonly string[],
      { pattern, project }: Options = {},
    ): boolean {
      if (files.length === 0) return false
      tree.write(file, broken)
      const [failed] = tree.failures(files, { pattern, project, isFirstEnough: true })
      tree.write(file, sound)
      if (!failed) return false
      const [name, of] = failed
      const alone = of === name ? undefined : `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
      return !tree.failures([of], { pattern: alone, project }).has(name)
    },
  }
  return tree
}
