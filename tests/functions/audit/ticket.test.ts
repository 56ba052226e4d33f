import { expect, it } from 'vitest'
import { makeTicket } from '#functions/domain/audit/ticket.ts'

it('LOG-11 signs six segments in the order of the address: company, type, user, action, dates, campaign', async () => {
  const segments = {
    company: 'one',
    userType: 'two',
    user: 'three',
    action: 'four',
    dateRange: 'five',
    campaign: 'six',
  }
  const holder = { userId: 'usr_1', companyId: 'com_1', userType: 'agency', sessionId: 'ses_1', above: [] }
  const url = await makeTicket(
    { seal: async () => 'token' },
    { segments, tenantId: 'com_1', timeZone: 'UTC', holder, now: 0 },
  )
  expect(url).toBe('/api/configuration/download-log-user/one/two/three/four/five/six?token=token')
})
