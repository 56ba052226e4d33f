import { parseArgs } from 'node:util'
import { migrate as migrateTable } from '#functions/data/lib/migrate/run.ts'
import { type Migration, migrations } from '#functions/data/lib/migrate/steps.ts'
import type { Services } from '#functions/kit/services.ts'
import { type Command, helpOf, type Said } from './command.ts'

const usage = 'migrate [--kind <kind of row>] [--rate <rows a second>] [--apply]'
const about = `Gives rows of an earlier shape the present one. Without --apply it only counts them. It looks at every row of the table,
500 a second unless --rate says otherwise, while the platform runs; stopped, it goes on where it was. Ends with 2 where
something is left to be done.`
const RATE = 500
const LEFT = 2

/** `steps` is for tests, which change a kind of their own. */
export function migrateBy(steps: readonly Migration[]) {
  return async (services: Pick<Services, 'table' | 'now'>, args: string[]): Promise<Said> => {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      options: { kind: text, rate: text, apply: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const rate = values.rate === undefined ? RATE : Number(values.rate)
    if (positionals.length > 0 || !(rate > 0)) throw new Error(helpOf({ usage, about }))
    const own = steps.filter(({ kind }) => values.kind === undefined || kind === values.kind)
    if (own.length === 0)
      throw new Error(
        `No shape changes of the kind "${values.kind}": ${[...new Set(steps.map(({ kind }) => kind))].join(', ') || 'there are none'}.`,
      )
    const { looked, changed, waiting, byKind } = await migrateTable(services.table, {
      steps: own,
      isApplied: values.apply,
      rate,
      now: services.now,
    })
    const lines = own.map(({ kind, to, why }) => `${kind} ${to} (${why}): ${byKind[kind] ?? 0}`)
    const end = values.apply
      ? `${looked} rows looked at, ${changed} changed${waiting > 0 ? `, ${waiting} were changed by others each time: run it again` : ''}.`
      : `${looked} rows looked at, ${changed} to be changed. Nothing was changed; --apply does it.`
    return { said: [...lines, end].join('\n'), code: (values.apply ? waiting : changed) > 0 ? LEFT : 0 }
  }
}

/** Brings rows of an earlier shape to the present one. */
export const migrate: Command = { usage, about, run: migrateBy(migrations) }
