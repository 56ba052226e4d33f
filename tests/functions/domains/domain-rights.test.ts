// Links in mails lead to an agency's own domain: few may set it, and they give their password for it.
import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, users } = h.cast
const save = () => h.call('ada', 'domains.save', { companyID: northlight.id, DownlineDomain: 'leads.rights.example' })
const read = async () => (await h.call('ada', 'domains.get', { companyID: northlight.id })).body

describe("an agency's own domain", () => {
  it('is left to default administrators, who are told so', async () => {
    await h.db.user.update(users.ada.id, { isDefaultAdmin: false })
    const { status, body } = await save()
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^Only a default administrator/)])
    expect(await read()).toMatchObject({ domain: '', whynot: body.message })
    await h.db.user.update(users.ada.id, { isDefaultAdmin: true })
    expect((await read()).whynot).toBe('')
  })

  it('asks for a password that was given lately', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000
    h.setClock(now)
    const { refresh_token } = (await h.signIn('ada')).body
    h.setClock(now + 16 * 60_000)
    const { body } = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('ada') })
    const asked = { companyID: northlight.id, DownlineDomain: 'leads.rights.example' }
    const old = await h.call(null, 'domains.save', asked, { token: body.access_token, host: h.hostOf('ada') })
    h.setClock()
    expect([old.status, old.body.code]).toEqual([403, 'reauthenticate'])
    expect((await read()).domain).toBe('')
    expect((await save()).status).toBe(200)
  })
})
