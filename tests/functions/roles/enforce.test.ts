// What a role takes away the server refuses, call by call, out of the table that the screens read too.

import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { moduleNames } from '#shared/access/modules.ts'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { browserViewer, opensOne } from '../../support/guard-verdict.ts'
import { harness } from '../../support/harness.ts'
import { isPermitted } from '../../support/permitted.ts'
import { samples } from '../../support/samples.ts'
import { actOf, decided, unclear } from './acts.ts'
import { rolesOf } from './stage.ts'

const h = await harness()
const { put, take } = rolesOf(h)
const off = {
  enable: ['enable', 'create', 'update', 'delete'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
}
type Flag = keyof typeof off
const changes = ['create', 'update', 'delete']

const bound = allCalls.filter(({ call }) => call.can !== 'signed-in' && call.can !== 'anyone')

/** What the tables say: the module's switch, then the flag of what the call does. */
const isTaken = (entry: NamedCall, flag: Flag) => flag === 'enable' || actOf(entry) === flag

async function answers(who: Member, calls: readonly NamedCall[]) {
  const viewer = await browserViewer(h, who)
  const said = []
  for (const entry of calls.filter((each) => isPermitted(each, who, h.cast.users))) {
    const opens = !entry.call.pages || opensOne(viewer, entry.call.pages)
    const { status, body } = await h.call(who, entry.id, samples[entry.id](h.cast, who) as never)
    said.push({ entry, opens, status, message: body.message })
  }
  return said
}

describe('a role', () => {
  it('has a decision for each question behind a right to change something', () => {
    for (const id of unclear) expect(Object.keys(decided)).toContain(id)
  })

  it('ROL-08 that only reads Settings gets no link into the payment account of an agency', async () => {
    const asked = { companyID: h.cast.northlight.id, return_url: '/configuration/general-setting?tab=payment' }
    const refusal = [403, 'Your role does not let you update anything in Settings.']
    for (const who of ['amos', 'otto'] as const) {
      await put(who, { 'Ads Design': off.enable, Campaign: off.enable, LeadsPeek: off.enable, Settings: changes })
      for (const id of ['payments.getExistingConnectedAccountLink', 'payments.getConnectedAccountLink'] as const) {
        const { status, body } = await h.call(who, id, asked)
        expect([who, id, status, body.message]).toEqual([who, id, ...refusal])
      }
      const seen = await h.call(who, 'payments.checkConnectedAccount', { companyID: asked.companyID })
      expect(seen.status).toBe(200)
      await take(who)
    }
  })

  it.each(
    portionOf(
      [
        { who: 'amos', flag: 'enable' },
        { who: 'amos', flag: 'create' },
        { who: 'amos', flag: 'update' },
        { who: 'amos', flag: 'delete' },
        { who: 'otto', flag: 'enable' },
        { who: 'otto', flag: 'update' },
        { who: 'admin', flag: 'enable' },
      ] as const,
      3,
    ),
  )('ROL-08 with $flag off everywhere refuses $who exactly what the table says', async ({ who, flag }) => {
    const narrowed = Object.fromEntries(Object.values(moduleNames).map((name) => [name, off[flag]]))
    await put(who, narrowed)
    const said = await answers(who, bound)
    expect(said.length).toBeGreaterThan(8)
    for (const { entry, opens, status, message } of said) {
      const refusedByRole = /^Your role/.test(message ?? '')
      expect([entry.id, status === 403 && refusedByRole]).toEqual([entry.id, isTaken(entry, flag)])
      if (!isTaken(entry, flag) && opens) expect([entry.id, refusedByRole]).toEqual([entry.id, false])
    }
    await take(who)
  })

  it('ROL-07 with one flag of Settings off refuses that alone', async () => {
    for (const [flag, refusedCall] of [
      ['create', 'companies.create'],
      ['update', 'settings.save'],
      ['delete', 'companies.remove'],
    ] as const) {
      await put('amos', { Settings: off[flag] })
      const said = await answers('amos', bound)
      const refused = said.filter(({ message }) => /^Your role/.test(message ?? '')).map(({ entry }) => entry.id)
      expect(refused).toContain(refusedCall)
      for (const id of refused) {
        const entry = allCalls.find((each) => each.id === id)
        expect([id, entry && actOf(entry)]).toEqual([id, flag])
      }
      await take('amos')
    }
  })

  it('ROL-08 with the right to delete off in the leads removes no campaign and takes nobody off a list', async () => {
    for (const off of [['delete'], ['create', 'update']]) {
      await put('amos', { LeadsPeek: off })
      const isRefused = off.includes('delete')
      for (const id of ['campaigns.remove', 'exclusions.removeEntry'] as const) {
        const { status, body } = await h.call('amos', id, samples[id](h.cast, 'amos') as never)
        expect([id, status === 403, /does not let you delete/.test(body.message ?? '')]).toEqual([
          id,
          isRefused,
          isRefused,
        ])
      }
      await take('amos')
    }
  })

  it('takes nothing from a default administrator, and nothing at all is left of one that is gone', async () => {
    await put('ada', { Settings: off.enable })
    expect((await h.call('ada', 'staff.list', { companyId: h.cast.northlight.id })).status).toBe(200)
    await take('ada')
    await h.db.user.update(h.cast.users.amos.id, { roleId: 'rol_gone' })
    const { status, body } = await h.call('amos', 'staff.list', { companyId: h.cast.northlight.id })
    expect([status, body.message]).toEqual([403, 'Your role has no access to Settings.'])
    await take('amos')
  })

  it('leaves the main person of an agency who is no default administrator what it opens, and takes the rest', async () => {
    const { abe } = h.cast.users
    const asked = { companyId: h.cast.copper.id }
    for (const [narrowed, status] of [
      [{ 'Ads Design': off.enable }, 200],
      [{ Settings: off.enable }, 403],
    ] as const) {
      await put('abe', narrowed)
      await h.db.user.update(abe.id, { isDefaultAdmin: false })
      expect((await h.call('abe', 'staff.list', asked)).status).toBe(status)
      await h.db.user.update(abe.id, { isDefaultAdmin: true })
      await take('abe')
    }
  })

  it('keeps the card of the company from whoever may not touch its settings', async () => {
    const { northlight } = h.cast
    const inputs = {
      'wallet.get': samples['wallet.get'](h.cast, 'amos'),
      'wallet.save': samples['wallet.save'](h.cast, 'amos'),
      'wallet.charge': samples['wallet.charge'](h.cast, 'amos'),
      'wallet.stopContinual': samples['wallet.stopContinual'](h.cast, 'amos'),
    } as const
    await put('amos', { Settings: off.enable })
    for (const [name, input] of Object.entries(inputs)) {
      const { status, body } = await h.call('amos', name as keyof typeof inputs, input as never)
      expect([name, status, body.message]).toEqual([name, 403, 'Your role has no access to Settings.'])
    }
    await put('amos', { Settings: off.create })
    expect((await h.call('amos', 'wallet.get', inputs['wallet.get'] as never)).status).toBe(200)
    const charged = await h.call('amos', 'wallet.charge', inputs['wallet.charge'] as never)
    expect([charged.status, charged.body.message]).toEqual([
      403,
      'Your role does not let you create anything in Settings.',
    ])
    expect((await h.db.ledger.get(northlight.id)).balanceCents).toBe(0)
    await take('amos')
  })

  it('holds for whoever looks through the eyes of the person who has it', async () => {
    await put('amos', { Settings: off.enable })
    const { body } = await h.call('olive', 'account.switchUser', { usrID: h.cast.users.amos.id })
    const asked = { companyId: h.cast.northlight.id }
    const seen = await h.call('olive', 'staff.list', asked, { token: body.access_token })
    expect([seen.status, seen.body.message]).toEqual([403, 'Your role has no access to Settings.'])
    await take('amos')
  })
})
