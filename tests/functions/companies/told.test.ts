// Anybody who signs in with an address or a second step learns of it when somebody else changes one: at the address they had.
import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import type { User } from '#shared/model/user.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, users } = h.cast
let made = 0

type Kept = { who: Member; user: User; action: 'staff' | 'downline'; companyName: string }
const staff = async (who: Member): Promise<Kept> => {
  const ClientEmail = `kept${++made}@told.example`
  const { body } = await h.call(who, 'companies.create', {
    userType: 'administrator',
    ClientFullName: 'Kept Person',
    ClientEmail,
    ClientPass: 'given word 77',
    companyID: users[who].companyId,
    ClientPhone: '(312) 555-0123',
  } as Input<'companies.create'>)
  return { who, user: await h.db.user.get(body.person?.id ?? ''), action: 'staff', companyName: '' }
}
const company = async (who: Member, parent: typeof root): Promise<Kept> => {
  const { user, company: planted } = await plant(parent, `Told ${++made}`)
  return { who, user, action: 'downline', companyName: planted.name }
}
const edit = ({ who, user, action, companyName }: Kept, more: Partial<Input<'companies.update'>>) =>
  h.call(who, 'companies.update', {
    ClientID: user.id,
    action,
    ClientCompanyName: companyName,
    ClientFullName: user.name,
    ClientPhone: '(312) 555-0123',
    ClientEmail: user.email,
    ...more,
  })
const told = async (address: string) =>
  (await h.mailsTo(address)).flatMap(({ subject, text = '' }) => [
    ...(/e-mail address at .* was changed/.test(subject) ? ['address'] : []),
    ...(text.includes('asked to change the e-mail address that you sign in with') ? ['asked'] : []),
    ...(subject.startsWith('Confirm your new e-mail address') ? ['confirm'] : []),
    ...(text.includes('Two-factor authentication was turned off') ? ['step'] : []),
  ])
const openSessions = async ({ id }: User) => {
  const { epoch } = await h.db.user.get(id)
  return (await h.db.session.listLive(id, epoch, DAY, h.services.now())).length
}

const kinds = [
  ['an administrator of an agency', () => staff('ada')],
  ['an operator', () => staff('olive')],
  ['the main person of an agency', () => company('olive', root)],
  ['the main person of a client', () => company('olive', northlight)],
] as const

describe.each(kinds)('%s', (_, make) => {
  it('is told at the old address when a new one is asked for, and at both once it is confirmed', async () => {
    const kept = await make()
    const next = `moved${++made}@told.example`
    const createdAt = h.services.now()
    await h.db.session.create({
      userId: kept.user.id,
      id: h.services.newId('session'),
      generation: 1,
      tokenHash: 'x',
      familyHash: 'x',
      epoch: kept.user.epoch,
      companyId: kept.user.companyId,
      tenantId: northlight.id,
      authenticatedAt: createdAt,
      createdAt,
      endsAt: createdAt + 3_600_000,
    })
    expect(await openSessions(kept.user)).toBe(1)
    expect((await edit(kept, { ClientEmail: next })).status).toBe(200)
    expect([await told(kept.user.email), await told(next)]).toEqual([['asked'], ['confirm']])
    expect(await openSessions(kept.user)).toBe(1)
    const token = /confirm-email\/([\w-]{43})/.exec((await h.mailsTo(next))[0]?.text ?? '')?.[1] ?? ''
    const host =
      kept.who === 'ada'
        ? h.hostOf('ada')
        : new URL(/https?:\S+confirm-email/.exec((await h.mailsTo(next))[0]?.text ?? '')?.[0] ?? '').hostname
    expect((await h.call(null, 'session.confirmEmail', { token }, { host })).body).toEqual({ valid: true, reason: '' })
    expect([(await told(kept.user.email)).toSorted(), (await told(next)).toSorted()]).toEqual([
      ['address', 'asked'],
      ['address', 'confirm'],
    ])
    const mail = (await h.mailsTo(kept.user.email)).find(({ subject }) => subject.includes('was changed'))
    expect(mail?.text).toContain(next)
    // What the mail says of their devices is so.
    expect([mail?.text?.includes('All other devices were signed out'), await openSessions(kept.user)]).toEqual([
      true,
      0,
    ])
  })

  it('is told at the address when the second step is turned off for them', async () => {
    const kept = await make()
    await h.db.twoFactor.save({ userId: kept.user.id, type: 'email', createdAt: 1 }, undefined)
    expect((await edit(kept, { twoFactorAuth: 'F' })).status).toBe(200)
    expect(await told(kept.user.email)).toEqual(['step'])
  })
})
