// No matter what people write: every text field of every call is sent text of all kinds. Nothing of it is our failure, what is ill
// formed is refused by the name of its field, and what was taken lies in the table as it was sent.
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { isPermitted } from '../../support/permitted.ts'
import { samples } from '../../support/samples.ts'
import { touchesOf } from '../../support/tripwire.ts'

const h = await harness()
const members: readonly Member[] = ['olive', 'ada', 'cleo', 'sam']

/** Everybody's forms differ: an operator adds agencies where an agency adds clients. */
const callersOf = (entry: NamedCall) =>
  entry.call.can === 'anyone' ? [null] : members.filter((who) => isPermitted(entry, who, h.cast.users)).slice(0, 2)

type Path = readonly (string | number)[]
/** Where text stands in an input. */
function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path
  else if (typeof value === 'object' && value !== null)
    for (const [key, inside] of Object.entries(value))
      yield* textsIn(inside, [...path, Array.isArray(value) ? Number(key) : key])
}
function withText(value: unknown, [head, ...rest]: Path, text: string): unknown {
  if (head === undefined) return text
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[head] = withText(copy[head], rest, text)
  return copy
}

let count = 0
/** A mark that nothing else in the table holds: letters, which every field of text takes. */
const mark = () => `m${(++count).toString(36).padStart(5, '0')}q`
type Make = (mark: string) => string
const kinds: Record<string, Make> = {
  emoji: (own) => `${own} 👨‍👩‍👧 🇺🇦`,
  'a right-to-left name': (own) => `${own} שלום مرحبا`,
  'letters of four bytes': (own) => `${own} 𠮷野家 𝒜`,
  'combining marks': (own) => `${own} Jose\u0301 Vie\u0323\u0302t`,
}
/** All kinds in one text: what is taken and kept of it is kept of each. */
const short: Make = (own) => Object.values(kinds).reduce((text, make) => make(text), own)
/** 199 characters; those of two halves begin at an odd place, so that a cut at an even one would part them. */
const long: Make = (own) => short(own).padEnd(67, 'x') + '👍🏽'.repeat(33)

async function send(entry: NamedCall, who: Member | null, input: unknown) {
  const answer = await h.call(who, entry.id as CallName, input as never)
  if (['session.logout', 'session.endAll', 'session.end', 'account.switchUser'].includes(entry.id)) h.forgetTokens()
  // Some of these texts are good names: the agency goes back to where its people are known to sign in.
  if (entry.id === 'domains.moveHost' && answer.status === 200)
    await h.call('olive', entry.id, samples[entry.id](h.cast, 'olive'))
  return answer
}

/** The rows that were written since they were last looked at: only there can a text of this moment lie. */
const written = new Map<string, { pk: string; sk: string }>()
h.services.table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    (args) => {
      // @NOTE which command it is says its name; the fields looked at are those of that command.
      for (const { may, pk, sk } of touchesOf(commandName, args.input as Record<string, unknown>))
        if (may === 'write') written.set(`${pk} ${sk}`, { pk, sk })
      return next(args)
    },
  { step: 'initialize', name: 'written', override: true },
)

/** Whether a text lies in the table as it is; undefined when nothing of it does. */
async function isStored(own: string, text: string): Promise<boolean | undefined> {
  const found: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string' && value.includes(own)) found.push(value)
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) look(each)
  }
  for (const Key of written.values())
    look(await h.services.table.client.send(new GetCommand({ TableName: h.services.table.name, Key })))
  return found.length === 0 ? undefined : found.some((value) => value.includes(text))
}

const changing = allCalls.filter(({ call }) => call.method !== 'GET')
const fieldsOf = (entry: NamedCall, who: Member | null) => [...textsIn(samples[entry.id](h.cast, who ?? 'cleo'))]

/** One field of a call, and who can fill it: whose forms have it. */
type Field = { path: Path; fillers: readonly (Member | null)[] }
function formOf(entry: NamedCall): Field[] {
  const forms = callersOf(entry).map((who) => ({ who, paths: fieldsOf(entry, who) }))
  const paths = new Map(forms.flatMap((form) => form.paths.map((path) => [path.join('.'), path])))
  return [...paths].map(([name, path]) => ({
    path,
    fillers: forms.filter((form) => form.paths.some((each) => each.join('.') === name)).map(({ who }) => who),
  }))
}

/**
 * Sends a text in a field of a call. Who fills a form takes turns from field to field and from text to text: every text meets
 * everybody who can fill it. What a field does with a text is the same for two people whose forms have it; the person who may not
 * do what the sample asks gives way to the other one.
 */
async function fill(entry: NamedCall, field: Field, turn: number, text: string) {
  const { path, fillers } = field
  let answer: Awaited<ReturnType<typeof send>> | undefined
  for (const back of fillers.keys()) {
    const who = fillers[(turn + back) % fillers.length] ?? null
    answer = await send(entry, who, withText(samples[entry.id](h.cast, who ?? 'cleo'), path, text))
    if (answer.status !== 403 || isUnreached(entry, field, answer)) break
  }
  return answer
}
/** Whether it was the text that the door refused, as the id of nobody. */
const isUnreached = ({ call }: NamedCall, { path }: Field, { status, body }: Awaited<ReturnType<typeof send>>) =>
  status === 403 &&
  [call.company, call.user].includes(String(path[0])) &&
  body.message === 'You may not reach this account.'

/** Whether the contract alone refuses a text in a field, of everybody: nothing but the door meets it then. */
function isRefusedByContract({ call, id }: NamedCall, { path, fillers }: Field, text: string): boolean {
  const fits = (input: unknown) => call.input.safeParse(input).success
  return fillers.every((who) => {
    const sample = samples[id](h.cast, who ?? 'cleo')
    return fits(sample) && !fits(withText(sample, path, text))
  })
}

describe.each(portionOf(allCalls))('$id', (entry) => {
  // The door looks at all fields before anything else does, and names all that it refuses.
  it('refuses half a pair by the name of the field, in every field', async () => {
    // In a path or a query it cannot be written at all: there it arrives as the sign for what could not be read.
    const isBody = (path: Path) => entry.call.body !== 'none' && !entry.call.path.includes(`{${path[0]}}`)
    for (const who of callersOf(entry)) {
      const paths = fieldsOf(entry, who)
      if (paths.length === 0) continue
      const input = paths.reduce<unknown>(
        (filled, path) => withText(filled, path, `Ann ${isBody(path) ? '\ud83d' : '\u0007'} Lee`),
        samples[entry.id](h.cast, who ?? 'cleo'),
      )
      const { status, body } = await send(entry, who, input)
      if (status === 403) continue
      expect(status).toBe(422)
      expect(Object.keys(body.fields ?? {}).sort()).toEqual(paths.map((path) => path.join('.')).sort())
    }
  })
})

/** Names that every object has: a table that is asked by them without care answers something that is no row of it. */
const ofObjects = ['__proto__', 'constructor']
const inTurn = (at: number) => (at % 2 ? ofObjects.toReversed() : ofObjects)

describe.each(portionOf(allCalls.map((entry, at) => ({ ...entry, at }))))('$id', (entry) => {
  // What the contract refuses is sent once, to hear that refusal; whose account it is, the door asks for all calls in one place.
  it(`has an answer to ${ofObjects.join(' and ')}, in every field that takes them`, async () => {
    let isRefused = false
    for (const [place, field] of formOf(entry).entries())
      for (const [turn, text] of inTurn(entry.at).entries()) {
        if (isRefusedByContract(entry, field, text)) {
          if (isRefused) continue
          isRefused = true
        }
        const answer = await fill(entry, field, place + turn, text)
        if (!answer) continue
        expect([field.path, text, answer.status < 500]).toEqual([field.path, text, true])
        if (isUnreached(entry, field, answer)) break
      }
  })
})

describe.each(portionOf(changing))('$id', (entry) => {
  /** Sends a text, and answers whether the field refused it. */
  async function isRefused(field: Field, turn: number, make: Make): Promise<boolean> {
    const own = mark()
    const text = make(own)
    written.clear()
    const { path } = field
    if (isRefusedByContract(entry, field, text)) return true
    const answer = await fill(entry, field, turn, text)
    if (!answer) return false
    expect([path, text, answer.status < 500]).toEqual([path, text, true])
    if (answer.status < 300) expect([path, (await isStored(own, text)) ?? true]).toEqual([path, true])
    return answer.status === 422 && Object.keys(answer.body.fields ?? {}).includes(path.join('.'))
  }

  it(`takes or refuses ${Object.keys(kinds).join(', ')}, in 199 characters, and keeps them as they are`, async () => {
    for (const [at, field] of formOf(entry).entries()) {
      // What takes the long text takes its parts. Each kind is sent alone only where the field takes no text of all of them.
      if (!(await isRefused(field, at, long))) continue
      if (!(await isRefused(field, at + 1, short))) continue
      for (const make of Object.values(kinds)) await isRefused(field, at, make)
    }
  })
})
