import { parseArgs } from 'node:util'
import { type Counts, passTable } from '#functions/data/lib/migrate/run.ts'
import { boxedKinds, resealed } from '#functions/domain/tenancy/carried-boxes.ts'
import {
  newSealingKey,
  openSealer,
  readSealingRing,
  replaceSealingRing,
  type SealingRing,
} from '#functions/gateways/seal.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { type Command, helpOf, type Said } from './command.ts'

const usage = 'sealing-key [--make | --use | --reseal | --forget [--at-once]] [--rate <rows a second>]'
const about = `Replaces the key that seals values in the table, in four steps, each ten minutes or more after the one before. Without a step it
says how far it is, and what lies sealed by which key. --make lays another key beside it, which only opens; --use has it seal;
--reseal seals what lies in the table anew, row by row, while the platform runs; --forget ends the earlier key, once nothing of
its is left and no copy of the table that is kept needs it (90 days; --at-once does not wait for that). Ends with 2 where a step
has to wait or left something.`

/** Functions read the secret again after five minutes, and a read that failed is tried anew with the next. */
const KNOWN_AFTER_MS = 10 * MINUTE
/** The oldest copy of the table that is kept (infra/backups.ts). */
const COPIES_MS = 90 * DAY
const RATE = 500
const WAITS = 2

type Needed = Pick<Services, 'table' | 'env' | 'now'>
type Look = Counts & { unreadable: number }

const steps = ['make', 'use', 'reseal', 'forget'] as const
type Step = (typeof steps)[number]

const waits = (said: string): Said => ({ said: `${said} Nothing was changed.`, code: WAITS })
const minutesLeft = (ms: number) => `${Math.ceil(ms / MINUTE)} minutes`

const placeOf = ({ env }: Needed) => ({
  secretArn: env.SEALING_SECRET_ARN,
  file: env.SEALING_FILE,
  key: env.SEALING_KEY,
})

/** Looks at all that lies sealed. What the key that seals cannot open is sealed anew by it, or only counted. */
async function pass({ table }: Needed, ring: SealingRing, { isApplied, rate }: { isApplied: boolean; rate: number }) {
  const current = openSealer(ring.current)
  const byAnyKey = openSealer({ current: async () => ring, after: async () => undefined })
  let unreadable = 0
  const counts = await passTable(table, {
    isApplied,
    rate,
    counts: { looked: 0, changed: 0, waiting: 0, byKind: {} },
    changeOf: (kind) =>
      boxedKinds.includes(kind)
        ? async (row) => {
            // By its own key alone: that nothing is thrown says that all boxes of the row are closed by it.
            const isCurrent = await resealed(row, { from: current, to: current }).then(
              () => true,
              () => false,
            )
            if (isCurrent) return undefined
            try {
              return await resealed(row, { from: byAnyKey, to: current })
            } catch {
              unreadable += 1
              return undefined
            }
          }
        : undefined,
  })
  return { ...counts, unreadable } satisfies Look
}

const told = ({ looked, byKind, waiting, unreadable }: Look, what: string): string =>
  [
    `${looked} rows looked at; ${what}: ${
      Object.entries(byKind)
        .map(([kind, count]) => `${count} of ${kind}`)
        .join(', ') || 'none'
    }.`,
    ...(waiting > 0 ? [`${waiting} were changed by others each time: run it again.`] : []),
    ...(unreadable > 0
      ? [`${unreadable} open by no key that is known: they were sealed by one that is forgotten, or are damaged.`]
      : []),
  ].join('\n')

async function say(needed: Needed, ring: SealingRing, rate: number): Promise<Said> {
  const { next, earlier, currentSince } = ring
  const since = (at: number) => new Date(at).toISOString()
  const look = await pass(needed, ring, { isApplied: false, rate })
  const lines = [
    currentSince ? `A key seals since ${since(currentSince)}.` : 'The key seals that was made with the platform.',
    ...(next ? [`Another one lies beside it since ${since(next.madeAt)}: --use has it seal.`] : []),
    ...earlier.map(({ replacedAt }) => `One that was replaced ${since(replacedAt)} still opens.`),
    told(look, 'sealed by another key than the one that seals'),
  ]
  return { said: lines.join('\n'), code: look.changed + look.waiting + look.unreadable > 0 ? WAITS : 0 }
}

const does: Record<
  Step,
  (needed: Needed, ring: SealingRing, asked: { rate: number; isAtOnce: boolean }) => Promise<Said>
> = {
  async make(needed, ring) {
    if (ring.next) return waits('Another key lies beside it already: --use has it seal.')
    const next = { key: newSealingKey(), madeAt: needed.now() }
    await replaceSealingRing(placeOf(needed), ring, { ...ring, next })
    return {
      said: 'Another key lies beside it. Every function knows it in ten minutes; then --use has it seal.',
      code: 0,
    }
  },
  async use(needed, ring) {
    const { next, current, earlier } = ring
    if (!next) return waits('No other key lies beside it: --make makes one.')
    const left = next.madeAt + KNOWN_AFTER_MS - needed.now()
    if (left > 0) return waits(`Not every function knows the other key yet: try again in ${minutesLeft(left)}.`)
    const at = needed.now()
    const { next: _, ...kept } = ring
    await replaceSealingRing(placeOf(needed), ring, {
      ...kept,
      current: next.key,
      currentSince: at,
      earlier: [{ key: current, replacedAt: at }, ...earlier],
    })
    return {
      said: 'The other key seals. In ten minutes every function uses it; then --reseal seals anew what lies in the table.',
      code: 0,
    }
  },
  async reseal(needed, ring, { rate }) {
    const [replaced] = ring.earlier
    if (!replaced) return waits('There is one key only: nothing is sealed by another.')
    const left = replaced.replacedAt + KNOWN_AFTER_MS - needed.now()
    if (left > 0) return waits(`Not every function seals by the new key yet: try again in ${minutesLeft(left)}.`)
    const look = await pass(needed, ring, { isApplied: true, rate })
    return { said: told(look, 'sealed anew'), code: look.waiting + look.unreadable > 0 ? WAITS : 0 }
  },
  async forget(needed, ring, { rate, isAtOnce }) {
    const [replaced] = ring.earlier
    if (!replaced) return waits('There is no earlier key.')
    const left = replaced.replacedAt + (isAtOnce ? KNOWN_AFTER_MS : COPIES_MS) - needed.now()
    if (left > 0)
      return waits(
        isAtOnce
          ? `Not every function seals by the new key yet: try again in ${minutesLeft(left)}.`
          : `Copies of the table that are kept need the earlier key for ${Math.ceil(left / DAY)} days more. If it is in wrong hands, --at-once does not wait.`,
      )
    const look = await pass(needed, ring, { isApplied: false, rate })
    if (look.changed + look.waiting > 0)
      return waits(`${told(look, 'still sealed by an earlier key')}\nFirst --reseal.`)
    await replaceSealingRing(placeOf(needed), ring, { ...ring, earlier: [] })
    return {
      said: 'The earlier key is forgotten: what it sealed, in copies of the table as well, opens no more.',
      code: 0,
    }
  },
}

async function run(needed: Needed, args: string[]): Promise<Said> {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    options: { make: flag, use: flag, reseal: flag, forget: flag, 'at-once': flag, rate: { type: 'string' } },
    allowPositionals: true,
  })
  const asked = steps.filter((step) => values[step])
  const rate = values.rate === undefined ? RATE : Number(values.rate)
  const isAtOnce = values['at-once']
  if (positionals.length > 0 || asked.length > 1 || !(rate > 0) || (isAtOnce && !values.forget))
    throw new Error(helpOf({ usage, about }))
  const ring = await readSealingRing(placeOf(needed))
  const [step] = asked
  return step ? does[step](needed, ring, { rate, isAtOnce }) : say(needed, ring, rate)
}

/** Replaces the key that seals values in the table, while the platform runs. */
export const sealingKey = { usage, about, run } satisfies Command
