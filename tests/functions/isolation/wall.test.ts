// The tenant wall, request by request: every call that names a company or a person, asked by everybody about everybody
// whom the table of verdicts does not let them reach. Nothing of it may be done, and no answer tells more than another.
import { describe, expect, it } from 'vitest'
import { portionOf, shareOf } from '#bin/portion.ts'
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'
import { headers as names } from '#shared/wire.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { type Asker, askers, strangersOf, tokens } from './stage.ts'

const h = await harness()
const foreign = await h.plant()
const tokenOf = tokens(h)
const AT_ONCE = 8
let asked = 0

const named = allCalls.filter(({ call }) => call.can !== 'anyone' && (call.company || call.user || call.campaign))

/** What everybody does for themselves and their own company only, no matter who stands above them. */
const ownOnly: readonly CallName[] = [
  ...(['account.changeEmail', 'account.completeProfile', 'account.confirmEmail', 'account.removePicture'] as const),
  ...(['account.savePicture', 'account.saveProfile', 'account.saveQuestionnaire', 'account.uploadPicture'] as const),
  ...(['account.saveCompany', 'security.getGoogleTfa', 'security.newRecoveryCodes', 'documents.agreeFeature'] as const),
  ...([
    'wallet.charge',
    'wallet.save',
    'wallet.get',
    'wallet.history',
    'wallet.stopContinual',
    'wallet.confirm',
  ] as const),
  ...(['pricing.agree', 'roles.save', 'roles.remove'] as const),
]
/** Those below whom somebody reaches. */
const below: Readonly<Record<string, readonly Member[]>> = {
  operator: ['ada', 'cleo'],
  agency: ['cleo', 'lola'],
  'staff of an agency': ['cleo'],
  administrator: ['cleo'],
  sales: ['ada', 'cleo'],
}

type Question = { asker: Asker; field: string; id: string; input: object }

/**
 * Of those out of reach every other one, the rest by the next call, and always the one that never was. Whether a call looks at its
 * field at all shows by any of them, of this root and of another one; how a stranger is told from somebody of one's own is decided
 * in one place for all calls, and everybody is asked about each stranger by half of them. What differs by relation is asked of every
 * call by the matrix. Nobody at all is refused before a body is opened, so three show it.
 */
function some(ids: readonly string[], turn: number, { member }: Asker): string[] {
  const unknown = ids.slice(-1)
  if (!member) return [...ids.slice(0, 1), ...ids.slice(-2)]
  return [
    ...portionOf(
      ids.slice(0, -1).filter((_, at) => (at + turn) % 2 === 0),
      3,
    ),
    ...unknown,
  ]
}

/** Whose own fields stand in the sample, with one of them replaced by those that are out of reach. */
function questionsOf(entry: NamedCall, asker: Asker): Question[] {
  const { id, call } = entry
  const { companies, users } = strangersOf(h.cast, foreign, asker)
  const sample: object = samples[id](h.cast, asker.member ?? 'ada') ?? {}
  const turn = named.indexOf(entry)
  const about = (field: string | undefined, ids: readonly string[]) =>
    field ? ids.map((each) => ({ asker, field, id: each, input: { ...sample, [field]: each } })) : []
  const campaigns = [...Object.values(h.cast.campaigns), ...Object.values(foreign.campaigns)]
    .filter(({ companyId }) => companies.includes(companyId))
    .flatMap(({ id: campaignId, number }) => [campaignId, number])
  return [
    ...about(call.company, some(companies, turn, asker)),
    ...about(call.user, some(users, turn, asker)),
    // One that never was is asked for as well: it must get the very same answer.
    ...about(call.campaign, [...portionOf(campaigns, 3), 'cmp_01JD0000000000000000000000', '99999999']),
  ]
}

async function answerOf(entry: NamedCall, { asker, field, id, input }: Question) {
  const token = asker.member ? await tokenOf(asker) : null
  const more = { token, headers: { [names.idempotencyKey]: crypto.randomUUID() } }
  const { status, body } = await h.call(asker.home, entry.id, input as never, more)
  asked++
  return {
    at: `${asker.name} ${field} ${id}`,
    by: `${asker.name} ${field}`,
    status,
    said: `${body.code} ${body.message}`,
  }
}

describe('everybody outside', () => {
  it.each(named)('OTH-16 is out of reach of $id', async (entry) => {
    const first = named.indexOf(entry) % askers.length
    const turned = [...askers.slice(first), ...askers.slice(0, first)]
    const questions = portionOf(turned, 3).flatMap((asker) => questionsOf(entry, asker))
    const answers = []
    for (let at = 0; at < questions.length; at += AT_ONCE)
      answers.push(...(await Promise.all(questions.slice(at, at + AT_ONCE).map((each) => answerOf(entry, each)))))
    // A campaign of somebody else is not there, for those who may ask about campaigns at all.
    const expected = (by: string) =>
      by.startsWith('nobody') ? [401] : by.endsWith(` ${entry.call.campaign}`) ? [403, 404] : [403]
    expect(answers.filter(({ by, status }) => !expected(by).includes(status))).toEqual([])
    // One sentence for all of them, whether they are there or not.
    const said = Map.groupBy(answers, ({ by }) => by)
    const told = [...said].map(([by, each]) => [by, new Set(each.map(({ said }) => said)).size])
    expect(told.filter(([, sentences]) => sentences !== 1)).toEqual([])
  })

  it.each(ownOnly)('OTH-16 is reached, and even so nothing is done to them by %s', async (id) => {
    const entry = named.find((each) => each.id === id)
    if (!entry) throw new Error(`${id} names nobody.`)
    const { company, user } = entry.call
    const answers = []
    for (const asker of askers.filter(({ name }) => name in below)) {
      for (const member of below[asker.name] ?? []) {
        const { companyId, id: userId } = h.cast.users[member]
        const sample: object = samples[id](h.cast, asker.member ?? 'ada') ?? {}
        const input = { ...sample, ...(company && { [company]: companyId }), ...(user && { [user]: userId }) }
        answers.push(await answerOf(entry, { asker, field: 'below', id: member, input }))
      }
    }
    expect(answers.filter(({ status }) => status !== 403)).toEqual([])
  })

  it('was asked about thousands of times, and nobody met a key of theirs', () => {
    expect(asked).toBeGreaterThan(shareOf(10_000, 9))
    expect(h.violations).toEqual([])
  })
})
