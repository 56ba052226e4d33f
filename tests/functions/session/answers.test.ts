// What every call answers when something is wrong, whichever call it is, and what it never says.
import { Logger } from '@aws-lambda-powertools/logger'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openKeys } from '#functions/gateways/keys.ts'
import { nextRing } from '#functions/rotations/keys.ts'
import { loadKeys } from '#infra/local/keys.ts'
import { dtAlgorithm } from '#shared/wire.ts'
import { PASSWORD } from '../../support/cast.ts'
import { wrapDt } from '../../support/dt.ts'
import { type Failed, harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, copper, brightSmiles } = h.cast
afterEach(() => vi.restoreAllMocks())

const list = {
  group: 'none',
  idsys: 'none',
  type: 'none',
  module: 'none',
  sort: 'none',
  order: 'none',
  search: 'none',
} as const
const host = h.cast.hosts.northlight

describe('a failed answer', () => {
  it('TRN-027 OTH-03 OTH-04 is JSON in one shape under a right status, with an id of its own', async () => {
    const group = { companyID: northlight.id, companyGroupName: 'Taken' }
    await h.call('ada', 'campaigns.saveGroup', group)
    const invitation = { companyID: brightSmiles.id, userID: h.cast.users.cleo.id }
    const failures: Record<number, Promise<{ status: number; headers: Record<string, string>; body: Failed }>> = {
      401: h.call(null, 'account.me', { id: h.cast.users.ada.id }),
      403: h.call('ada', 'companies.list', { companyId: copper.id, ...list }),
      404: h.call('ada', 'campaigns.removeGroup', { companyGroupID: 'grp_01JABCDEFGHJKMNPQRSTVWXYZ0' }),
      409: h.call('ada', 'companies.resendInvitation', invitation),
      422: h.call('ada', 'campaigns.saveGroup', group),
    }
    const ids = new Set<string>()
    for (const [status, asked] of Object.entries(failures)) {
      const answer = await asked
      expect([answer.status, answer.headers['content-type']]).toEqual([
        Number(status),
        'application/json; charset=utf-8',
      ])
      expect(answer.body).toMatchObject({
        result: 'failed',
        message: expect.stringMatching(/^[A-Z].*\.$/),
        code: expect.stringMatching(/^[a-z_]+$/),
        requestId: expect.stringMatching(/^req_/),
      })
      expect(answer.headers['x-request-id']).toBe(answer.body.requestId)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      ids.add(answer.body.requestId)
    }
    expect(ids.size).toBe(5)
    expect((await failures[422])?.body.fields).toEqual({ companyGroupName: 'There is a group of this name already.' })
    // Also an address that nobody knows, and an answer that is none of these.
    const fine = await h.call('ada', 'companies.list', { companyId: northlight.id, ...list })
    expect(fine.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    })
  })

  it('TRN-027 OTH-03 says with a 429 when to come back', async () => {
    const wrong = { username: h.cast.users.lola.email, password: 'not this one' }
    let last = await h.call(null, 'session.login', wrong, { host, ip: '192.0.2.77' })
    for (let i = 0; i < 30 && last.status !== 429; i++)
      last = await h.call(null, 'session.login', wrong, { host, ip: '192.0.2.77' })
    expect([last.status, last.body.result, last.body.code]).toEqual([429, 'failed', 'too_many'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('TRN-027 TRN-028 tells nothing of the inside when something breaks, and the log tells the place without a value', async () => {
    const secret = `password ${PASSWORD} of arn:aws:secretsmanager:us-east-1:1:secret:keys`
    const token = await h.tokenOf('ada')
    const { ada } = h.cast.users
    // What reaches the writer of the lines, after our own log has tidied it.
    const logged: { message: string; fields: Record<string, unknown> }[] = []
    const note = (...[message, fields]: unknown[]) =>
      void logged.push({ message: String(message), fields: { ...(fields as object) } })
    for (const level of ['error', 'warn', 'info'] as const) vi.spyOn(Logger.prototype, level).mockImplementation(note)
    const { companyGroup } = h.services.db
    const { list } = companyGroup
    onTestFinished(() => {
      companyGroup.list = list
    })
    // As services and parsers do: the text of the error quotes what it was given, over several lines.
    const quoted = `Cannot take "${secret}" of ${ada.email}:\n    at ${ada.email}\n  ${token}`
    const cause = Object.assign(new Error(`Refused ${ada.email}`), { name: 'MessageRejected', code: 'ECONNRESET' })
    companyGroup.list = async function brokenList() {
      throw new Error(quoted, { cause })
    }
    const input = { companyID: northlight.id, companyGroupName: secret }
    const { status, headers, body } = await h.call('ada', 'campaigns.saveGroup', input)
    expect([status, body]).toEqual([
      500,
      {
        result: 'failed',
        message: 'Something went wrong, please try again later.',
        code: 'internal',
        requestId: headers['x-request-id'],
      },
    ])
    const { fields } = logged.find(({ message }) => message === 'failed') ?? {}
    expect(fields).toMatchObject({
      rid: body.requestId,
      call: 'campaigns.saveGroup',
      status: 500,
      tenant: northlight.id,
    })
    // Who looks for the fault finds its kinds and the place in our own code.
    expect(fields).toMatchObject({
      error: 'Error < ECONNRESET MessageRejected',
      stack: expect.stringContaining('brokenList'),
    })
    const all = JSON.stringify(logged)
    for (const hidden of [PASSWORD, 'arn:aws', token, ada.email, ada.passwordHash, 'Cannot take', 'Refused'])
      expect(all).not.toContain(hidden)
  })
})

describe('the key of a body', () => {
  it('TRN-020 is published for encryption, two being live while one replaces the other', async () => {
    const { status, body } = await h.call(null, 'public.keys', {}, { host })
    expect(status).toBe(200)
    const published = body.keys.filter(({ use }) => use === 'enc')
    expect(published.map(({ kid, alg, crv }) => [kid, alg, crv])).toEqual([
      [h.keys.encryption.kid, dtAlgorithm.alg, 'P-256'],
    ])
    expect(JSON.stringify(body)).not.toContain(h.keys.encryption.d)

    const first = nextRing(undefined)
    const second = nextRing(first)
    const open = (ring: string) =>
      openKeys({ json: JSON.stringify({ ...JSON.parse(ring), signing: [h.keys.signing] }) })
    const [old, fresh] = await Promise.all([first, second].map(open))
    const used = old?.publicKeys.find(({ use }) => use === 'enc')?.kid
    const next = fresh?.publicKeys.find(({ use }) => use === 'enc')?.kid
    expect(next).not.toBe(used)
    // A page that was loaded before the rotation, and one that was loaded after it on the ring that is not everywhere yet.
    expect(fresh?.decryptionKey(used)).toBeDefined()
    expect(old?.decryptionKey(next)).toBeDefined()
  })

  it('TRN-022 opens no door: what a person may do is decided whatever wrapped it, and by no key of theirs', async () => {
    const path = '/api/company/group/addupdate'
    const input = { companyID: copper.id, companyGroupName: 'Mine now' }
    const put = async (dt: string, token: string | null) =>
      h.send(
        {
          method: 'PUT',
          path,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          body: Buffer.from(JSON.stringify({ dt })),
        },
        host,
      )
    const seal = (token: string | null, key = h.keys.encryption) =>
      wrapDt(key, input, { method: 'PUT', path, host, token, now: h.services.now() })
    const token = await h.tokenOf('ada')
    expect((await put(await seal(token), token)).status).toBe(403)
    expect((await put(await seal(null), null)).status).toBe(401)
    expect((await put(await seal(token, (await loadKeys(null)).encryption), token)).status).toBe(400)
    expect(await h.db.companyGroup.list(copper.id)).toEqual([])
  })
})
