// `npm test -- <area>.<call>`: what concerns one call, in seconds. Its parts are looked for first, then the suites that every
// call must pass run for this one alone, then the tests that name it. The reason of a failure stands in the first lines.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { allCalls } from '#shared/contracts/index.ts'
import { runNode } from './children.ts'

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
})

/** Own tests of a call beyond this many files are left to the whole run. */
const MOST_FILES = 3

export const isCallName = (text: string): boolean => /^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(text)

/** Names that begin alike, for somebody who mistyped. */
function similar(id: string): string {
  const [area = ''] = id.split('.')
  const names = allCalls.filter((call) => call.area === area).map((call) => call.name)
  return names.length > 0 ? `Calls of ${area}: ${names.join(', ')}.` : `Areas: ${areasText()}.`
}
const areasText = () => [...new Set(allCalls.map(({ area }) => area))].join(', ')

/** Where stands why view mode may make a call. */
const inViewFile = 'tests/functions/account/view-mode.test.ts'

/** What is missing before any test can run, as sentences; empty when all parts are there. */
export function findMissingParts(root: string, id: string): string[] {
  const entry = allCalls.find((call) => call.id === id)
  if (!entry) return [`There is no call ${id} in shared/contracts. ${similar(id)}`]
  const has = (file: string) => existsSync(join(root, file))
  const handler = `functions/api/${entry.area}/${entry.name}.ts`
  const samples = globSync('tests/support/*samples*.ts', { cwd: root })
  const names = (file: string) => readFileSync(join(root, file), 'utf8').includes(`'${id}':`)
  const { can, inView, method } = entry.call
  const isActInView = can !== 'anyone' && inView === 'allowed' && method !== 'GET'
  return [
    ...(has(handler) ? [] : [`${handler} is missing: the handler of the call.`]),
    ...(has(`functions/api/${entry.area}.ts`)
      ? []
      : [`functions/api/${entry.area}.ts is missing: the area's function.`]),
    ...(samples.some(names)
      ? []
      : [`tests/support/samples.ts has no sample '${id}': one valid input for each member of the cast.`]),
    ...(!isActInView || (has(inViewFile) && names(inViewFile))
      ? []
      : [`${inViewFile} has no '${id}': why may it be made while looking as somebody else?`]),
  ]
}

/** Test files of the functions and of shared that name the call, those that do so most first. */
function filesNaming(root: string, id: string): string[] {
  return globSync('tests/{functions,shared}/**/*.test.ts', { cwd: root })
    .map((file) => ({ file, times: readFileSync(join(root, file), 'utf8').split(`'${id}'`).length - 1 }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times || a.file.localeCompare(b.file))
    .slice(0, MOST_FILES)
    .map(({ file }) => file)
}

type Outcome = { passed: number; failures: string[]; powers: string[] }

async function runVitest(root: string, folder: string, name: string, args: string[]): Promise<Outcome> {
  const file = join(folder, `${name}.json`)
  const reporter = ['--reporter=json', `--outputFile.json=${file}`]
  const { code, output } = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporter, ...args], {
    cwd: root,
    keep: true,
  })
  const powers = [...new Set(output.match(/POWER: .*/g) ?? [])]
  if (!existsSync(file)) return { passed: 0, failures: code === 0 ? [] : [output.trim()], powers }
  const { testResults } = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failures: [
      ...unloaded.map(({ name: path, message }) => `${path}\n  ${message}`),
      ...results
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}\n  ${(failureMessages[0] ?? '').split('\n    at ')[0]}`),
    ],
    powers,
  }
}

/** Answers the exit code; says what is wrong first and counts last. */
export async function testCall(root: string, id: string): Promise<number> {
  const missing = findMissingParts(root, id)
  if (missing.length > 0) {
    console.log(missing.join('\n'))
    console.log('0 passed, 1 failed')
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-call-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const own = filesNaming(root, id)
  const named = `(^|\\W)${id.replace('.', '\\.')}(\\W|$)`
  // One process after the other: on two cores both at once take as long, and each answers later.
  const generated = await runVitest(root, folder, 'generated', ['tests/contracts.test.ts', '-t', named])
  const written =
    own.length > 0 ? await runVitest(root, folder, 'written', own) : { passed: 0, failures: [], powers: [] }
  const powers = [...new Set([...generated.powers, ...written.powers])]
  const failures = [...generated.failures, ...written.failures]
  // A function that lacks a power answers a plain 500: the power is the reason, so it comes first.
  if (failures.length > 0) for (const line of powers) console.log(`${line} (infra/powers.ts)`)
  for (const failure of failures) console.log(`FAILED ${failure}\n`)
  if (own.length === 0) console.log(`No test of its own names ${id}: write one in tests/functions.`)
  else console.log(`Run for ${id}: tests/contracts.test.ts, ${own.join(', ')}`)
  console.log(`${generated.passed + written.passed} passed, ${failures.length} failed`)
  return failures.length > 0 ? 1 : 0
}
