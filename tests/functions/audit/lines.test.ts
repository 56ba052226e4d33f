// Every call that changes something leaves one line that says so as a fact; one that was refused or failed leaves none that
// says it was done.

import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { portionOf } from '#bin/portion.ts'
import type { LogEntry } from '#shared/audit-log.ts'
import { allCalls, type CallName, call, type Input } from '#shared/contracts/index.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { askersOf } from '../../support/permitted.ts'
import { samples } from '../../support/samples.ts'
import { touchesOf } from '../../support/tripwire.ts'

const h = await harness()
const { northlight, users, hosts } = h.cast
const members: readonly Member[] = ['cleo', 'ada', 'olive', 'sam']

const seen = new Set<string>()
/** The lines of all books since the last look. */
async function fresh(): Promise<LogEntry[]> {
  // All lines are written by a worker: where none had anything to do, there is nothing new.
  return (await h.drain()) === 0 ? [] : readNew()
}
/** Where lines were written since the last look: to read all books each time would take longer with every line. */
const written = new Map<string, { pk: string; sk: string }>()
h.services.table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    (args) => {
      // @NOTE which command it is says its name; the fields looked at are those of that command.
      for (const { may, pk, sk } of touchesOf(commandName, args.input as Record<string, unknown>))
        if (may === 'write' && pk.startsWith('LOG#') && sk.startsWith('E#')) written.set(`${pk} ${sk}`, { pk, sk })
      return next(args)
    },
  { step: 'initialize', name: 'written', override: true },
)
/** What was written meanwhile, also where somebody who waited for a mail had the workers run. */
async function readNew(): Promise<LogEntry[]> {
  const places = [...written.values()]
  written.clear()
  const rows = await Promise.all(
    places.map((Key) => h.services.table.client.send(new GetCommand({ TableName: h.services.table.name, Key }))),
  )
  const entries = rows.flatMap(({ Item }) => (Item ? [Item.entry as LogEntry] : []))
  const found = entries.filter(({ id }) => !seen.has(id))
  for (const { id } of found) seen.add(id)
  return found
}
/** The lines that one call leaves, beside those of signing in. */
async function linesOf<Name extends CallName>(who: Member | null, name: Name, input: Input<Name>, more = {}) {
  if (who) await h.tokenOf(who)
  await fresh()
  const answer = await h.call(who, name, input, more)
  if (['session.logout', 'session.endAll', 'session.end'].includes(name)) h.forgetTokens()
  return { ...answer, lines: await fresh() }
}
const told = async (...asked: Parameters<typeof linesOf>) => {
  const { status, lines } = await linesOf(...asked)
  return { status, told: lines.map(({ description }) => description) }
}

const logged = allCalls.filter(({ call: { audit, can } }) => audit !== 'none' && can !== 'anyone')
const past = /^(?:[A-Z][a-z]+ed|Began|Made|Sent|Set|Left|Took|Found|Chose|Let)\b/

describe.each(logged)('$id', (entry) => {
  const { audit, summary } = entry.call
  const { id } = entry
  it.each(portionOf(askersOf(entry, members, users), 2))(
    '%s: leaves one line of what was done, or none that says it was',
    async (who) => {
      const { status, body, lines } = await linesOf(who, id, samples[id](h.cast, who) as never)
      if (status < 300) {
        expect(lines.map(({ description }) => description)).toHaveLength(1)
        const [line] = lines
        expect(line?.description).toMatch(past)
        expect(summary).not.toContain(line?.description.split(':')[0])
        if (audit !== 'none')
          expect(line?.action).toBe(line?.description.startsWith('Set the costs') ? 'Cost Change' : audit.action)
        return
      }
      for (const line of lines) {
        expect(line.description).toMatch(/^Tried\b/)
        expect(line.after).toEqual({ outcome: expect.stringMatching(/^(refused|failed)$/) })
      }
      const isTold = audit !== 'none' && audit.tried !== undefined && body.code === 'forbidden'
      if (isTold) expect(lines).toHaveLength(1)
      expect(lines.length).toBeLessThan(2)
    },
  )
})

describe('what did not come to be', () => {
  const card = {
    company_id: northlight.id,
    usrID: users.ada.id,
    cardholder: 'Ada Agency',
    address: '1 Loom Street',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    country: 'US',
  }
  const save = (token: string) => told('ada', 'payments.saveCard', { ...card, token })

  it('is told of cards as an attempt, and a saved one by its last digits', async () => {
    expect(await save('pm_card_chargeDeclined')).toEqual({
      status: 422,
      told: [expect.stringMatching(/^Tried to save a card: /)],
    })
    expect(await save('pm_card_visa')).toEqual({
      status: 200,
      told: [expect.stringMatching(/^Saved card Visa 4242 of /)],
    })
    const asks = await save('pm_card_authenticationRequired')
    expect(asks).toEqual({
      status: 200,
      told: [expect.stringMatching(/^Tried to save a card of .*: its bank asks/)],
    })
  })

  it('is told of sign-ins, second steps and links, each under who it was about', async () => {
    const login = (password: string) =>
      told(null, 'session.login', { username: users.cleo.email, password }, { host: hosts.northlight })
    expect(await login('not this one')).toEqual({ status: 401, told: ['Tried to sign in with a wrong password'] })
    expect((await login(PASSWORD)).told).toEqual([expect.stringMatching(/^Signed in: /)])
    const unknown = { username: 'nobody@nowhere.example', password: PASSWORD }
    const { status, lines } = await linesOf(null, 'session.login', unknown, { host: hosts.northlight, ip: '192.0.2.1' })
    expect(status).toBe(401)
    expect(lines).toEqual([
      expect.objectContaining({
        tenantId: northlight.id,
        companyId: northlight.id,
        name: 'Unknown',
        isStranger: true,
        ip: '192.0.2.1',
        action: 'Sign In',
        description: 'Tried to sign in with a name that nobody has here',
        after: { outcome: 'failed' },
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('nobody@nowhere.example')
  })

  it('is told of a wrong code of the second step, under who it was about', async () => {
    const { cleo } = users
    const on = { userId: cleo.id, two_factor_auth: true, two_factor_auth_type: 'email' as const }
    expect((await h.call('cleo', 'security.saveTwoFactor', on)).status).toBe(200)
    const host = hosts.northlight
    const begun = await h.call(null, 'session.login', { username: cleo.email, password: PASSWORD }, { host })
    const { otp_token } = begun.body as unknown as { otp_token: string }
    const mail = (await h.mailsTo(cleo.email)).find(({ text }) => /\b\d{6}\b/.test(text ?? ''))
    const right = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const code = right === '000000' ? '000001' : '000000'
    await readNew()
    const { status, lines } = await linesOf(
      null,
      'security.verifyLogin',
      { email: cleo.email, code, otp_token },
      { host, ip: '192.0.2.2' },
    )
    expect(status).toBe(422)
    expect(lines).toEqual([
      expect.objectContaining({
        tenantId: northlight.id,
        userId: cleo.id,
        action: 'Sign In',
        ip: '192.0.2.2',
        description: 'Tried the second step of signing in with a wrong code',
        after: { outcome: 'failed' },
      }),
    ])
    await h.db.twoFactor.remove(cleo.id)
  })

  it('is told of a link that was asked for, of somebody and of nobody', async () => {
    const ask = (username: string, ip: string) =>
      linesOf(null, 'session.forgot', { username }, { host: hosts.northlight, ip })
    const known = await ask(users.cleo.email, '192.0.2.3')
    expect(known.lines).toEqual([
      expect.objectContaining({
        tenantId: northlight.id,
        companyId: users.cleo.companyId,
        userId: users.cleo.id,
        name: users.cleo.name,
        userType: 'client',
        ip: '192.0.2.3',
        action: 'Security Change',
        description: 'Asked for a link to set a new password',
        after: null,
      }),
    ])
    const unknown = await ask('nobody@nowhere.example', '192.0.2.3')
    expect(unknown.status).toBe(known.status)
    expect(unknown.lines).toEqual([
      expect.objectContaining({
        tenantId: northlight.id,
        isStranger: true,
        description: 'Asked for a link to set a new password, for a name that nobody has here',
      }),
    ])
    const rows = await h.call('ada', 'audit.list', { companyID: northlight.id, action: 'Security Change' })
    expect(rows.body.data.map(({ type_user }) => type_user)).toContain('Unknown')
    const clients = await h.call('ada', 'audit.list', { companyID: northlight.id, userType: 'client' })
    expect(clients.body.data.map(({ type_user }) => type_user)).not.toContain('Unknown')
  })

  it('is told of a reset that was carried out, and of one whose link was made up', async () => {
    await h.call(null, 'session.forgot', { username: users.carl.email }, { host: hosts.copper })
    const mail = (await h.mailsTo(users.carl.email)).find(({ subject }) => subject.startsWith('Set a new password'))
    const token = /\/set-new-password\/([\w-]{43})\?/.exec(mail?.text ?? '')?.[1] ?? ''
    const input = { email: users.carl.email, newpassword: 'another fresh 7' }
    await readNew()
    const madeUp = await told(null, 'session.setPassword', { ...input, token: 'no' }, { host: hosts.copper })
    expect(madeUp).toEqual({ status: 422, told: [] })
    expect(await told(null, 'session.setPassword', { ...input, token }, { host: hosts.copper })).toEqual({
      status: 200,
      told: ['Set a new password by the link of a reset that was asked for'],
    })
  })

  it('is told of a wrong own password as an attempt, without the address of anybody', async () => {
    const input = { usrID: users.ada.id, newpassword: 'fresh paint 7', currpassword: 'not this one' }
    const { told: lines } = await told('ada', 'session.changePassword', input)
    expect(lines).toEqual([expect.stringMatching(/^Tried to change the password: /)])
    const taken = {
      companyID: northlight.id,
      ClientCompanyName: 'Twice',
      ClientFullName: 'Tom',
      ClientEmail: users.cleo.email,
    }
    const { lines: attempts } = await linesOf('ada', 'companies.create', taken)
    expect(attempts[0]?.description).toMatch(/^Tried to add somebody: /)
    expect(JSON.stringify(attempts)).not.toContain(users.cleo.email)
  })
})

describe('on and off', () => {
  it('are two facts', async () => {
    const flip = (isOn: boolean) =>
      told('olive', 'pricing.manualBill', { companyID: northlight.id, manualBill: isOn ? 'T' : 'F' })
    expect((await flip(true)).told).toEqual([expect.stringMatching(/^Turned manual billing on for /)])
    expect((await flip(false)).told).toEqual([expect.stringMatching(/^Turned manual billing off for /)])
    const { ada } = users
    const own = (isOn: boolean) =>
      told('ada', 'security.saveTwoFactor', {
        userId: ada.id,
        two_factor_auth: isOn,
        ...(isOn && { two_factor_auth_type: 'email' as const }),
      })
    expect((await own(true)).told).toEqual(['Turned the second step on, by e-mail: Ada Agency'])
    expect((await own(true)).told).toEqual(['Left the second step on: Ada Agency'])
  })
})

describe('a contract', () => {
  it('of a call that changes something does not compile without its line', () => {
    const rest = { path: '/x', summary: 'X.', can: 'anyone', input: z.object({}), output: z.object({}) } as const
    // @ts-expect-error the line is missing
    const silent = call({ method: 'POST', ...rest })
    expect(silent.audit).toBe('none')
    expect(call({ method: 'GET', ...rest }).audit).toBe('none')
  })
})
