// Nothing is stored that a contract does not name, and nothing leaves that it does not name: every call that changes
// something is sent all names of fields that there are anywhere, and every answer is read again by its own contract.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { portionOf, shareOf } from '#bin/portion.ts'
import { roleOf } from '#shared/access/role-of.ts'
import { allowed } from '#shared/access/roles.ts'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import { Campaign } from '#shared/model/campaign.ts'
import { Company } from '#shared/model/company.ts'
import { Payment } from '#shared/model/payment.ts'
import { User } from '#shared/model/user.ts'
import { Wallet } from '#shared/money/wallet.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'

const h = await harness()
const TEXT = 'INJECTED-9f3'
const NUMBER = 918_273_645
const anyInjected = new RegExp(`${TEXT}|${NUMBER}`)

/** Every name of a property in a schema, however deep. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}
const schemaOf = (type: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(type, { io, unrepresentable: 'any' })
const stored = [User, Company, Campaign, Payment, Wallet].flatMap((model) => namesIn(schemaOf(model, 'output')))
const onWire = allCalls.flatMap(({ call }) => [
  ...namesIn(schemaOf(call.input, 'input')),
  ...namesIn(schemaOf(call.output, 'output')),
])
const keys = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttl', '__edb_e__', '__edb_v__', 'epoch', 'version']
/** Of them many are rights: `user_type`, `systemuser`, `rootcomp`, `manual_bill`, `balance_amount`, `status_acc`. */
const known = [...new Set([...stored, ...onWire, ...keys])]

/** What the calls of this suite write, as it is sent to the table. */
const written: string[] = []
h.services.table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      if (/^(Put|Update|TransactWrite|BatchWrite)/.test(commandName)) written.push(JSON.stringify(args.input))
      return next(args)
    },
  { step: 'initialize', name: 'written', override: true },
)

const isPermitted = ({ call }: NamedCall, who: Member) =>
  call.can === 'signed-in' ||
  (call.can !== 'anyone' && (allowed[call.can] as readonly string[]).includes(roleOf(h.cast.users[who])))
const members: readonly Member[] = ['olive', 'ada', 'admin', 'cleo', 'sam']
/** Calls that end the sign-ins which the others need. */
const ending = new Set(['session.logout', 'session.endAll', 'session.end', 'account.revertView', 'session.refresh'])
const changing = allCalls.filter(({ id, call }) => call.method !== 'GET' && call.can !== 'anyone' && !ending.has(id))
const reading = allCalls.filter(({ call }) => call.method === 'GET' && call.can !== 'anyone')

/** Read by its own contract an answer loses nothing: there was nothing in it that is not named there. */
function checkAnswer({ id, call }: NamedCall, status: number, body: unknown): boolean {
  expect([id, status < 500]).toEqual([id, true])
  if (status !== 200) return false
  const read = call.output.safeParse(body)
  expect([id, read.error?.issues ?? []]).toEqual([id, []])
  expect({ id, body: JSON.parse(JSON.stringify(read.data)) }).toEqual({ id, body })
  return true
}

/** Each name is sent once as text and once as a number, so that whichever a field takes was there. */
const injections = (names: readonly string[]) =>
  [0, 1].map((turn) => Object.fromEntries(names.map((name, at) => [name, (at + turn) % 2 === 0 ? TEXT : NUMBER])))

describe('what nobody declared', () => {
  it.each(portionOf(changing, 3))('is not stored by $id', async (entry) => {
    const own = new Set(namesIn(schemaOf(entry.call.input, 'input')))
    const others = known.filter((name) => !own.has(name))
    expect(others.length).toBeGreaterThan(150)
    // The first two who may make it, one half of the names each as text, or the only one both ways.
    const askers = members.filter((each) => isPermitted(entry, each))
    for (const [turn, injected] of injections(others).entries()) {
      const who = askers[turn] ?? askers[0]
      if (!who) continue
      const input = { ...injected, ...(samples[entry.id](h.cast, who) as object) }
      const { status, body } = await h.call(who, entry.id, input as never)
      expect(JSON.stringify(body)).not.toMatch(anyInjected)
      checkAnswer(entry, status, body)
    }
  })

  it('was stored by none of the jobs that they set off either', async () => {
    await h.drain()
    expect(written.length).toBeGreaterThan(shareOf(100, 3))
    // What is declared arrives, so that its absence means something.
    const group = { companyID: h.cast.northlight.id, companyGroupName: 'DECLARED-9f3' }
    expect((await h.call('ada', 'campaigns.saveGroup', group)).status).toBe(200)
    expect(written.some((each) => each.includes('DECLARED-9f3'))).toBe(true)
    expect(written.filter((each) => each.includes(TEXT) || each.includes(String(NUMBER)))).toEqual([])
  })

  it('is not answered by any call that reads', async () => {
    let read = 0
    for (const entry of reading)
      for (const who of members.filter((each) => isPermitted(entry, each))) {
        const { status, body } = await h.call(who, entry.id, samples[entry.id](h.cast, who) as never)
        if (checkAnswer(entry, status, body)) read++
      }
    expect(read).toBeGreaterThan(60)
  })

  it('cannot be answered: no contract leaves a place open for fields that it does not name', () => {
    const isOpen = (schema: unknown): boolean => {
      if (Array.isArray(schema)) return schema.some(isOpen)
      if (typeof schema !== 'object' || schema === null) return false
      if ('properties' in schema && (!('additionalProperties' in schema) || schema.additionalProperties !== false))
        return true
      return Object.values(schema).some(isOpen)
    }
    const open = allCalls.filter(({ call }) => isOpen(schemaOf(call.output, 'output'))).map(({ id }) => id)
    // The descriptions of calls, in the form that a standard gives them.
    expect(open).toEqual(['public.openapi', 'public.developerDocument'])
  })
})
