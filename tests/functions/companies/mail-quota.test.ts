// Nobody writes to strangers without end.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  INVITATIONS_OF_FILES,
  INVITATIONS_OF_PERSON,
  KEPT_FOR_PEOPLE,
  mailQuotas,
} from '#functions/domain/mail/quota.ts'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { file, importStage, person } from './import-stage.ts'

const h = await harness()
const stage = await importStage(h)
const { northlight, users } = h.cast
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

  it('count the clients of a file when it is confirmed; whom they do not reach is invited on the next days', async () => {
    // Files are sent for this very day: the store looks at its own clock.
    at = Date.now()
    h.setClock(at)
    h.forgetTokens()
    stage.at.agency = northlight
    const people = (tag: string, count: number) => file(...Array.from({ length: count }, (_, i) => person(i, tag)))
    const send = async (tag: string, count: number) => (await stage.check(people(tag, count))).ref.importId
    const ask = (name: 'importPreview' | 'confirmImport', importID: string) =>
      h.call('ada', `companies.${name}`, { companyID: northlight.id, importID })
    const [one, two] = [await send('quota-one', 3), await send('quota-two', 8)]
    await spend('invitation', INVITATIONS_OF_FILES - 5)
    // One file twice at once: three of the five that are left are spent once.
    expect(statusesOf(await Promise.all([ask('confirmImport', one), ask('confirmImport', one)]))).toEqual([200, 200])
    expect(await spent()).toBe(INVITATIONS_OF_FILES - 2)
    expect((await ask('importPreview', two)).body).toMatchObject({ invitations: 8, invitations_today: 2, refusal: '' })
    expect((await ask('confirmImport', two)).status).toBe(200)
    await h.drain()
    const jobOf = async (importID: string) => (await stage.jobs(northlight.id)).find(({ id }) => id === importID)
    const tomorrow = (Math.floor(at / DAY) + 1) * DAY
    // All are clients at once, and the first two of them are invited.
    expect(await jobOf(two)).toMatchObject({
      status: 'done',
      accepted: 8,
      invitations_wait: 6,
      invitations_from: new Date(tomorrow).toISOString(),
    })
    const invited = async () => {
      const sent: number[] = []
      for (let i = 0; i < 8; i++) for (const _ of await h.mailsTo(`p${i}@quota-two.example`)) sent.push(i)
      return sent
    }
    expect(await invited()).toEqual([0, 1])
    // What files leave of the day is for people: who invites by hand is not kept waiting, and who forgot a password never is.
    expect(await spent()).toBe(INVITATIONS_OF_FILES)
    expect((await invite()).status).toBe(200)
    const first = KEPT_FOR_PEOPLE - 2
    await spend('invitation', first)
    expect([(await invite()).status, (await invite()).status]).toEqual([200, 429])
    const forgotten = { username: users.ada.email, gtoken: 'local-human' }
    expect((await h.call(null, 'session.forgot', forgotten)).status).toBe(200)
    await h.drain()
    expect(await h.mailsTo(users.ada.email)).not.toEqual([])
    // Another one that would have to wait as well is refused in its preview and at its confirmation.
    const three = await send('quota-three', 1)
    expect((await ask('importPreview', three)).body).toMatchObject({
      refusal: expect.stringContaining('those of another file still wait'),
    })
    expect((await ask('confirmImport', three)).status).toBe(429)
    // Looked at on the same day nothing more leaves.
    await stage.look(at + 60 * 60_000 < tomorrow ? at + 60 * 60_000 : at)
    expect(await invited()).toEqual([0, 1])
    // One of them is invited again by hand meanwhile, and gets no second mail later.
    const fifth = await h.db.user.findIdsByLogin(northlight.id, ['p5@quota-two.example'])
    await h.db.user.update([...fifth.values()][0] ?? '', { invitedAt: at + 1 })
    at = tomorrow + 60_000
    // Of the next day 100 are left to people who invite by hand: so three leave, and three wait once more.
    await spend('invitation', INVITATIONS_OF_FILES - 3)
    await stage.look(at)
    expect(await invited()).toEqual([0, 1, 2, 3, 4])
    expect(await jobOf(two)).toMatchObject({ invitations_wait: 3 })
    at += DAY
    await stage.look(at)
    expect(await invited()).toEqual([0, 1, 2, 3, 4, 6, 7])
    expect(await jobOf(two)).toMatchObject({ status: 'done', invitations_wait: 0, invitations_from: null })
    // Nothing of the file is left, and nothing more is sent or counted.
    expect(await h.services.files.list(`imports/checked/${northlight.id}/`)).toEqual([])
    const counted = await spent()
    await stage.look(at + 60 * 60_000)
    expect(await spent()).toBe(counted)
  })

  it('leave something to others where one person sends as many as one person may', async () => {
    const own = { kind: 'mails-invitation-by', windowMs: DAY, now: at, most: INVITATIONS_OF_PERSON }
    await h.db.guard.reserve({ ...own, subject: users.ada.id, count: INVITATIONS_OF_PERSON - 1 })
    const answers = await Promise.all([invite(), invite(), invite()])
    expect(statusesOf(answers)).toEqual([200, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.body.message).toContain('You sent 100 invitations today')
    // What one person is refused is not counted for all.
    expect(await spent()).toBe(1)
    // A sales person of the platform, who invites for agencies, leaves the days of all others as they are.
    const clientOf = (who: 'sam' | 'olive') => {
      const name = `Quota ${++made}`
      const form = { ClientCompanyName: name, ClientFullName: name, ClientEmail: `quota${made}@example.com` }
      return h.call(who, 'companies.create', { companyID: northlight.id, ...form })
    }
    await h.db.guard.reserve({ ...own, subject: users.sam.id, count: INVITATIONS_OF_PERSON })
    await h.db.user.update(users.sam.id, { connection: 'completed' })
    const refusal = await clientOf('sam')
    expect([refusal.status, refusal.body.message]).toEqual([429, expect.stringContaining('You sent 100')])
    expect((await clientOf('olive')).status).toBe(200)
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
