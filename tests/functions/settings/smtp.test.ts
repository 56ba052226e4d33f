import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openOwnSmtp, SmtpFault } from '#functions/gateways/own-smtp.ts'
import { postMail } from '#functions/kit/post.ts'
import { readSmtp, toSmtpWire } from '#functions/wire/settings/smtp.ts'
import { startMailSink } from '#infra/local/mail.ts'
import type { SmtpServer } from '#shared/contracts/settings/fields.ts'
import { DAY } from '#shared/dates.ts'
import { KEPT_PASSWORD, noSmtp } from '#shared/model/smtp.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const own = await startMailSink({ dir: null })
afterAll(() => own.stop())
const h = await harness({ env: { OWN_SMTP_EXCEPTIONS: `127.0.0.1:${own.port}` } })
const { northlight, copper, root } = h.cast
const { cleo, ada } = h.cast.users
const server: SmtpServer = {
  host: '127.0.0.1',
  port: own.port,
  username: 'mailer',
  password: 'hush hush',
  security: 'none',
  fromaddress: 'hello@northlight.example',
}

const save = (who: Member, companyID: string, comsetval: Partial<SmtpServer>) =>
  h.call(who, 'settings.save', { companyID, comsetname: 'customsmtpmodule', comsetval })
const read = async () => {
  const asked = { companyID: northlight.id, settingname: 'customsmtpmodule', idSys: root.id } as const
  const { body } = await h.call('ada', 'settings.get', asked)
  if (body.settingname !== 'customsmtpmodule') throw new Error('Another setting was answered.')
  return body.data
}
const tell = (userId = cleo.id) => postMail(h.services, northlight, 'paymentRecovered', { userId })
/** How many mails to somebody went out by the agency's own server, and how many by the platform's. */
async function sent(email: string) {
  const platform = (await h.mailsTo(email)).length
  return { own: (await own.list()).filter(({ to }) => to.includes(email)).length, platform }
}
beforeEach(async () => {
  h.setClock()
  await save('ada', northlight.id, toSmtpWire(noSmtp))
  own.clear()
  h.mails.clear()
})

describe("an agency's own mail server", () => {
  it('SET-16 is saved with a password that lies sealed and is never told', async () => {
    expect((await save('ada', northlight.id, server)).body.message).toBe('Setting has been saved.')
    expect(await read()).toEqual({
      ...server,
      password: KEPT_PASSWORD,
      state: 'active',
      failure: '',
      failedat: '',
      whynot: '',
    })
    const kept = await h.db.setting.findSmtp(northlight.id)
    expect(JSON.stringify(kept)).not.toContain('hush')
    expect(await h.services.sealer.unseal(kept?.sealedPassword ?? '', northlight.id)).toBe('hush hush')
    // Sealed for this company: copied to another one it opens nothing.
    await expect(h.services.sealer.unseal(kept?.sealedPassword ?? '', copper.id)).rejects.toThrow()
  })

  it('keeps what two people change of it at once, and never a password for a server that was not typed with it', async () => {
    await save('ada', northlight.id, server)
    const both = await Promise.all([
      save('ada', northlight.id, { fromaddress: 'news@northlight.example' }),
      save('ada', northlight.id, { security: 'tls' }),
      save('ada', northlight.id, { port: 2525 }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = { host: server.host, fromaddress: 'news@northlight.example', security: 'tls', port: 2525 }
    expect(await read()).toMatchObject({ ...kept, password: KEPT_PASSWORD })
    for (const wrong of [{ password: 'another' }, { host: 'smtp.evil.example' }, { host: 'a.example', password: 'x' }])
      expect((await save('ada', northlight.id, wrong)).body.fields).toHaveProperty('password')
    expect(await read()).toMatchObject(kept)
    await save('ada', northlight.id, toSmtpWire(noSmtp))
    expect((await save('ada', northlight.id, { port: 25 })).body.fields).toHaveProperty('host')
  })

  it('SET-16 keeps the password that is not typed anew, and gives it to no other server', async () => {
    await save('ada', northlight.id, server)
    expect((await save('ada', northlight.id, { ...server, password: KEPT_PASSWORD, security: 'none' })).status).toBe(
      200,
    )
    await tell()
    expect(await sent(cleo.email)).toEqual({ own: 1, platform: 0 })
    const elsewhere = { ...server, host: 'smtp.evil.example', port: 587, password: KEPT_PASSWORD }
    const refused = await save('ada', northlight.id, elsewhere)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['password']])
    const tried = await h.call('ada', 'settings.testSmtp', {
      companyID: northlight.id,
      ...elsewhere,
      sendto: ada.email,
    })
    expect([tried.status, Object.keys(tried.body.fields ?? {})]).toEqual([422, ['password']])
  })

  it('is for agencies, in reach of whoever saves it, with an address to send from', async () => {
    expect((await save('olive', root.id, server)).status).toBe(409)
    expect((await save('abe', northlight.id, server)).status).toBe(403)
    expect((await save('cleo', h.cast.brightSmiles.id, server)).status).toBe(403)
    const nameless = await save('ada', northlight.id, { ...server, fromaddress: '' })
    expect([nameless.status, Object.keys(nameless.body.fields ?? {})]).toEqual([422, ['fromaddress']])
  })

  it('SET-17 sends the mails of the agency, and nobody elses', async () => {
    await save('ada', northlight.id, server)
    await tell()
    await postMail(h.services, copper, 'paymentRecovered', { userId: h.cast.users.carl.id })
    expect(await sent(cleo.email)).toEqual({ own: 1, platform: 0 })
    expect(await sent(h.cast.users.carl.email)).toEqual({ own: 0, platform: 1 })
    const [mail] = await own.list()
    expect(mail?.from).toBe('Northlight <hello@northlight.example>')
  })

  it('SET-17 is replaced by the platform when it refuses; the agency is told once a day, and the settings say why', async () => {
    const noon = (Math.floor(Date.now() / DAY) + 1.5) * DAY
    h.setClock(noon)
    expect((await save('ada', northlight.id, server)).status).toBe(200)
    own.refuse(3, 554)
    await tell()
    await tell()
    expect(await sent(cleo.email)).toEqual({ own: 0, platform: 2 })
    const told = async () => (await h.mailsTo(ada.email)).filter(({ subject }) => subject.includes('refused a mail'))
    expect(await told()).toHaveLength(1)
    expect((await told())[0]?.text).toContain('Refused on request')
    expect(await read()).toMatchObject({
      state: 'failing',
      failure: expect.stringContaining('Refused on request'),
      failedat: new Date(noon).toISOString(),
    })
    h.setClock(noon + DAY)
    await tell()
    expect(await told()).toHaveLength(2)
    // It works again: so does the state.
    await tell()
    expect(await sent(cleo.email)).toEqual({ own: 1, platform: 3 })
    expect(await read()).toMatchObject({ state: 'active', failure: '' })
  })

  it('is given up by saving no host', async () => {
    await save('ada', northlight.id, server)
    await save('ada', northlight.id, toSmtpWire(noSmtp))
    await tell()
    expect(await sent(cleo.email)).toEqual({ own: 0, platform: 1 })
    expect(await read()).toMatchObject({ state: 'off', host: '', password: '' })
  })
})

describe('settings.testSmtp', () => {
  const attempt = async (more: Partial<SmtpServer> = {}, who: Member = 'ada') =>
    (
      await h.call(who, 'settings.testSmtp', {
        companyID: h.cast.users[who].companyId,
        ...server,
        ...more,
        sendto: 'try@northlight.example',
      })
    ).body

  it('SET-15 SET-16 sends one mail, and answers the words of the server when it does not go', async () => {
    expect(await attempt()).toEqual({ result: 'success', message: 'A mail was sent to try@northlight.example.' })
    expect((await own.list()).map(({ to }) => to)).toEqual([['try@northlight.example']])
    own.refuse(1, 554)
    const failed = await attempt()
    expect([failed.result, failed.message]).toEqual(['failed', expect.stringContaining('Refused on request')])
    // Nothing was saved by trying.
    expect((await read()).state).toBe('off')
  })

  it('SET-16 reaches mail ports of public hosts alone', async () => {
    h.setClock(h.services.now() + 120_000)
    const say = async (more: Partial<SmtpServer>) => (await attempt(more, 'abe')).message
    expect(await say({ port: 22 })).toBe('Use port 25, 465, 587 or 2525.')
    expect(await say({ port: 25 })).toBe('This server is not on the public internet.')
    expect(await say({ host: 'localhost', port: 587 })).toBe('This server is not on the public internet.')
    expect(await say({ host: 'no-such-host.invalid', port: 587 })).toBe(
      'There is no server named no-such-host.invalid.',
    )
  })
})

describe('the limit of a server that an agency named', () => {
  const mail = { to: 'a@b.example', subject: 'x', html: 'x', text: 'x', fromName: 'x', fromAddress: 'a@b.example' }
  const late = 'The server did not answer within ten seconds.'

  /** A server that does with a connection as it is told. */
  async function listen(talk: (socket: Socket) => void) {
    const sockets: Socket[] = []
    const listener = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      talk(socket)
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    })
    const { port } = listener.address() as AddressInfo
    return { at: { ...readSmtp(server), port }, exceptions: [`127.0.0.1:${port}`], sockets }
  }

  it('SET-16 is ten seconds, unless something else is said', async () => {
    const met = Promise.withResolvers<void>()
    const { at, exceptions } = await listen(() => met.resolve())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let ended: unknown
    const sending = openOwnSmtp({ exceptions })
      .send(at, mail)
      .catch((error: unknown) => {
        ended = error
      })
    await met.promise
    // The library counts what of its own limit real time took, so the last seconds may be a little less.
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ended).toBeUndefined()
    await vi.advanceTimersByTimeAsync(5_000)
    // Not awaited: it would wait for a longer limit as well.
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toBeInstanceOf(SmtpFault)
    await sending
  })

  it('SET-16 holds for a server that always says a little, which is left then', async () => {
    const gone = Promise.withResolvers<void>()
    const { at, exceptions } = await listen((socket) => {
      socket.write('220 hello\r\n')
      // Never silent for long, and never done.
      const drip = setInterval(() => socket.write('250-more\r\n'), 5)
      socket.on('close', () => {
        clearInterval(drip)
        gone.resolve()
      })
    })
    await expect(openOwnSmtp({ exceptions, limitMs: 100 }).send(at, mail)).rejects.toEqual(new SmtpFault(late))
    await gone.promise
  })

  it('SET-16 counts the time in which a name is looked up, and connects to nobody after it', async () => {
    const { at, sockets } = await listen(() => undefined)
    const found = Promise.withResolvers<string>()
    const door = openOwnSmtp({ exceptions: [], limitMs: 20, find: () => found.promise })
    await expect(door.send({ ...at, host: 'slow.example', port: 25 }, mail)).rejects.toEqual(new SmtpFault(late))
    found.resolve('127.0.0.1')
    await new Promise((resolve) => setImmediate(resolve))
    expect(sockets).toEqual([])
  })
})
