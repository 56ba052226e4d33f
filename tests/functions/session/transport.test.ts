// What holds for the body and the answer of every call.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { allCalls } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { type Failed, harness } from '../../support/harness.ts'

const h = await harness()

async function ask(who: Member | null, method: string, path: string, body: string) {
  const token = who && (await h.signIn(who)).body.access_token
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await h.send({ method, path, headers, body: Buffer.from(body) }, h.hostOf(who))
  // @NOTE a failure or a small success, which its status tells.
  return { status: answer.status, body: answer.body as Failed }
}

describe('a body', () => {
  it('OTH-03 of a DELETE may be missing, and everything else is refused that is not wrapped', async () => {
    expect((await ask('ada', 'DELETE', '/api/sessions', '')).status).toBe(200)
    const group = JSON.stringify({ companyID: h.cast.northlight.id, companyGroupName: 'In the clear' })
    const refused = [
      await ask('ada', 'DELETE', '/api/sessions', '{"all":"T"}'),
      await ask('ada', 'PUT', '/api/company/group/addupdate', group),
      await ask('ada', 'PUT', '/api/company/group/addupdate', ''),
      await ask('ada', 'PUT', '/api/company/group/addupdate', '{"dt":"x"}'),
    ]
    for (const { status, body } of refused)
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ result: 'failed', code: 'bad_request', requestId: expect.stringMatching(/^req_/) }),
      ])
    expect(await h.db.companyGroup.list(h.cast.northlight.id)).toEqual([])
    expect((await ask(null, 'PUT', '/api/company/group/addupdate', group)).status).toBe(401)
  })
})

describe('an answer', () => {
  /** The finding about a server that was tried, where the call itself went well; and two whose screens take more than is ever sent. */
  const findings = ['settings.testSmtp', 'wallet.charge', 'wallet.confirm']

  it('OTH-04 of status 200 never says failed: failures have a status of their own', () => {
    const said = allCalls.flatMap(({ id, call }) => {
      const { properties } = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' })
      // What a tool has to choose from is called so, too: a list says neither.
      const isList = Object(properties?.result).type === 'array'
      return properties?.result && !isList && !findings.includes(id) ? [[id, JSON.stringify(properties.result)]] : []
    })
    expect(said.length).toBeGreaterThan(50)
    for (const [id, result] of said) {
      expect([id, result]).toEqual([id, expect.stringContaining('"success"')])
      expect([id, result]).toEqual([id, expect.not.stringMatching(/"(failed|error)"/)])
    }
  })
})
