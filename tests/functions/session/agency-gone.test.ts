// People of clients go with their agency: on no host do they live on once it is removed, or its contract is over for long.
import { afterEach, describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { READ_ON_MS } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, users, hosts } = h.cast

afterEach(async () => {
  h.setClock()
  await h.db.company.update(northlight.id, { deletedAt: null, cancelledAt: null })
})

const here = { host: hosts.root }
async function asked() {
  const token = await h.tokenOf('cleo')
  const me = await h.call('cleo', 'account.me', { id: users.cleo.id }, { ...here, token })
  const overview = await h.call('cleo', 'campaigns.overview', { companyId: users.cleo.companyId } as never, {
    ...here,
    token,
  })
  return [me.status, overview.status]
}

describe('the agency of a client', () => {
  it('that is removed takes its clients’ people with it, also on the host of the root', async () => {
    expect((await asked())[0]).toBe(200)
    await h.db.company.update(northlight.id, { deletedAt: h.services.now() })
    expect(await asked()).toEqual([401, 401])
  })

  it('whose contract is over for long refuses them there as on its own host', async () => {
    await h.tokenOf('cleo')
    await h.db.company.update(northlight.id, { cancelledAt: h.services.now() - READ_ON_MS - DAY })
    expect(await asked()).toEqual([403, 403])
  })

  it('is where their sign-ins go on, and nowhere else', async () => {
    const { refresh_token } = (await h.signIn('cleo')).body
    expect((await h.call(null, 'session.refresh', { refresh_token }, here)).status).toBe(401)
    expect((await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('cleo') })).status).toBe(200)
  })

  it('has several hosts, and what a browser keeps for one opens nothing by another: it may be somebody else’s one day', async () => {
    const own = 'leads.northlight.example'
    await h.db.domain.claim(own, northlight.id, h.services.now())
    const { refresh_token } = (await h.signIn('cleo', { host: own })).body
    const there = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('cleo') })
    expect(there.status).toBe(401)
    expect((await h.call(null, 'session.refresh', { refresh_token }, { host: own })).status).toBe(200)
  })
})
