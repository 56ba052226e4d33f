// What view mode may not do, generated from the contracts, and the trace that every call of it leaves.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { log } from '#functions/kit/log.ts'
import { allCalls, type CallName } from '#shared/contracts/index.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { lookAs } from './view-as.ts'

const h = await harness()
const { access_token: token } = await lookAs(h, 'ada')
const inputOf = (id: CallName) => samples[id](h.cast, 'ada') as never

afterEach(() => vi.restoreAllMocks())

/** What stands in a call that is about somebody's own keys to the account, or about promises made in their name. */
const personal =
  /password|two-?factor|recovery|change-email|card|api-?key|authenticate|credential|services-agreement|\/sessions|unlock/i
/** Reading about these is no act. */
const isAct = (method: string) => method !== 'GET'

describe('view mode', () => {
  const closed = allCalls.filter(({ call }) => call.notInView)

  it.each(closed.map(({ id }) => id))('VAS-018 VAS-019 2FA-026 %s is refused', async (id) => {
    const { status, body } = await h.call('olive', id, inputOf(id), { token })
    // The person's own rights may refuse it before view mode does.
    expect(status).toBe(403)
    const own = allCalls.find((entry) => entry.id === id)?.call.can
    if (own === 'signed-in') expect(body.message).toBe('This cannot be done while viewing as someone else.')
  })

  it('VAS-018 VAS-019 2FA-026 keeps every act on passwords, second steps, addresses, cards, keys and agreements out', () => {
    const open = allCalls.filter(
      ({ call }) =>
        call.can !== 'anyone' && isAct(call.method) && (personal.test(call.path) || call.sensitive) && !call.notInView,
    )
    expect(open.map(({ id }) => id)).toEqual([])
    expect(closed.length).toBeGreaterThan(8)
  })

  it('2FA-026 leaves the second step of the viewed person as it was', async () => {
    const { id } = h.cast.users.ada
    const input = { userId: id, two_factor_auth: true, two_factor_auth_type: 'email' } as const
    expect((await h.call('olive', 'security.saveTwoFactor', input, { token })).status).toBe(403)
    expect(await h.db.twoFactor.find(id)).toBeUndefined()
  })

  it('VAS-013 writes both people into the log of every call, refused or not', async () => {
    const lines: unknown[] = []
    await h.tokenOf('ada')
    vi.spyOn(log, 'info').mockImplementation((_, fields) => void lines.push(fields))
    const { ada, olive } = h.cast.users
    await h.call('olive', 'account.saveProfile', inputOf('account.saveProfile'), { token })
    await h.call('olive', 'security.saveTwoFactor', inputOf('security.saveTwoFactor'), { token })
    await h.call('ada', 'account.saveProfile', inputOf('account.saveProfile'))
    expect(lines).toMatchObject([
      { call: 'account.saveProfile', status: 200, who: `${olive.id}>${ada.id}` },
      { call: 'security.saveTwoFactor', status: 403, who: `${olive.id}>${ada.id}` },
      { call: 'account.saveProfile', status: 200, who: ada.id },
    ])
  })

  it('acts with the rights of the person looked at, on their data', async () => {
    await h.call(
      'olive',
      'account.saveProfile',
      { ...(inputOf('account.saveProfile') as object), name: 'Ada Seen' } as never,
      { token },
    )
    expect((await h.db.user.get(h.cast.users.ada.id)).name).toBe('Ada Seen')
    expect(
      (
        await h.call(
          'olive',
          'account.saveCompany',
          { ...(inputOf('account.saveCompany') as object), companyID: h.cast.root.id } as never,
          { token },
        )
      ).status,
    ).toBe(403)
  })
})
