// What a look through somebody's eyes and a company out of reach leave behind: one line of the log each.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { log } from '#functions/kit/log.ts'
import { harness } from '../../support/harness.ts'
import { claimsOf } from './view-as.ts'

const h = await harness()
const foreign = await h.plant()
const { users, copper } = h.cast
afterEach(() => vi.restoreAllMocks())

function listen() {
  const lines: { call?: unknown; status?: unknown; who?: unknown; tenant?: unknown }[] = []
  vi.spyOn(log, 'info').mockImplementation((_message, fields = {}) => void lines.push(fields))
  return (call: string) => lines.filter((line) => line.call === call)
}

describe('looking as somebody else', () => {
  it('AGL-46 is for system users and people inside their root, for an hour, and every switch is in the log', async () => {
    const logged = listen()
    const look = (who: 'olive' | 'ada', usrID: string) => h.call(who, 'account.switchUser', { usrID })
    expect((await look('ada', users.cleo.id)).status).toBe(403)
    expect((await look('olive', foreign.users.ada.id)).status).toBe(403)
    const { status, body } = await look('olive', users.abe.id)
    expect([status, body.expires_in]).toEqual([200, 3600])
    expect(claimsOf(body.access_token)).toMatchObject({ sub: users.abe.id, act: { sub: users.olive.id } })
    expect(body.home.data.ownedcompanyid).toBe(copper.id)
    expect(logged('account.switchUser').map(({ who, status: answered }) => [who, answered])).toEqual([
      [users.ada.id, 403],
      [users.olive.id, 403],
      [users.olive.id, 200],
    ])
  })
})

describe('companies out of reach', () => {
  it('CLI-29 are refused by every call on users, and each try is in the log', async () => {
    const logged = listen()
    const { carl } = users
    const form = {
      ClientID: carl.id,
      ClientCompanyName: 'Mine',
      ClientFullName: 'Mine',
      ClientEmail: 'mine@mine.example',
      ClientPhone: '(312) 555-0199',
      action: 'downline' as const,
    }
    const companyID = carl.companyId
    const none = {
      group: 'none',
      idsys: 'none',
      type: 'none',
      module: 'none',
      sort: 'none',
      order: 'none',
      search: 'none',
    } as const
    const answers = {
      'companies.update': await h.call('ada', 'companies.update', form),
      'companies.remove': await h.call('ada', 'companies.remove', { companyId: companyID, userId: carl.id }),
      'companies.resendInvitation': await h.call('ada', 'companies.resendInvitation', { companyID, userID: carl.id }),
      'companies.create': await h.call('ada', 'companies.create', { ...form, companyID: copper.id }),
      'companies.list': await h.call('ada', 'companies.list', { companyId: copper.id, ...none }),
      'companies.showUser': await h.call('ada', 'companies.showUser', { companyID: copper.id }),
      'companies.exportList': await h.call('ada', 'companies.exportList', { companyID: copper.id }),
    }
    for (const [call, { status, body }] of Object.entries(answers)) {
      expect([call, status, body.message]).toEqual([call, 403, 'You may not reach this account.'])
      expect(logged(call)).toEqual([
        expect.objectContaining({ status: 403, who: users.ada.id, tenant: h.cast.northlight.id }),
      ])
    }
    expect((await h.db.user.get(carl.id)).name).toBe('Carl Client')
  })
})
