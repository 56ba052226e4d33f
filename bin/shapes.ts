// `npm run shapes`: what another version could not read or call any more, compared with what is written down in tests/shapes.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shapesNow } from './shapes/collect.ts'
import { type Break, breaksBetween } from './shapes/compare.ts'
import { fromText, toText } from './shapes/shape.ts'

const root = join(import.meta.dirname, '..')
const fileOf = (name: string) => `tests/shapes/${name}.txt`

export const textWritten = (name: string): string => readFileSync(join(root, fileOf(name)), 'utf8')
const textAt = (commit: string, name: string): string =>
  execFileSync('git', ['show', `${commit}:${fileOf(name)}`], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })

export const sentence = ({ at, says, todo }: Break): string => `${at} ${says}.\n    ${todo}`

const usage = `npm run shapes says what another version could not read or call any more, compared with what is written down in tests/shapes.
  --against tag   compared with what was written down there, such as the version that is deployed
  --renew         writes down how it is now, once every difference was judged`

async function main(args: string[]): Promise<void> {
  const options = { against: { type: 'string' }, renew: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { against, renew, help } = parseArgs({ args, options }).values
  if (help) return console.log(usage)
  const breaks: Break[] = []
  for (const [name, shapes] of Object.entries(await shapesNow())) {
    const before = against === undefined ? textWritten(name) : textAt(against, name)
    breaks.push(...breaksBetween(fromText(before), shapes))
    if (renew) writeFileSync(join(root, fileOf(name)), toText(shapes))
  }
  for (const each of breaks) console.log(sentence(each))
  console.log(
    breaks.length > 0
      ? `Differences that break another version: ${breaks.length}.`
      : 'Both versions read and call each other.',
  )
  if (renew) console.log('tests/shapes says how it is now: look at its diff.')
  else if (breaks.length > 0) process.exitCode = 1
}

if (import.meta.main)
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
