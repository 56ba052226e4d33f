// `npm run operator -- <command>`: what people who run the platform do by hand. On one machine it works on the platform
// that `npm start` runs; elsewhere the environment names the table and the queues.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clockFileIn, openMovedClock } from '#infra/local/moved-clock.ts'
import { helpOf, type Said } from './operator/command.ts'
import { commands } from './operator/commands.ts'
import { readOutputs } from './operator/outputs.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function findEnvironment(): void {
  if (process.env.TABLE_NAME) return
  if (process.env.OUTPUTS)
    // Another table of the same environment: one that was restored, and that nobody uses yet.
    return void Object.assign(
      process.env,
      readOutputs(process.env.OUTPUTS),
      process.env.TABLE && { TABLE_NAME: process.env.TABLE },
    )
  const folder = process.env.LEADLOOM_DATA ?? join(root, '.leadloom')
  const file = join(folder, 'environment.json')
  if (!existsSync(file))
    throw new Error(
      'No platform was found: run `npm start` first, or name the outputs of a deployment: OUTPUTS=outputs.json.',
    )
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')))
  // Its clock may have been moved ahead: its days are those that it says.
  openMovedClock(clockFileIn(folder))
}

/** Each with the first sentence of what it says about itself. */
function listCommands(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about.replaceAll('\n', ' ').split(/[.:;](?: |$)/)[0]}`,
  )
  return ['npm run operator -- <command>', '', ...lines, '', 'More of one: npm run operator -- help <command>'].join(
    '\n',
  )
}

async function main([name = '', ...args]: string[]): Promise<Said> {
  const asksHelp = name === 'help' || name === '--help' || args.includes('--help')
  const command = commands[name === 'help' ? (args[0] ?? '') : name]
  if (!command) {
    const all = listCommands()
    if (asksHelp && !args[0]) return { said: all, code: 0 }
    throw new Error(all)
  }
  if (asksHelp) return { said: helpOf(command), code: 0 }
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'
  findEnvironment()
  const { services } = await import('#functions/kit/services.ts')
  const answer = await command.run(await services(), args)
  return typeof answer === 'string' ? { said: answer, code: 0 } : answer
}

main(process.argv.slice(2)).then(
  ({ said, code }) => {
    console.log(said)
    process.exit(code)
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  },
)
