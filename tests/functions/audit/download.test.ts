import { describe, expect, it, vi } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, copper, users } = h.cast

const say = (description: string) =>
  h.call('ada', 'audit.save', { user_id: users.ada.id, action: 'Refund', description })
const open = (url: string, host = h.cast.hosts.northlight) => {
  const [path = '', query = ''] = url.split('?')
  return h.send({ method: 'GET', path, query: new URLSearchParams(query) }, host)
}
/** What lies at the address that a download leads to. */
async function fileAt(location: string): Promise<string> {
  const key = decodeURIComponent(new URL(location).pathname).replace(/^\/[^/]+\//, '')
  return (await h.services.files.readText(key)) ?? ''
}
const long = `${'A long description '.repeat(10)}end`

describe('the download of an audit log', () => {
  it('LOG-12 gives the eight columns in full to a browser that shows the signed address, and 401 without', async () => {
    await say(long)
    await say('=HYPERLINK("https://evil.example")')
    await h.drain()
    const { body } = await h.call('ada', 'audit.download', { companyID: northlight.id, action: 'Refund' })
    const segments = `/api/configuration/download-log-user/${northlight.id}/9999/9999/Refund/all/all`
    expect(body.url.startsWith(`${segments}?token=`)).toBe(true)
    expect((await open(segments)).status).toBe(401)
    const answer = await open(body.url)
    expect(answer.status).toBe(303)
    const lines = (await fileAt(answer.headers.location ?? '')).trimEnd().split('\r\n')
    expect(lines[0]).toBe('name,type_user,location,user_ip,action,description,company_name,create_date')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain(long)
    // A spreadsheet must see text, not a formula.
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"") (said by the screen)"`)
  })

  it('LOG-12 works for 60 seconds, on its own site, and for what it was made for', async () => {
    const now = Date.now()
    h.setClock(now)
    const { body } = await h.call('ada', 'audit.download', { companyID: northlight.id })
    expect((await open(body.url.replace(northlight.id, copper.id))).status).toBe(401)
    expect((await open(body.url.replace('/all/all?', '/all/other?'))).status).toBe(401)
    expect((await open(body.url, h.cast.hosts.copper)).status).toBe(401)
    h.setClock(now + 59_000)
    expect((await open(body.url)).status).toBe(303)
    h.setClock(now + 60_000)
    expect((await open(body.url)).status).toBe(401)
    h.setClock()
  })

  it('LOG-12 works no more for somebody who was shut out since', async () => {
    const { body } = await h.call('ada', 'audit.download', { companyID: northlight.id })
    await h.services.db.user.update(users.ada.id, { status: 'disabled' })
    expect((await open(body.url)).status).toBe(401)
    await h.services.db.user.update(users.ada.id, { status: 'active' })
    expect((await open(body.url)).status).toBe(303)
  })

  it('LOG-12 holds the newest 50,000 entries of a longer book, and says that there are older ones', async () => {
    await say('One of many')
    await h.drain()
    const { auditLog } = h.services.db
    const [one] = await auditLog.latest({ tenantId: northlight.id, from: 0, to: Date.now() + DAY }, 1)
    if (!one) throw new Error('Nothing was written down.')
    const listed = vi.spyOn(auditLog, 'list')
    const download = async (count: number) => {
      listed.mockImplementation(async function* () {
        for (let n = 0; n < count; n++) yield one
      })
      const { body } = await h.call('ada', 'audit.download', { companyID: northlight.id })
      return (await fileAt((await open(body.url)).headers.location ?? '')).trimEnd().split('\r\n')
    }
    const whole = await download(30_000)
    expect([whole.length, whole.at(-1) === whole[1]]).toEqual([30_001, true])
    const cut = await download(60_000)
    expect(cut).toHaveLength(50_002)
    expect(cut.at(-1)).toBe(',,,,,Older entries are not in this file. Choose fewer days to get them.,,')
    listed.mockRestore()
  })

  it('is made only by those who may read the book', async () => {
    for (const who of ['sam', 'cleo', 'abe'] as const)
      expect((await h.call(who, 'audit.download', { companyID: northlight.id })).status).toBe(403)
  })
})
