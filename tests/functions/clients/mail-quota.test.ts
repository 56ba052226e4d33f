// Nobody writes to strangers without end.
import { expect, it } from 'vitest'
import { mailQuotas } from '#functions/domain/mail-quota.ts'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight } = h.cast
let made = 0
const invite = () => {
  const name = `Quota ${++made}`
  const form = { ClientCompanyName: name, ClientFullName: name, ClientEmail: `quota${made}@example.com` }
  return h.call('ada', 'clients.create', { companyID: northlight.id, ...form })
}

it('invites as many as a day allows, of many at once too, and goes on the next day', async () => {
  const at = (Math.floor(Date.now() / DAY) + 1) * DAY + 60_000
  h.setClock(at)
  for (let i = 0; i < mailQuotas.invitation - 1; i++) await h.db.guard.count('mails-invitation', northlight.id, DAY, at)
  const answers = await Promise.all([invite(), invite(), invite()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.message).toContain('500 invitations today')
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  h.setClock(at + DAY)
  expect((await invite()).status).toBe(200)
})
