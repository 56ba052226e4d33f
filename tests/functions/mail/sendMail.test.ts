import { createServer } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blankEmail, userEntity } from '#functions/data/tenancy/user.ts'
import { openMail } from '#functions/gateways/mail.ts'
import { postMail } from '#functions/kit/post.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { MINUTE } from '#shared/dates.ts'
import { MailMessage } from '#shared/mails.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
// Loaded after the environment stands: its log reads it.
const { handler } = await import('#functions/jobs/sendMail.ts')
const { log } = await import('#functions/kit/log.ts')
beforeEach(() => h.setClock())
const { cleo, ada, amos } = h.cast.users

/** Delivers a message as the queue does, as often as it is told to. */
async function deliver(message: unknown, tries = 1) {
  const record = {
    messageId: crypto.randomUUID(),
    receiptHandle: '',
    body: JSON.stringify(message),
    attributes: {
      ApproximateReceiveCount: String(tries),
      SentTimestamp: '0',
      SenderId: 'x',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  }
  const { batchItemFailures } = await handler({ Records: [record] }, lambdaContext('sendMail'))
  return batchItemFailures.length === 0
}
const message = (mailId: string, userId = cleo.id) => ({
  mailId,
  tenantId: h.cast.northlight.id,
  mail: 'passwordChanged',
  facts: { userId, at: Date.now() },
})

describe('sendMail', () => {
  it("brings a mail to its reader, from the tenant, in the tenant's time", async () => {
    await postMail(h.services, h.cast.northlight, 'passwordChanged', { userId: ada.id, at: Date.UTC(2026, 10, 21, 15) })
    const [mail] = await h.mailsTo(ada.email)
    expect(mail?.subject).toBe('Your password for Northlight was changed')
    expect(mail?.from).toContain('Northlight')
    expect(mail?.text).toContain('Nov 21, 2026, 9:00:00')
    expect(mail?.html).toContain('<html')
  })

  it('sends once, however often its message is delivered', async () => {
    const before = (await h.mailsTo(cleo.email)).length
    for (let i = 0; i < 4; i++) expect(await deliver(message('mal_1'))).toBe(true)
    await Promise.all(Array.from({ length: 10 }, () => deliver(message('mal_2'))))
    expect(await h.mailsTo(cleo.email)).toHaveLength(before + 2)
  })

  it('tries again while the mail service is away, and sends once when it is back', async () => {
    const before = (await h.mailsTo(cleo.email)).length
    h.mails.refuse(2)
    expect(await deliver(message('mal_3'))).toBe(false)
    expect(await deliver(message('mal_3'), 2)).toBe(false)
    expect(await deliver(message('mal_3'), 3)).toBe(true)
    expect(await h.mailsTo(cleo.email)).toHaveLength(before + 1)
  })

  it('waits without a failed try where the service takes no more in a second, and gives up for no other refusal', async () => {
    const said = { name: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' }
    const server = createServer((_, res) =>
      res
        .writeHead(said.name === 'TooManyRequestsException' ? 429 : 400, { 'x-amzn-errortype': said.name })
        .end(JSON.stringify({ message: said.message })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    process.env.AWS_MAX_ATTEMPTS = '1'
    const ses = openMail({ from: 'no-reply@leads.example' })
    const { mail, queues } = h.services
    const back: unknown[] = []
    h.services.mail = { send: (made) => ses.send(made) }
    h.services.queues = { ...queues, send: async (job, sent, options) => void back.push([job, sent, options]) }
    const waits = message('mal_busy')
    // The last of its tries is none.
    expect(await deliver(waits, 6)).toBe(true)
    expect(back).toEqual([
      ['sendMail', { ...waits, waitsSince: expect.any(Number) }, { delaySeconds: expect.any(Number) }],
    ])
    // What waits for long is said as a fault: it comes back as a new message each time, so nothing else shows it.
    const faults = vi.spyOn(log, 'error')
    const late = (minutes: number) => ({
      ...waits,
      mailId: `mal_${minutes}`,
      waitsSince: Date.now() - minutes * MINUTE,
    })
    expect([await deliver(late(14)), faults.mock.calls.length, await deliver(late(16))]).toEqual([true, 0, true])
    expect(faults.mock.calls).toEqual([['failed', { call: 'room at the mail service', minutes: 16 }]])
    faults.mockRestore()
    back.splice(1)
    said.message = 'Daily message quota exceeded.'
    expect(await deliver(message('mal_daily'))).toBe(false)
    Object.assign(said, { name: 'MessageRejected', message: 'Email address is not verified.' })
    expect(await deliver(message('mal_refused'))).toBe(false)
    expect(back).toHaveLength(1)
    Object.assign(h.services, { mail, queues })
    delete process.env.AWS_ENDPOINT_URL_SESV2
    delete process.env.AWS_MAX_ATTEMPTS
    server.close()
    const before = (await h.mailsTo(cleo.email)).length
    expect(await deliver(waits)).toBe(true)
    expect(await h.mailsTo(cleo.email)).toHaveLength(before + 1)
  })

  it('is taken over when a worker vanished in the middle, and not before', async () => {
    const start = Date.now()
    h.setClock(start)
    await h.db.mail.take('mal_4', start, MINUTE)
    expect(await deliver(message('mal_4'))).toBe(false)
    h.setClock(start + MINUTE + 1)
    expect(await deliver(message('mal_4'))).toBe(true)
  })

  it('sends nothing to nobody: unknown, switched off, of a tenant that is gone', async () => {
    await h.db.user.update(amos.id, { status: 'disabled' })
    expect(await deliver(message('mal_5', 'usr_nobody'))).toBe(true)
    expect(await deliver(message('mal_6', amos.id))).toBe(true)
    expect(await deliver({ ...message('mal_7'), tenantId: 'com_nobody' })).toBe(true)
    expect(await h.mailsTo(amos.email)).toEqual([])
  })

  it('sends no notice of a campaign to who was shut out, although the campaign still names the address', async () => {
    const { id: campaignId, name: campaign, line, agencyId: tenantId } = h.cast.campaigns.smiles
    const send = async (mail: string, address: string) => {
      const facts = { address, campaignId, campaign, line, leads: 10, minimum: 20, at: 1 }
      expect(await deliver({ mailId: `mal_${crypto.randomUUID()}`, tenantId, mail, facts })).toBe(true)
    }
    await h.db.user.update(amos.id, { status: 'disabled' })
    for (const mail of ['leadsNotice', 'fewLeads', 'pixelSilent'])
      for (const address of [amos.email, amos.email.toUpperCase(), `${mail}@reader.example`]) await send(mail, address)
    for (const address of [amos.email, amos.email.toUpperCase()]) expect(await h.mailsTo(address)).toEqual([])
    for (const mail of ['leadsNotice', 'fewLeads', 'pixelSilent'])
      expect(await h.mailsTo(`${mail}@reader.example`)).toHaveLength(1)
  })

  it('sends nothing of or to a company that was removed while it waited, but what became of its money', async () => {
    const { plant } = stageOf(h)
    const agency = await plant(h.cast.root, 'Leaving Agency')
    const client = await plant(agency.company, 'Client of a leaving one')
    const other = await plant(agency.company, 'Leaving client')
    const plantOne = async (companyId: string) =>
      plantCampaign(h.db, {
        ...h.cast.campaigns.peak,
        id: h.services.newId('campaign'),
        companyId,
        agencyId: agency.company.id,
        status: 'stopped',
      })
    const campaigns = { left: await plantOne(other.company.id), stays: await plantOne(client.company.id) }
    // Nobody listens there: who asked it would note that it failed.
    const server = { host: 'localhost', port: 1, username: 'u', fromAddress: 'a@leaving.example', security: 'tls' }
    await h.db.setting.changeSmtp(agency.company.id, async () => ({ ...server, sealedPassword: '' }) as never, {
      by: 'usr_x',
      at: 1,
    })
    const mailed: Record<string, string[]> = {}
    async function send(to: string, mail: string, facts: object) {
      const before = (await h.mailsTo(to)).length
      const mailId = `mal_${crypto.randomUUID()}`
      expect(await deliver({ mailId, tenantId: agency.company.id, mail, facts })).toBe(true)
      mailed[to] = [...(mailed[to] ?? []), ...((await h.mailsTo(to)).length > before ? [mail] : [])]
    }
    async function sendAll({ user, company }: typeof client, { id: campaignId, name: campaign, line }: Campaign) {
      const userId = user.id
      await send(user.email, 'resetPassword', { email: user.email })
      await send(user.email, 'passwordChanged', { userId, at: 1 })
      await send(user.email, 'capReached', { userId, who: 'Us', amount: '$1.00', clearsOn: '2031-01-01' })
      await send(user.email, 'invoicePaid', {
        userId,
        payerId: company.id,
        what: 'Leads',
        amount: '$1.00',
        paidWith: '',
      })
      const address = `reader-of-${campaignId}@leads.example`.toLowerCase()
      await send(address, 'leadsNotice', { address, campaignId, campaign, line, leads: 10 })
      const found = [mailed[user.email], mailed[address]]
      for (const each of [user.email, address]) delete mailed[each]
      return found
    }
    const paths = (one: typeof client) => ({ companyId: one.company.id, userId: one.user.id })
    const all = [['resetPassword', 'passwordChanged', 'capReached', 'invoicePaid'], ['leadsNotice']]
    expect(await sendAll(other, campaigns.left)).toEqual(all)
    expect((await h.call('olive', 'companies.remove', paths(other))).status).toBe(200)
    expect(await sendAll(other, campaigns.left)).toEqual([['invoicePaid'], []])
    expect(await sendAll(client, campaigns.stays)).toEqual(all)
    await h.db.setting.forgetSmtpFailure(agency.company.id)
    expect((await h.call('olive', 'companies.remove', paths(agency))).status).toBe(200)
    expect(await sendAll(client, campaigns.stays)).toEqual([['invoicePaid'], []])
    expect(await h.db.setting.findSmtpFailure(agency.company.id)).toBeUndefined()
    // Who is erased 90 days later has no address that anything could be sent to.
    const nowhere = blankEmail(client.user.id)
    await userEntity(h.services.table).patch({ id: client.user.id }).set({ email: nowhere }).go()
    const facts = { userId: client.user.id, payerId: client.company.id, what: 'Leads', amount: '$1.00', paidWith: '' }
    await send(nowhere, 'invoicePaid', facts)
    expect(mailed[nowhere]).toEqual([])
  })

  it('refuses messages whose facts do not fit their mail', async () => {
    expect(await deliver({ ...message('mal_8'), facts: { at: 'now' } })).toBe(false)
    expect(await deliver({ ...message('mal_9'), mail: 'unheard' })).toBe(false)
    expect(MailMessage.safeParse(message('mal_10')).success).toBe(true)
  })

  it('keeps links out of the queue: what is sent there opens nothing', async () => {
    const parsed = MailMessage.parse({ ...message('mal_11'), mail: 'resetPassword', facts: { email: cleo.email } })
    expect(JSON.stringify(parsed)).not.toMatch(/[\w-]{43}/)
  })
})
