// Acts that a stolen, still open session must not be enough for: each asks for the password again, generated from the contracts.
import { afterEach, describe, expect, it } from 'vitest'
import { roleOf } from '#shared/access/role-of.ts'
import { allowed } from '#shared/access/roles.ts'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'

const h = await harness()
const sensitive = allCalls.filter(({ call }) => call.sensitive)
const WINDOW_MS = 15 * 60_000
const at = Math.floor(Date.now() / 1000) * 1000

afterEach(() => h.setClock())

const mayCall = ({ call }: NamedCall, who: Member) =>
  call.can === 'signed-in' ||
  (allowed[call.can as keyof typeof allowed] as readonly string[]).includes(roleOf(h.cast.users[who]))
const callerOf = (entry: NamedCall): Member =>
  (['ada', 'cleo', 'olive', 'sam'] as const).find((who) => mayCall(entry, who)) ?? 'olive'

/** A token of a sign-in whose password was given so long ago. */
async function tokenOfAge(who: Member, age: number): Promise<string> {
  h.setClock(at)
  const { refresh_token } = (await h.signIn(who)).body
  h.setClock(at + age)
  const { body } = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf(who) })
  return body.access_token
}

describe('sensitive calls', () => {
  it('are those on second steps and addresses at least', () => {
    const ids = sensitive.map(({ id }) => id)
    for (const id of [
      'security.saveTwoFactor',
      'security.getGoogleTfa',
      'security.newRecoveryCodes',
      'account.changeEmail',
      'payments.getConnectedAccountLink',
      'payments.getExistingConnectedAccountLink',
      'payments.createConnectedAccount',
      'payments.createSalesConnectedAccount',
      'payments.cancelSubscription',
      'payments.resetPaymentConnection',
      'companies.remove',
      'roles.save',
      'integrations.addWebhook',
      'integrations.rollWebhook',
      'integrations.connectTool',
      'integrations.beginSignIn',
    ])
      expect(ids).toContain(id)
  })

  it.each(sensitive.map((entry) => ({ id: entry.id, entry })))(
    '$id asks again after the window, and only then',
    async ({ id, entry }) => {
      const who = callerOf(entry)
      const input = () => samples[id](h.cast, who) as never
      const late = await h.call(who, id, input(), { token: await tokenOfAge(who, WINDOW_MS + 1000) })
      expect([late.status, late.body.code]).toEqual([403, 'reauthenticate'])
      const early = await h.call(who, id, input(), { token: await tokenOfAge(who, WINDOW_MS - 1000) })
      expect(early.body.code).not.toBe('reauthenticate')
    },
  )

  it('are who lets a person in beside themselves, or gives one other rights, too', async () => {
    const token = await tokenOfAge('ada', WINDOW_MS + 1000)
    const person = { ClientFullName: 'Ned New', ClientEmail: 'ned@northlight.example', ClientPhone: '(312) 555-0142' }
    const made = () => h.call('ada', 'companies.create', { userType: 'user', ...person }, { token })
    expect((await made()).body.code).toBe('reauthenticate')
    await h.call('ada', 'session.confirmPassword', { password: PASSWORD }, { token })
    const { status, body } = await made()
    expect(status).toBe(200)
    const ClientID = ('person' in body && body.person?.id) || ''
    const late = await tokenOfAge('ada', WINDOW_MS + 1000)
    const edit = (more: object) =>
      h.call('ada', 'companies.update', { action: 'staff', ClientID, ...person, ...more }, { token: late })
    expect((await edit({ ClientFullName: 'Ned Newer' })).status).toBe(200)
    expect((await edit({ defaultAdmin: 'T' })).body.code).toBe('reauthenticate')
  })

  it('are open for a while after the password was given again', async () => {
    const token = await tokenOfAge('cleo', 2 * WINDOW_MS)
    const save = () => h.call('cleo', 'security.newRecoveryCodes', { userId: h.cast.users.cleo.id }, { token })
    expect((await save()).body.code).toBe('reauthenticate')
    expect((await h.call('cleo', 'session.confirmPassword', { password: 'no' }, { token })).status).not.toBe(200)
    expect((await save()).body.code).toBe('reauthenticate')
    expect((await h.call('cleo', 'session.confirmPassword', { password: PASSWORD }, { token })).status).toBe(200)
    expect((await save()).body.code).toBe('conflict')
  })
})
