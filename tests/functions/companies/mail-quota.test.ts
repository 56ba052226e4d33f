// Nobody writes to strangers without end.
import { beforeEach, describe, expect, it } from 'vitest'
import { mailQuotas } from '#functions/domain/mail/quota.ts'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { file, importStage, person } from './import-stage.ts'

const h = await harness()
const stage = await importStage(h)
const { northlight } = h.cast
let made = 0
let day = Math.floor(Date.now() / DAY) + 10
/** Each test has a day of its own. */
let at = 0
beforeEach(() => {
  at = ++day * DAY + 60_000
  h.setClock(at)
  h.forgetTokens()
})

const invite = () => {
  const name = `Quota ${++made}`
  const form = { ClientCompanyName: name, ClientFullName: name, ClientEmail: `quota${made}@example.com` }
  return h.call('ada', 'companies.create', { companyID: northlight.id, ...form })
}
const spend = (kind: keyof typeof mailQuotas, count: number) =>
  h.db.guard.reserve({
    kind: `mails-${kind}`,
    subject: northlight.id,
    windowMs: DAY,
    now: at,
    count,
    most: mailQuotas[kind],
  })
const spent = () => h.db.guard.read('mails-invitation', northlight.id, DAY, at)
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

describe('the invitations of a day', () => {
  it('are as many as a day allows, of many at once too, and go on the next day', async () => {
    await spend('invitation', mailQuotas.invitation - 1)
    const answers = await Promise.all([invite(), invite(), invite()])
    expect(statusesOf(answers)).toEqual([200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.message).toContain('500 invitations today')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await spent()).toBe(mailQuotas.invitation)
    h.setClock(at + DAY)
    h.forgetTokens()
    expect((await invite()).status).toBe(200)
  })

  it('count the clients of a file when it is confirmed, and a file beyond them goes on waiting', async () => {
    // Files are sent for this very day: the store looks at its own clock.
    at = Date.now()
    h.setClock(at)
    h.forgetTokens()
    stage.at.agency = northlight
    const send = async (tag: string) => {
      const { ref } = await stage.check(file(person(1, tag), person(2, tag), person(3, tag)))
      return ref.importId
    }
    const confirm = (importID: string) =>
      h.call('ada', 'companies.confirmImport', { companyID: northlight.id, importID })
    const [one, two] = [await send('quota-one'), await send('quota-two')]
    await spend('invitation', mailQuotas.invitation - 5)
    // Two files at once, and one of them twice: three of the five that are left are spent once.
    const answers = await Promise.all([confirm(one), confirm(two), confirm(one)])
    expect(await spent()).toBe(mailQuotas.invitation - 2)
    const late = answers.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThan(0)
    expect(late[0]?.body.message).toBe('This needs 3 invitations, and 2 of 500 are left today. Please go on tomorrow.')
    await h.drain()
    const states = async () => (await stage.jobs(northlight.id)).map(({ id, status }) => [id, status])
    const waits = answers[1]?.status === 429 ? two : one
    const other = waits === one ? two : one
    expect(await states()).toEqual(
      expect.arrayContaining([
        [waits, 'checked'],
        [other, 'done'],
      ]),
    )
    // Once more for the one that is through: nothing more is counted.
    expect((await confirm(other)).status).toBe(200)
    expect(await spent()).toBe(mailQuotas.invitation - 2)
    h.setClock((Math.floor(at / DAY) + 1) * DAY)
    h.forgetTokens()
    expect((await confirm(waits)).status).toBe(200)
  })

  it('count a corrected address, which is sent an invitation too', async () => {
    const { body } = await invite()
    const id = body.data[0]?.id ?? ''
    const before = await h.db.user.get(id)
    const correct = () =>
      h.call('ada', 'companies.update', {
        ClientID: id,
        action: 'downline',
        ClientCompanyName: 'Corrected',
        ClientFullName: 'Cor Rected',
        ClientEmail: `corrected${++made}@example.com`,
        ClientPhone: '(312) 555-0145',
      })
    expect((await correct()).status).toBe(200)
    expect(await spent()).toBe(2)
    await spend('invitation', mailQuotas.invitation - 2)
    expect((await correct()).status).toBe(429)
    expect((await h.db.user.get(id)).email).not.toBe(before.email)
    expect((await h.db.user.get(id)).email).toBe(`corrected${made - 1}@example.com`)
  })
})

describe('the test mails of a day', () => {
  it('are as many as a day allows, of two at once too', async () => {
    await spend('testMail', mailQuotas.testMail - 1)
    const test = () =>
      h.call('ada', 'settings.testSmtp', {
        companyID: northlight.id,
        sendto: 'somebody@example.com',
        host: 'smtp.example.com',
        port: 587,
        security: 'tls',
        username: '',
        password: '',
        fromaddress: 'from@example.com',
      })
    const answers = await Promise.all([test(), test()])
    expect(statusesOf(answers)).toEqual([200, 429])
    expect(answers.find(({ status }) => status === 429)?.body.message).toContain('50 test mails today')
  })
})
