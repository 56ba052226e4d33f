// Another person's address: who may ask for a new one, and what has to happen until it counts.
import { describe, expect, it } from 'vitest'
import { hashPassword } from '#functions/identity/password.ts'
import type { Input } from '#shared/contracts/index.ts'
import { emailChangeLimits } from '#shared/email-change.ts'
import type { User } from '#shared/model/user.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { plant, list } = stageOf(h)
const { root, northlight, users } = h.cast
let made = 0
const fresh = () => `next${++made}@moved.example`
const hash = await hashPassword(PASSWORD)
// Without one their lists are closed to sales people.
await h.db.user.update(users.sam.id, { connection: 'completed' })

type Kept = { user: User; action: 'staff' | 'downline'; name: string }
const client = async (): Promise<Kept> => {
  const { user, company } = await plant(northlight, `Kept ${++made}`)
  return { user, action: 'downline', name: company.name }
}
const agency = async (): Promise<Kept> => {
  const { user, company } = await plant(root, `Kept agency ${++made}`, { company: { salesRepId: users.sam.id } })
  return { user, action: 'downline', name: company.name }
}
const colleague = async (): Promise<Kept> => {
  const user = { ...users.amos, id: h.services.newId('user'), email: fresh(), passwordHash: hash }
  await h.db.user.create(user, user.rootId)
  return { user, action: 'staff', name: '' }
}
const edit = (who: Member, { user, action, name }: Kept, more: Partial<Input<'companies.update'>>, token?: string) =>
  h.call(
    who,
    'companies.update',
    {
      ClientID: user.id,
      action,
      ClientCompanyName: name,
      ClientFullName: user.name,
      ClientPhone: '(312) 555-0123',
      ClientEmail: user.email,
      ...more,
    },
    token ? { token } : {},
  )
const now = (kept: Kept) => h.db.user.get(kept.user.id)
const linkOf = async (email: string) => {
  const text = (await h.mailsTo(email)).map((mail) => mail.text ?? '').find((each) => each.includes('/confirm-email/'))
  const [, host = '', token = ''] = /https?:\/\/([^/:\s]+)[^\s]*\/confirm-email\/([\w-]{43})/.exec(text ?? '') ?? []
  return { host, token }
}
const confirm = async (email: string) => {
  const { host, token } = await linkOf(email)
  return (await h.call(null, 'session.confirmEmail', { token }, { host })).body
}
const ended = { valid: false, reason: 'ended' }

describe('who may ask for another address of somebody who has an account', () => {
  const tries: [Member, string, () => Promise<Kept>][] = [
    ['ada', 'the main person of her client', client],
    ['amos', 'a client of his agency', client],
    ['admin', 'a client of her agency', client],
    ['sam', 'the owner of an agency that he looks after', agency],
    ['amos', 'a colleague', colleague],
  ]
  it.each(tries)('%s may not, of %s: the refusal names the field, and nothing changes', async (who, _, make) => {
    const kept = await make()
    const next = fresh()
    const { status, body } = await edit(who, kept, { ClientEmail: next, ClientFullName: 'Changed With It' })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([403, ['ClientEmail']])
    const step = await edit(who, kept, { twoFactorAuth: 'T' })
    expect([step.status, Object.keys(step.body.fields ?? {})]).toEqual([403, ['twoFactorAuth']])
    expect((await h.call(who, 'security.unlock', { userId: kept.user.id })).status).toBe(403)
    expect(await now(kept)).toMatchObject({ email: kept.user.email, name: kept.user.name, pendingEmail: '' })
    expect([await h.mailsTo(next), await h.mailsTo(kept.user.email)]).toEqual([[], []])
    // The rest of the form is theirs to save.
    expect((await edit(who, kept, { ClientFullName: 'Another Name' })).status).toBe(200)
  })

  it('says so beforehand in the lists', async () => {
    const kept = await client()
    const rowFor = async (who: Member) =>
      (await list(who, { companyId: northlight.id, search: kept.user.email })).body.data[0]?.why_not_sign_in
    expect(await rowFor('ada')).toMatch(/operator of the platform/)
    expect(await rowFor('olive')).toBe('')
    const staff = async (who: Member) =>
      (await h.call(who, 'staff.list', { companyId: northlight.id, search: 'anna' })).body.data[0]
    expect([(await staff('ada'))?.why_not_sign_in, (await staff('amos'))?.why_not_sign_in]).toEqual([
      ...['', 'Only a default administrator changes what others sign in with.'],
    ])
  })

  it('wants the password again when it was given a while ago', async () => {
    const at = Math.floor(Date.now() / 1000) * 1000
    h.setClock(at)
    const { refresh_token } = (await h.signIn('olive')).body
    h.setClock(at + 16 * 60_000)
    const { body } = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('olive') })
    const kept = await client()
    const next = fresh()
    expect((await edit('olive', kept, { ClientEmail: next }, body.access_token)).body.code).toBe('reauthenticate')
    expect((await edit('olive', kept, { ClientFullName: 'No Need' }, body.access_token)).status).toBe(200)
    expect((await now(kept)).pendingEmail).toBe('')
    h.setClock()
  })
})

describe('a new address that an operator or a default administrator asked for', () => {
  it.each([
    ['olive', client],
    ['ada', colleague],
  ] as [Member, () => Promise<Kept>][])(
    'AGL-30 by %s counts once it is confirmed there, and not before',
    async (who, make) => {
      const kept = await make()
      const next = fresh()
      const { body } = await edit(who, kept, { ClientEmail: next, ClientFullName: 'Saved At Once' })
      expect(body.message).toContain(`We sent a link to ${next}`)
      expect(await now(kept)).toMatchObject({ email: kept.user.email, name: 'Saved At Once', pendingEmail: next })
      const row = kept.action === 'staff' ? body.person : body.data[0]
      expect([row?.email, row?.pending_email]).toEqual([kept.user.email, next])
      const host = h.hostOf('ada')
      const login = async (username: string) =>
        (await h.call(null, 'session.login', { username, password: PASSWORD }, { host })).status
      expect([await login(next), await login(kept.user.email)]).toEqual([401, 200])
      // Reading the mail is not enough: somebody has to say yes, once.
      const { token } = await linkOf(next)
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => h.call(null, 'session.confirmEmail', { token }, { host })),
      )
      expect(answers.filter((each) => each.body.valid)).toHaveLength(1)
      expect([await login(next), await login(kept.user.email)]).toEqual([200, 401])
      expect(await now(kept)).toMatchObject({ email: next, pendingEmail: '', emailConfirmedAt: expect.any(Number) })
      const subjects = (await h.mailsTo(kept.user.email)).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.includes('was changed'))).toBe(true)
      if (kept.action === 'downline') {
        const rows = async (search: string) => (await list('ada', { companyId: northlight.id, search })).body.data
        expect([(await rows(next))[0]?.pending_email, (await rows(kept.user.email)).length]).toEqual(['', 0])
      }
    },
  )

  it('is refused when it is taken, and when it is taken until it is confirmed', async () => {
    const [one, two] = [await client(), await client()]
    const taken = await edit('olive', one, { ClientEmail: users.cleo.email })
    expect([taken.status, taken.body.fields?.ClientEmail]).toEqual([422, 'This email already exists'])
    const next = fresh()
    await edit('olive', one, { ClientEmail: next })
    const first = await linkOf(next)
    h.mails.clear()
    await edit('olive', two, { ClientEmail: next })
    const second = await linkOf(next)
    const both = await Promise.all(
      [first, second].map(({ host, token }) => h.call(null, 'session.confirmEmail', { token }, { host })),
    )
    expect(both.map(({ body }) => body.reason).sort()).toEqual(['', 'taken'])
    const emails = [(await now(one)).email, (await now(two)).email]
    expect(emails.filter((email) => email === next)).toHaveLength(1)
  })

  it('is replaced by a later one', async () => {
    const kept = await client()
    const [first, second] = [fresh(), fresh()]
    await edit('olive', kept, { ClientEmail: first })
    await edit('olive', kept, { ClientEmail: second })
    expect(await confirm(first)).toEqual(ended)
    expect((await now(kept)).pendingEmail).toBe(second)
    expect((await confirm(second)).valid).toBe(true)
  })

  it('is replaced by one that the person asks for', async () => {
    const kept = await client()
    const next = fresh()
    await edit('olive', kept, { ClientEmail: next })
    const login = await h.call(null, 'session.login', { username: kept.user.email, password: PASSWORD })
    const token = 'access_token' in login.body ? login.body.access_token : ''
    const input = { usrID: kept.user.id, newemail: fresh() }
    expect((await h.call(null, 'account.changeEmail', input, { token })).status).toBe(200)
    expect([await confirm(next), (await now(kept)).pendingEmail]).toEqual([ended, ''])
  })

  it('ends after three days, and lists say no more of it', async () => {
    const kept = await client()
    const next = fresh()
    await edit('olive', kept, { ClientEmail: next })
    await h.drain()
    h.setClock(Date.now() + emailChangeLimits.linkMs + 60_000)
    expect((await list('ada', { companyId: northlight.id, search: kept.user.email })).body.data[0]?.pending_email).toBe(
      '',
    )
    expect((await confirm(next)).reason).toBe('expired')
    h.setClock()
  })

  it('ends with a new password of the person, which their notice offers', async () => {
    const kept = await client()
    const next = fresh()
    await edit('olive', kept, { ClientEmail: next })
    const [notice] = (await h.mailsTo(kept.user.email)).filter(({ text }) => text?.includes(next))
    expect(notice?.text).toContain('/forgot-password')
    await h.db.user.raiseEpoch(kept.user.id)
    expect(await confirm(next)).toEqual(ended)
    expect((await now(kept)).email).toBe(kept.user.email)
  })

  const falls: [string, (id: string) => Promise<unknown>][] = [
    ['is removed', (id) => h.db.user.update(id, { status: 'disabled' })],
    ['is no default administrator any more', (id) => h.db.user.update(id, { isDefaultAdmin: false })],
    ['got a new password', (id) => h.db.user.raiseEpoch(id)],
  ]
  it.each(falls)('ends when who asked %s', async (_, fall) => {
    const asker = { ...(await colleague()).user, isDefaultAdmin: true }
    await h.db.user.update(asker.id, { isDefaultAdmin: true })
    const login = await h.call(
      null,
      'session.login',
      { username: asker.email, password: PASSWORD },
      { host: h.hostOf('ada') },
    )
    const token = 'access_token' in login.body ? login.body.access_token : ''
    const kept = await colleague()
    const next = fresh()
    expect((await edit('ada', kept, { ClientEmail: next }, token)).status).toBe(200)
    await h.drain()
    await fall(asker.id)
    expect(await confirm(next)).toEqual(ended)
    expect((await now(kept)).email).toBe(kept.user.email)
  })
})

describe('the address of somebody who was invited and has no account yet', () => {
  const invite = async (who: Member, companyID: string) => {
    const ClientEmail = fresh()
    const form = { companyID, ClientCompanyName: `Invited ${made}`, ClientFullName: 'Ivy Invited', ClientEmail }
    const { body } = await h.call(who, 'companies.create', form)
    const user = await h.db.user.get(body.data[0]?.id ?? '')
    return { user, action: 'downline', name: form.ClientCompanyName } as const
  }
  const invitation = async (email: string) =>
    /set-new-password\/([\w-]{43})/.exec((await h.mailsTo(email))[0]?.text ?? '')?.[1] ?? ''

  it('is corrected by who invited them: the invitation goes there, and the old one is dead', async () => {
    const kept = await invite('amos', northlight.id)
    const next = fresh()
    const old = await invitation(kept.user.email)
    expect((await edit('amos', kept, { ClientEmail: next })).body.message).toContain(`invitation to ${next}`)
    const given = (token: string, email: string) => h.call(null, 'session.verifyReset', { token, email } as never)
    expect((await given(old, kept.user.email)).body).toMatchObject({ valid: false })
    expect((await given(await invitation(next), next)).body).toMatchObject({ valid: true })
  })

  it('stays theirs when they take the invitation in the very moment in which it is corrected', async () => {
    const kept = await invite('amos', northlight.id)
    const [next, email] = [fresh(), kept.user.email]
    const token = await invitation(email)
    const { middlewareStack } = h.services.table.client
    middlewareStack.add(
      (following) => async (args) => {
        if (JSON.stringify(args.input).includes(next)) {
          middlewareStack.remove('meanwhile')
          const chosen = { token, email, newpassword: 'fresh paint 7' }
          expect((await h.call(null, 'session.setPassword', chosen)).status).toBe(200)
        }
        return following(args)
      },
      { step: 'initialize', name: 'meanwhile' },
    )
    expect((await edit('amos', kept, { ClientEmail: next })).status).toBe(409)
    expect(await now(kept)).toMatchObject({ email, status: 'active' })
    expect(await h.mailsTo(next)).toEqual([])
  })

  it('is not opened by an invitation that left after they had set a password', async () => {
    const kept = await invite('amos', northlight.id)
    const { email, id: userId } = kept.user
    const chosen = { token: await invitation(email), email, newpassword: 'fresh paint 7' }
    expect((await h.call(null, 'session.setPassword', chosen)).status).toBe(200)
    h.mails.clear()
    const facts = { userId, inviterName: users.amos.name }
    await h.services.queues.send('sendMail', { mailId: 'mal_late', tenantId: northlight.id, mail: 'invitation', facts })
    const late = await invitation(email)
    expect((await h.call(null, 'session.verifyReset', { token: late, email } as never)).body.valid).toBe(false)
    expect((await h.call(null, 'session.setPassword', { ...chosen, token: late })).status).toBe(422)
  })

  it('is nobody elses to send to themselves, but for operators', async () => {
    const kept = await invite('olive', root.id)
    await h.db.company.update(kept.user.companyId, { salesRepId: users.sam.id })
    const { status, body } = await edit('sam', kept, { ClientEmail: fresh() })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([403, ['ClientEmail']])
    const client = await invite('amos', northlight.id)
    expect((await edit('admin', client, { ClientEmail: fresh() })).status).toBe(403)
    expect((await edit('otto', kept, { ClientEmail: fresh() })).status).toBe(200)
  })
})
