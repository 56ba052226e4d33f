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

describe.each(allCalls)('$id', (entry) => {
  it('refuses half a pair by the name of the field, in every field', async () => {
    for (const who of callersOf(entry)) {
      const sample = samples[entry.id](h.cast, who ?? 'cleo')
      for (const path of fieldsOf(entry, who)) {
        // In a path or a query it cannot be written at all: there it arrives as the sign for what could not be read.
        const isBody = entry.call.body !== 'none' && !entry.call.path.includes(`{${path[0]}}`)
        const input = withText(sample, path, `Ann ${isBody ? '\ud83d' : '\u0007'} Lee`)
        const { status, body } = await send(entry, who, input)
        if (status === 403) continue
        expect([path, status]).toEqual([path, 422])
        expect(Object.keys(body.fields ?? {})).toEqual([path.join('.')])
      }
    }
  })
})

/** Names that every object has: a table that is asked by them without care answers something that is no row of it. */
const ofObjects = ['__proto__', 'constructor']

describe.each(allCalls)('$id', (entry) => {
  it.each(ofObjects)('has an answer to %s, in every field', async (text) => {
    for (const who of callersOf(entry))
      for (const path of fieldsOf(entry, who)) {
        const { status } = await send(entry, who, withText(samples[entry.id](h.cast, who ?? 'cleo'), path, text))
        expect([path, status < 500]).toEqual([path, true])
      }
  })
})

describe.each(changing)('$id', (entry) => {
  it.each(Object.entries(kinds))('takes or refuses %s, and keeps it as it is', async (_kind, make) => {
    for (const who of callersOf(entry)) {
      for (const path of fieldsOf(entry, who)) {
        const own = mark()
        const text = make(own)
        written.clear()
        const { status } = await send(entry, who, withText(samples[entry.id](h.cast, who ?? 'cleo'), path, text))
        expect([path, text, status < 500]).toEqual([path, text, true])
        if (status < 300) expect([path, (await isStored(own, text)) ?? true]).toEqual([path, true])
      }
    }
  })
})
