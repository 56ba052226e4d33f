import { describe, expect, it } from 'vitest'
import { unlock } from '#bin/operator/unlock.ts'
import { harness } from '../../support/harness.ts'
import { secondStep } from './second-step.ts'

const h = await harness()
const { turnOnApp, begin, mails } = secondStep(h)
const run = (...args: string[]) => unlock.run(h.services, args)

describe('operator unlock', () => {
  it('lets a locked-out person in with the password alone, and tells them in the name of their agency', async () => {
    await turnOnApp('carl')
    for (let i = 0; i < 11; i++)
      await h.call(
        null,
        'session.login',
        { username: h.cast.users.carl.email, password: 'no' },
        { host: h.hostOf('carl'), ip: '192.0.2.1' },
      )
    expect((await begin('carl', '192.0.2.1')).status).toBe(429)
    await mails()
    const carl = [h.cast.users.carl.email.toUpperCase(), '--tenant', h.cast.hosts.copper]
    const asked = await run(...carl)
    expect(asked).toContain('Nothing was changed')
    expect(asked).toContain('signed out everywhere')
    expect((await begin('carl', '192.0.2.1')).status).toBe(429)
    const said = await run(...carl, '--apply')
    expect(said).toContain('Carl Client can log in again, and is signed out everywhere.')
    const again = await begin('carl', '192.0.2.1')
    expect([again.status, Object.keys(again.body)]).toEqual([200, expect.arrayContaining(['access_token'])])
    const [told] = await mails()
    expect([told?.mail, told?.tenantId]).toEqual(['securityNotice', h.cast.copper.id])
  })

  it('says what is wrong', async () => {
    await expect(run()).rejects.toThrow(/^Usage: .*unlock <e-mail> --tenant <host>/)
    await expect(run('a@b.example', '--tenant', 'nowhere.example')).rejects.toThrow('No site lives at nowhere.example.')
    await expect(run('a@b.example', '--tenant', h.cast.hosts.copper)).rejects.toThrow(/Nobody logs in/)
    await expect(run(h.cast.users.cleo.email, '--tenant', h.cast.hosts.copper)).rejects.toThrow(/Nobody logs in/)
  })
})
