// No matter what people write: every text field of every call is sent text of all kinds. Nothing of it is our failure, what is ill
// formed is refused by the name of its field, and what was taken lies in the table as it was sent.
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { roleOf } from '#shared/access/role-of.ts'
import { allowed } from '#shared/access/roles.ts'
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { touchesOf } from '../../support/tripwire.ts'

const h = await harness()
const members: readonly Member[] = ['olive', 'ada', 'cleo', 'sam']

const mayCall = ({ call }: NamedCall, who: Member) =>
  call.can === 'anyone' ||
  call.can === 'signed-in' ||
  (allowed[call.can] as readonly string[]).includes(roleOf(h.cast.users[who]))
/** Everybody's forms differ: an operator adds agencies where an agency adds clients. */
const callersOf = (entry: NamedCall) =>
  entry.call.can === 'anyone' ? [null] : members.filter((who) => mayCall(entry, who)).slice(0, 2)

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
const kinds: Record<string, (mark: string) => string> = {
  emoji: (own) => `${own} 👨‍👩‍👧 🇺🇦`,
  'a right-to-left name': (own) => `${own} שלום مرحبا`,
  'letters of four bytes': (own) => `${own} 𠮷野家 𝒜`,
  'combining marks': (own) => `${own} Jose\u0301 Vie\u0323\u0302t`,
  '200 characters': (own) => own + '👍🏽'.repeat(48).padEnd(193, 'x'),
}

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
 * Sends one text in every field of a call. Who fills a form takes turns from field to field and from text to text: every field meets
 * every text and everybody who can fill it, and everybody sends every text. What a field does with a text is the same for two people
 * whose forms have it; the person who may not do what the sample asks gives way to the other one.
 */
async function fill(
  entry: NamedCall,
  turn: number,
  textOf: (path: Path) => string,
  look: (path: Path, text: string, answer: Awaited<ReturnType<typeof send>>) => unknown,
): Promise<void> {
  for (const [at, { path, fillers }] of formOf(entry).entries()) {
    for (const back of fillers.keys()) {
      const who = fillers[(at + turn + back) % fillers.length] ?? null
      const text = textOf(path)
      const answer = await send(entry, who, withText(samples[entry.id](h.cast, who ?? 'cleo'), path, text))
      await look(path, text, answer)
      if (answer.status !== 403) break
    }
  }
}

describe.each(allCalls)('$id', (entry) => {
  it('refuses half a pair by the name of the field, in every field', () =>
    fill(
      entry,
      0,
      (path) => {
        // In a path or a query it cannot be written at all: there it arrives as the sign for what could not be read.
        const isBody = entry.call.body !== 'none' && !entry.call.path.includes(`{${path[0]}}`)
        return `Ann ${isBody ? '\ud83d' : '\u0007'} Lee`
      },
      (path, _text, { status, body }) => {
        if (status === 403) return
        expect([path, status]).toEqual([path, 422])
        expect(Object.keys(body.fields ?? {})).toEqual([path.join('.')])
      },
    ))
})

/** Names that every object has: a table that is asked by them without care answers something that is no row of it. */
const ofObjects = ['__proto__', 'constructor']

describe.each(allCalls)('$id', (entry) => {
  it.each(ofObjects)('has an answer to %s, in every field', (text) =>
    fill(
      entry,
      ofObjects.indexOf(text),
      () => text,
      (path, _text, { status }) => expect([path, status < 500]).toEqual([path, true]),
    ),
  )
})

describe.each(changing)('$id', (entry) => {
  it.each(Object.entries(kinds))('takes or refuses %s, and keeps it as it is', (kind, make) => {
    let own = ''
    return fill(
      entry,
      Object.keys(kinds).indexOf(kind),
      () => {
        own = mark()
        written.clear()
        return make(own)
      },
      async (path, text, { status }) => {
        expect([path, text, status < 500]).toEqual([path, text, true])
        if (status < 300) expect([path, (await isStored(own, text)) ?? true]).toEqual([path, true])
      },
    )
  })
})
