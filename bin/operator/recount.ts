import { parseArgs } from 'node:util'
import { recount as look } from '#functions/data/tenancy/recount.ts'
import type { Services } from '#functions/kit/services.ts'

const usage = 'recount [--apply]'

async function run({ table, env }: Pick<Services, 'table' | 'env'>, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { apply: { type: 'boolean', default: false } } })
  let found = await look(table, env.PLATFORM_DOMAIN)
  if (values.apply) {
    // People register while the table is looked over: only what is found twice is wrong, and not half of what just happened.
    const before = new Set(found.map(({ said }) => said))
    found = (await look(table, env.PLATFORM_DOMAIN)).filter(({ said }) => before.has(said))
  }
  if (found.length === 0) return 'Every address, host and counter belongs to what is there.'
  const lines: string[] = []
  for (const { said, mend } of found) {
    if (!mend) lines.push(`${said} A person has to decide.`)
    else if (!values.apply) lines.push(`${said} --apply mends it.`)
    else
      await mend().then(
        () => lines.push(`${said} Mended.`),
        () => lines.push(`${said} Left, because it changed meanwhile.`),
      )
  }
  return lines.join('\n')
}

/** Finds rows that keep an address or a host for nobody, people who cannot sign in, and counters that are wrong. */
export const recount = { usage, run }
