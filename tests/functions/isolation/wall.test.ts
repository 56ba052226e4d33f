// The tenant wall, request by request: every call that names a company or a person, asked by everybody about everybody
// whom the table of verdicts does not let them reach. Nothing of it may be done, and no answer tells more than another.
import { describe, expect, it } from 'vitest'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import { headers as names } from '#shared/wire.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { type Asker, askers, strangersOf, tokens } from './stage.ts'

const h = await harness()
const foreign = await h.plant()
const tokenOf = tokens(h)
const AT_ONCE = 8
let asked = 0

const named = allCalls.filter(({ call }) => call.can !== 'anyone' && (call.company || call.user))

type Question = { asker: Asker; field: string; id: string; input: object }

/** Whose own fields stand in the sample, with one of them replaced by each of those that are out of reach. */
function questionsOf({ id, call }: NamedCall, asker: Asker): Question[] {
  const { companies, users } = strangersOf(h.cast, foreign, asker)
  const sample: object = samples[id](h.cast, asker.member ?? 'ada') ?? {}
  const about = (field: string | undefined, ids: readonly string[]) =>
    field ? ids.map((each) => ({ asker, field, id: each, input: { ...sample, [field]: each } })) : []
  return [...about(call.company, companies), ...about(call.user, users)]
}

async function answerOf(entry: NamedCall, { asker, field, id, input }: Question) {
  const token = asker.member ? await tokenOf(asker) : null
  const more = { token, headers: { [names.idempotencyKey]: crypto.randomUUID() } }
  const { status, body } = await h.call(asker.home, entry.id, input as never, more)
  asked++
  return { at: `${asker.name} ${field} ${id}`, by: `${asker.name} ${field}`, status, message: body.message }
}

describe('everybody outside', () => {
  it.each(named)('OTH-16 is out of reach of $id', async (entry) => {
    const questions = askers.flatMap((asker) => questionsOf(entry, asker))
    const answers = []
    for (let at = 0; at < questions.length; at += AT_ONCE)
      answers.push(...(await Promise.all(questions.slice(at, at + AT_ONCE).map((each) => answerOf(entry, each)))))
    expect(answers.filter(({ by, status }) => status !== (by.startsWith('nobody') ? 401 : 403))).toEqual([])
    // One sentence for all of them, whether they are there or not.
    const said = Map.groupBy(answers, ({ by }) => by)
    const told = [...said].map(([by, each]) => [by, new Set(each.map(({ message }) => message)).size])
    expect(told.filter(([, sentences]) => sentences !== 1)).toEqual([])
  })

  it('was asked about more than ten thousand times, and nobody met a key of theirs', () => {
    expect(asked).toBeGreaterThan(10_000)
    expect(h.violations).toEqual([])
  })
})
