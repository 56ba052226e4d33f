// What is behind the door: a name that is long, an entry that cannot be sent, a queue that is down, and messages of others.
import { describe, expect, it } from 'vitest'
import { toQueueText } from '#functions/gateways/queue.ts'
import { running } from '#infra/local/running.ts'
import type { LogEntry } from '#shared/audit-log.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { handler } = await import('#functions/schedules/sendAuditLogs.ts')
const { northlight, users } = h.cast

async function sendWaiting() {
  const body = JSON.stringify({ schedule: 'sendAuditLogs', at: Date.now() })
  // @NOTE of a record and of the context this handler reads these fields alone.
  const event = { Records: [{ messageId: 'm1', body, eventSource: 'aws:sqs', attributes: {} }] } as never
  return running.run({ kind: 'schedules', name: 'sendAuditLogs' }, () => handler(event, {} as never))
}
const linesOf = async (companyId: string) => {
  await h.drain()
  return (await h.db.auditLog.chain(companyId)).links.map(({ entry }) => entry as LogEntry)
}

describe('names that end in an emoji where texts are cut', () => {
  it.each([472, 473, 474, 475, 476, 477])(
    'keep the line of the log and the invitation (%i letters)',
    async (length) => {
      // Names are shorter by now: what is cut must hold no matter what comes from older rows.
      await h.db.company.update(northlight.id, { name: `${'N'.repeat(length)}👨‍👩‍👧🙂🙂` })
      h.forgetTenants()
      const email = `emoji.${length}@new.example`
      const { status } = await h.call('ada', 'companies.create', {
        companyID: northlight.id,
        ClientCompanyName: `Bright 🙂 ${length}`,
        ClientFullName: 'Nina New',
        ClientEmail: email,
      })
      expect(status).toBe(200)
      expect(await h.mailsTo(email)).toHaveLength(1)
      const [line] = (await linesOf(northlight.id)).filter(({ description }) =>
        description.includes(`Bright 🙂 ${length}`),
      )
      expect(line?.description.isWellFormed()).toBe(true)
    },
  )
})

describe('entries that wait for their queue', () => {
  it('are sent although one of them can never be', async () => {
    const entry: LogEntry = {
      id: 'log_01',
      tenantId: northlight.id,
      companyId: northlight.id,
      companyName: 'N',
      userId: users.ada.id,
      name: 'Ada',
      userType: 'admin',
      viewedUserId: null,
      action: 'Other Change',
      description: 'Waited',
      campaignId: null,
      before: null,
      after: null,
      ip: '203.0.113.7',
      location: 'UTC',
      at: Date.now(),
    }
    // @NOTE an entry of an older or broken writer: it has no tenant.
    const { tenantId: _gone, ...broken } = { ...entry, id: 'log_00' }
    await h.db.auditOutbox.put(broken as LogEntry)
    for (let i = 1; i <= 120; i++) await h.db.auditOutbox.put({ ...entry, id: `log_${String(i).padStart(3, '0')}x` })
    // The run says that something is left.
    expect((await sendWaiting()).batchItemFailures).toHaveLength(1)
    expect((await h.db.auditOutbox.list()).map(({ id }) => id)).toEqual(['log_00'])
    expect((await linesOf(northlight.id)).filter(({ description }) => description === 'Waited')).toHaveLength(120)
    await h.db.auditOutbox.remove('log_00')
  })
})

describe('what is stored is not called a failure', () => {
  it('when the queue of mails is down after a client was added or changed', async () => {
    const { queues } = h.services
    h.services.queues = { ...queues, send: () => Promise.reject(new Error('The queue is down.')) }
    const person = { companyID: northlight.id, ClientCompanyName: 'Kept', ClientFullName: 'Kim Kept' }
    const client = await h.call('ada', 'companies.create', { ...person, ClientEmail: 'kim@kept.example' })
    const staff = await h.call('ada', 'companies.create', {
      ClientFullName: 'Sue Staff',
      ClientEmail: 'sue@kept.example',
      userType: 'administrator',
    } as never)
    h.services.queues = queues
    expect([client.status, staff.status]).toEqual([200, 200])
    await sendWaiting()
    const told = (await linesOf(northlight.id)).map(({ description }) => description).join('\n')
    expect(told).toContain('Kept')
    expect(told).toContain('Sue Staff')
  })

  it('when the answer could not be kept for its idempotency key', async () => {
    const { seal } = h.services.sealer
    h.services.sealer.seal = async (text, owner) => {
      if (owner.startsWith('answer#')) throw new Error('The key is away.')
      return seal(text, owner)
    }
    const card = {
      company_id: northlight.id,
      usrID: users.ada.id,
      token: 'pm_card_visa',
      cardholder: 'Ada Agency',
      address: '1 Loom Street',
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
      country: 'US',
      coupon_code: '',
    }
    const { status } = await h.call('ada', 'payments.createDirectCustomer', card as never)
    h.services.sealer.seal = seal
    expect(status).toBe(200)
  })
})

describe('messages and headers', () => {
  it('travel as ASCII, and say the same', () => {
    const message = { text: 'José 🙂 שלום \uffff \ud83d', naïve: ['\u2028'] }
    const text = toQueueText(message)
    expect(text).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(text)).toEqual(message)
  })

  it('with half a pair are worked off, with the sign for what cannot be read', async () => {
    const entry: LogEntry = {
      id: 'log_half',
      tenantId: northlight.id,
      companyId: northlight.id,
      companyName: 'N',
      userId: users.ada.id,
      name: 'Ada',
      userType: 'admin',
      viewedUserId: null,
      action: 'Other Change',
      description: 'Half \ud83d',
      campaignId: null,
      before: { name: '\udc00' },
      after: null,
      ip: '203.0.113.7',
      location: 'UTC',
      at: Date.now(),
    }
    await h.services.queues.send('writeAuditLog', entry)
    const line = (await linesOf(northlight.id)).find(({ id }) => id === 'log_half')
    expect(line).toMatchObject({ description: 'Half \ufffd', before: { name: '\ufffd' } })
  })

  it('bodies that are no UTF-8, nested without end, or keys that are no keys are refused', async () => {
    const send = (bytes: Buffer | string, headers = {}) =>
      h.call(null, 'session.sso', {} as never, { rawBody: { contentType: 'application/json', bytes }, headers })
    const latin = Buffer.from('{"token":"Jos\xe9"}', 'latin1')
    expect((await send(latin)).status).toBe(400)
    expect((await send(`{"token":${'['.repeat(5000)}${']'.repeat(5000)}}`)).status).toBe(400)
    expect((await send('{"token":"x","\\ud800":1}')).status).toBe(422)
    for (const name of ['constructor', '__proto__'])
      expect((await send(`{"token":"x","${name}":"a\\u0007"}`)).body).toMatchObject({
        fields: { [name]: expect.stringContaining('Control characters') },
      })
    const input = { company_id: northlight.id, amount: 250, custom_amount: 'F', stop_continual: 'F' } as const
    for (const key of ['k'.repeat(256), 'Schl\u00fcssel']) {
      const headers = { 'idempotency-key': key }
      const { status } = await h.call('ada', 'wallet.charge', { ...input, payment_type: 'credit_card' }, { headers })
      expect([key.length, status]).toEqual([key.length, 400])
    }
  })

  it('forms whose fields are no UTF-8, or whose file has no name that can be kept, are refused', async () => {
    const form = (fields: [string, string][], filename: string) => {
      const parts = fields.map(
        ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: text/csv\r\n\r\na@x.example\r\n--b--\r\n`
      const bytes = Buffer.from(parts.join('') + file, 'latin1')
      return { rawBody: { contentType: 'multipart/form-data; boundary=b', bytes } }
    }
    const send = (fields: [string, string][], filename: string) =>
      h.call('ada', 'exclusions.upload', {} as never, form(fields, filename))
    const good: [string, string][] = [
      ['ClientCompanyID', northlight.id],
      ['campaigntype', 'client'],
    ]
    expect((await send(good, 'list.csv')).status).toBe(200)
    expect((await send([...good, ['filename', 'Jos\xe9.csv']], 'list.csv')).status).toBe(400)
    expect((await send(good, 'a\u0007.csv')).status).toBe(422)
  })
})

describe('exclusions.upload', () => {
  it('takes a file as a part of a form alone, and leaves no row of what was none', async () => {
    const before = (await h.db.upload.listRecent(northlight.id, 100)).length
    const wrong = ['x', { name: 'a.csv' }, { name: 'a.csv', bytes: 'a@x.example' }, { name: 5, bytes: [1] }, null]
    for (const file of wrong) {
      const input = { ClientCompanyID: northlight.id, campaigntype: 'client', filename: 'a.csv', file }
      const { status, body } = await h.call('ada', 'exclusions.upload', input as never)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['file']])
    }
    expect(await h.db.upload.listRecent(northlight.id, 100)).toHaveLength(before)
  })
})
