import { describe, expect, it } from 'vitest'
import { noticePeople } from '#functions/domain/mail/notice-people.ts'
import { markFailed } from '#functions/domain/payments/state.ts'
import type { Input } from '#shared/contracts/index.ts'
import { Payment } from '#shared/model/payment.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { rolesOf } from '../roles/stage.ts'

const h = await harness()
const { root, northlight, copper, users } = h.cast
const { save, put, take } = rolesOf(h)
const payment = Payment.parse({
  companyId: northlight.id,
  key: 'invoice#1',
  purpose: 'invoice',
  amountCents: 4200,
  description: 'Invoice',
  status: 'open',
  createdAt: 1,
})

const list = async (who: Member, more: object = {}) =>
  h.call(who, 'staff.list', { companyId: users[who].companyId, ...more })
const rowOf = async (who: Member, id: string | undefined) => (await list(who)).body.data.find((row) => row.id === id)
let made = 0
const add = (who: Member, more: Partial<Input<'companies.create'>> = {}) =>
  h.call(who, 'companies.create', {
    userType: 'administrator',
    ClientFullName: 'Nina New',
    ClientEmail: `nina${++made}@staff.example`,
    ...more,
  } as Input<'companies.create'>)
const edit = (who: Member, id: string, more: Partial<Input<'companies.update'>> = {}) => {
  const member = Object.values(users).find((user) => user.id === id)
  return h.call(who, 'companies.update', {
    ClientID: id,
    action: 'staff',
    ClientFullName: member?.name ?? 'Nina New',
    ClientPhone: '(312) 555-0123',
    ClientEmail: member?.email ?? `nina${made}@staff.example`,
    ...more,
  })
}
const remove = (who: Member, userId: string) =>
  h.call(who, 'companies.remove', { companyId: users[who].companyId, userId })

describe('the administrators of a company', () => {
  it('ROL-10 are listed with role and marks, ten to a page, and added, edited and deleted by the user calls', async () => {
    const role = (await save('ada', { roleName: 'Desk' })).body.data
    const created = await add('ada', { ClientRole: role.roleID, customercare: 'T', ClientPhone: '(312) 555-0144' })
    expect([created.status, created.body.message, created.body.data]).toEqual([
      ...[200, 'Data has been added successfully', []],
    ])
    const { person } = created.body
    expect(await rowOf('ada', person?.id)).toEqual({
      id: person?.id,
      company_id: northlight.id,
      name: 'Nina New',
      email: `nina${made}@staff.example`,
      phonenum: '3125550144',
      phone_country_code: 'US',
      phone_country_calling_code: '+1',
      user_type: 'administrator',
      role_id: role.roleID,
      role_name: 'Desk',
      defaultAdmin: 'F',
      customercare: 'T',
      adminGetNotification: 'F',
      permission_active: 'T',
      user_permissions: { report_analytics: 'F' },
      sales_kind: '',
      status_acc: '',
      is_invited: true,
      created_at: expect.stringMatching(/Z$/),
      why_not: '',
      pending_email: '',
      why_not_sign_in: '',
    })
    expect(await h.mailsTo(`nina${made}@staff.example`)).toHaveLength(1)
    const id = person?.id ?? ''
    const changed = await edit('ada', id, { ClientFullName: 'Nina Known', ClientRole: '', adminGetNotification: 'T' })
    expect(changed.body.person).toMatchObject({
      name: 'Nina Known',
      role_id: '',
      adminGetNotification: 'T',
      customercare: 'T',
    })
    expect((await remove('ada', id)).body.message).toBe('Deleted!')
    expect(await rowOf('ada', id)).toBeUndefined()
    for (let i = 0; i < 9; i++) await add('ada')
    const first = await list('ada')
    expect([first.body.total, first.body.data.length, first.body.last_page]).toEqual([12, 10, 2])
    expect((await list('ada', { Page: 2 })).body.data).toHaveLength(2)
    expect((await list('ada', { PerPage: 25 })).body.data).toHaveLength(12)
    expect((await list('ada', { PerPage: 100_000 })).status).toBe(422)
    expect((await list('ada', { search: 'amos' })).body.data.map(({ name }) => name)).toEqual(['Amos Assistant'])
  })

  it('are made and removed inside their own company, and nobody removes themselves', async () => {
    const outside = await add('olive', { companyID: northlight.id })
    expect([outside.status, outside.body.message]).toEqual([403, 'You may not reach this account.'])
    const own = await remove('ada', users.ada.id)
    expect([own.status, own.body.message]).toEqual([403, 'Nobody deletes their own account.'])
  })

  it('ROL-10 never lose the last default administrator', async () => {
    for (const { status, body } of [
      await remove('ada', users.ada.id),
      await edit('ada', users.ada.id, { defaultAdmin: 'F' }),
    ]) {
      expect(status).toBeGreaterThanOrEqual(403)
      expect(body.result).toBe('failed')
    }
    expect((await edit('ada', users.ada.id, { defaultAdmin: 'F' })).body.message).toBe(
      'This is the last default administrator. Make somebody else one first.',
    )
  })

  it('are told of as invited where they were, and not where they got a password', async () => {
    const names = async () =>
      (await h.call('ada', 'account.notices', {})).body.data.flatMap(({ kind, facts }) =>
        kind === 'staffInvited' ? [facts.name] : [],
      )
    await add('ada', { ClientFullName: 'Ines Invited' })
    await add('ada', { ClientFullName: 'Petra Password', ClientPass: 'fresh paint 7' })
    expect(await names()).toContain('Ines Invited')
    expect(await names()).not.toContain('Petra Password')
  })

  it('are shut out the moment they are deleted, and their address is free again', async () => {
    const { body } = await add('ada', { ClientPass: 'fresh paint 7' })
    const { id = '', email = '' } = body.person ?? {}
    const login = () =>
      h.call(null, 'session.login', { username: email, password: 'fresh paint 7' }, { host: h.cast.hosts.northlight })
    const first = await login()
    const token = 'access_token' in first.body ? first.body.access_token : ''
    expect((await h.call('ada', 'account.me', { id }, { token })).status).toBe(200)
    await remove('ada', id)
    expect((await h.call('ada', 'account.me', { id }, { token })).status).toBe(401)
    expect((await login()).status).toBe(401)
    expect((await add('ada', { ClientEmail: email })).status).toBe(200)
  })

  it('leave their name when they are deleted, and neither password, second step, telephone nor picture', async () => {
    const { body } = await add('ada', {
      ClientPass: 'fresh paint 7',
      ClientPhone: '(312) 555-0144',
      twoFactorAuth: 'T',
    })
    const { id = '' } = body.person ?? {}
    const picture = `pictures/users/${id}/one.png`
    await h.services.files.put(picture, new Uint8Array([137, 80]), 'image/png')
    await h.db.user.update(id, { picture })
    expect(await h.db.twoFactor.find(id)).toBeDefined()
    expect(await h.db.user.findFresh(id)).toMatchObject({
      phone: '3125550144',
      passwordHash: expect.stringMatching(/./),
    })
    expect((await remove('ada', id)).status).toBe(200)
    expect(await h.db.user.findFresh(id)).toMatchObject({
      name: 'Nina New',
      status: 'disabled',
      passwordHash: '',
      phone: '',
      picture: null,
    })
    expect([await h.db.twoFactor.find(id), await h.services.files.exists(picture)]).toEqual([undefined, false])
  })

  it('of a root leave no address either when they are deleted: operators and sales people', async () => {
    for (const kind of [{}, { userType: 'sales', salesKind: 'representative' }] as const) {
      const { body } = await add('olive', kind)
      const { id = '', email = '' } = body.person ?? {}
      await h.db.user.update(id, { pendingEmail: `new.${email}` })
      expect((await remove('olive', id)).status).toBe(200)
      const left = await h.db.user.findFresh(id)
      expect(left).toMatchObject({ name: 'Nina New', status: 'disabled', pendingEmail: '' })
      expect(JSON.stringify(left)).not.toContain(email)
      // It is free, and a new person has it for themselves.
      expect((await add('olive', { ClientEmail: email })).status).toBe(200)
    }
  })

  it('are kept by their own company alone', async () => {
    expect((await list('olive', { companyId: northlight.id })).status).toBe(200)
    expect((await edit('olive', users.amos.id)).status).toBe(403)
    expect((await add('olive', { companyID: northlight.id })).status).toBe(403)
    expect(
      (await h.call('olive', 'companies.remove', { companyId: northlight.id, userId: users.amos.id })).status,
    ).toBe(403)
    expect((await edit('abe', users.amos.id)).status).toBe(403)
    expect((await edit('admin', users.amos.id)).status).toBe(403)
    expect((await edit('ada', users.cleo.id)).status).toBe(403)
    for (const who of ['sam', 'cleo', 'admin'] as const) expect((await list(who)).status).toBe(403)
  })

  it('of a root are operators', async () => {
    const { body } = await add('olive')
    expect(body.person?.user_type).toBe('user')
    expect((await h.db.user.get(body.person?.id ?? '')).isSystemUser).toBe(true)
    expect((await list('olive')).body.data.some(({ user_type }) => user_type === 'sales')).toBe(false)
    expect(root.id).toBe(body.person?.company_id)
  })

  it('are told apart from companies when something is missing', async () => {
    expect((await add('ada', { userType: '' })).body.fields).toEqual({
      ClientCompanyName: 'Enter the name of the company.',
    })
    expect((await add('ada', { ClientEmail: users.amos.email })).body.fields).toEqual({
      ClientEmail: 'This email already exists',
    })
    expect((await add('ada', { ClientRole: 'rol_nobodys' })).body.fields).toEqual({
      ClientRole: 'Choose a role of your company.',
    })
    expect((await edit('ada', users.amos.id, { ClientEmail: users.admin.email })).body.fields).toEqual({
      ClientEmail: 'This email already exists',
    })
  })
})

describe('nobody gives more than they have', () => {
  it('but default administrators, who give all there is', async () => {
    const wide = (await save('ada', { roleName: 'Wide' })).body.data.roleID
    await put('amos', { Settings: ['delete'] })
    expect((await add('amos', { defaultAdmin: 'T' })).body.message).toBe(
      'Only a default administrator makes another one.',
    )
    expect((await add('amos')).body.message).toBe('This role allows more than your own. Choose another one.')
    expect((await add('amos', { ClientRole: wide })).status).toBe(403)
    expect((await edit('amos', users.amos.id, { ClientRole: '' })).status).toBe(403)
    expect((await edit('amos', users.ada.id, {})).body.message).toBe(
      'Only a default administrator changes another one.',
    )
    const own = (await h.db.user.get(users.amos.id)).roleId ?? ''
    expect((await add('amos', { ClientRole: own })).status).toBe(200)
    // What is not about rights they may change of themselves.
    expect((await edit('amos', users.amos.id, { ClientFullName: 'Amos A.' })).status).toBe(200)
    await take('amos')
  })

  it('and a default administrator is free of every role', async () => {
    await put('amos', { Settings: ['enable', 'create', 'update', 'delete'] })
    expect((await list('amos')).status).toBe(403)
    await edit('ada', users.amos.id, { defaultAdmin: 'T', customercare: 'T', adminGetNotification: 'T' })
    expect((await list('amos')).status).toBe(200)
    const { isDefaultAdmin, isCustomerCare, getsNotices } = await h.db.user.get(users.amos.id)
    expect({ isDefaultAdmin, isCustomerCare, getsNotices }).toEqual({
      isDefaultAdmin: true,
      isCustomerCare: true,
      getsNotices: true,
    })
    // The owner may go now: the list of agencies names the other one.
    const login = await h.call(
      null,
      'session.login',
      { username: users.amos.email, password: PASSWORD },
      { host: h.cast.hosts.northlight },
    )
    expect(login.status).toBe(200)
    expect((await remove('amos', users.ada.id)).status).toBe(200)
    expect((await h.db.node.find(root.id, northlight.id))?.userId).toBe(users.amos.id)
  })
})

describe('the marks of an administrator', () => {
  it('ROL-11 show customer care to clients, and lead notices to those who are marked for them', async () => {
    const care = async (who: Member) => (await h.call(who, 'staff.customerCare', {})).body.data
    await h.db.user.update(users.admin.id, { isCustomerCare: false, getsNotices: false })
    await h.db.user.update(users.amos.id, { isCustomerCare: false, getsNotices: false, isDefaultAdmin: true })
    expect(await care('cleo')).toEqual([])
    const keeper = 'amos'
    await edit(keeper, users.admin.id, { customercare: 'T', adminGetNotification: 'T' })
    expect(await care('cleo')).toEqual([{ name: users.admin.name, email: users.admin.email, phone: '+1 3125550123' }])
    expect(await care('carl')).toEqual([])
    expect(await care(keeper)).toEqual([])

    const people = await h.db.user.listByCompany(northlight.id)
    expect(noticePeople(people).map(({ id }) => id)).toEqual([users.admin.id])
    await markFailed(h.services, await h.db.company.get(northlight.id), payment, {
      reason: 'No.',
      retries: 0,
      nextAt: null,
    })
    expect((await h.mailsTo(users.admin.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/payment/i),
    )
    expect(await h.mailsTo(users.amos.email)).toEqual([])
    await h.db.company.update(northlight.id, { paymentFailed: false })
    expect((await edit(keeper, users.admin.id, { adminGetNotification: 'F' })).body.message).toBe(
      'Data has been updated successfully',
    )
    // A notice always reaches somebody.
    expect(noticePeople(await h.db.user.listByCompany(northlight.id)).map(({ id }) => id)).toEqual([users.amos.id])
  })
})

describe('people who are added', () => {
  it('have an address of their own: one that is taken is refused, and two who add the same at once add one', async () => {
    const ClientEmail = 'twin@staff.example'
    const answers = await Promise.all([add('abe', { ClientEmail }), add('abe', { ClientEmail })])
    expect(answers.map(({ status }) => status === 200).sort()).toEqual([false, true])
    const late = await add('abe', { ClientEmail })
    expect([late.status, Object.keys(late.body.fields ?? {})]).toEqual([422, ['ClientEmail']])
    const people = await h.db.user.listByCompany(copper.id)
    expect(people.filter(({ email }) => email === ClientEmail)).toHaveLength(1)
  })

  it('get a role as it was when it was chosen, and keep theirs through changes of others', async () => {
    const { roleID } = (await save('abe', { roleName: 'Chosen' })).body.data
    const { middlewareStack } = h.services.table.client
    /** Changes the roles right before somebody is written. */
    const meanwhile = async <Answer>(words: string, act: () => Promise<Answer>) => {
      let isDone = false
      middlewareStack.add(
        (next, { commandName = '' }) =>
          async (args) => {
            if (!isDone && commandName.startsWith('TransactWrite') && JSON.stringify(args.input).includes(words)) {
              isDone = true
              await save('abe', { roleName: `In between ${words}` })
            }
            return next(args)
          },
        { step: 'initialize', name: 'meanwhile' },
      )
      const answer = await act().finally(() => middlewareStack.remove('meanwhile'))
      expect(isDone).toBe(true)
      return answer
    }
    const why = 'The roles were changed by somebody else at the same time. Please choose again.'
    const ClientEmail = 'chosen@staff.example'
    const refused = await meanwhile(ClientEmail, () => add('abe', { ClientEmail, ClientRole: roleID }))
    expect([refused.status, refused.body.fields]).toEqual([409, { ClientRole: why }])
    expect((await add('abe', { ClientEmail, ClientRole: roleID })).status).toBe(200)
    const person = (await h.db.user.listByCompany(copper.id)).find(({ email }) => email === ClientEmail)
    const rename = { ClientEmail, ClientFullName: 'Chosen Anew' }
    expect((await meanwhile('Chosen Anew', () => edit('abe', person?.id ?? '', rename))).status).toBe(200)
    expect((await h.db.user.get(person?.id ?? '')).roleId).toBe(roleID)
  })
})

describe('two default administrators', () => {
  it('get no right back by a change of something else that was begun before it was taken', async () => {
    const { person } = (await add('abe', { userType: 'user', defaultAdmin: 'T', ClientPhone: '(312) 555-0144' })).body
    const id = person?.id ?? ''
    const done = await Promise.all([
      h.call('abe', 'companies.update', { ClientID: id, action: 'staff', defaultAdmin: 'F' }),
      h.call('abe', 'companies.update', { ClientID: id, action: 'staff', ClientFullName: 'Nina Next' }),
      h.call('abe', 'companies.update', { ClientID: id, action: 'staff', ClientPhone: '(312) 555-0145' }),
    ])
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await h.db.user.get(id)).toMatchObject({ isDefaultAdmin: false, name: 'Nina Next', phone: '3125550145' })
    await remove('abe', id)
  })

  it('cannot delete each other at once', async () => {
    const second = await add('abe', { userType: 'user', defaultAdmin: 'T', ClientPass: 'fresh paint 7' })
    const id = second.body.person?.id ?? ''
    const email = second.body.person?.email ?? ''
    const login = await h.call(
      null,
      'session.login',
      { username: email, password: 'fresh paint 7' },
      { host: h.cast.hosts.copper },
    )
    const token = 'access_token' in login.body ? login.body.access_token : ''
    const both = await Promise.all([
      remove('abe', id),
      h.call('abe', 'companies.remove', { companyId: copper.id, userId: users.abe.id }, { token }),
    ])
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const left = (await h.db.user.listByCompany(copper.id)).filter(
      (user) => user.isDefaultAdmin && user.status === 'active',
    )
    expect(left.length).toBeGreaterThan(0)
  })
})
