import { describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '#functions/kit/tokens.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import { countRequests } from '../../support/counting.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { forgedTokens, untrueTokens } from './forged.ts'

const h = await harness()
const { body: trio } = await h.signIn('cleo')
const id = h.cast.users.cleo.id
const forged = await forgedTokens(h, trio.access_token, trio.refresh_token)
const untrue = await untrueTokens(h, trio.access_token)

const show = (token: string, host?: string) =>
  h.call(
    'cleo',
    'account.me',
    { id },
    { token: null, headers: { authorization: `Bearer ${token}` }, ...(host && { host }) },
  )
const outside = ({ status, body }: { status: number; body: { requestId: string } }) =>
  JSON.stringify({ status, body: { ...body, requestId: '' } })
const expected = JSON.stringify({
  status: 401,
  body: { result: 'failed', message: 'Please sign in again.', code: 'unauthenticated', requestId: '' },
})

describe('a forged access token', () => {
  it('is one of at least sixty, and the good one works', async () => {
    expect(forged.length).toBeGreaterThanOrEqual(60)
    expect(new Set(forged.map(({ token }) => token)).size).toBe(forged.length)
    expect((await show(trio.access_token)).status).toBe(200)
  })

  it.each(forged)('is refused before anything is read: $name', async ({ token }) => {
    const counted = countRequests(h.services.table)
    const answer = await show(token)
    counted.stop()
    expect(outside(answer)).toBe(expected)
    expect(counted.requests).toEqual([])
  })

  it.each(untrue)('is refused with the same answer when its signature holds: $name', async ({ token }) => {
    expect(outside(await show(token))).toBe(expected)
  })

  it.each([-3, 3])('is told by the clock of the platform alone, also %i years from the machine', async (years) => {
    const { keys, verifier } = h.services
    const at = Math.floor(Date.now() / 1000) * 1000 + years * 365 * DAY
    const token = await signAccessToken(keys, verifier.verify(trio.access_token, h.services.now()), at)
    const end = at + ACCESS_TOKEN_SECONDS * 1000
    expect(() => verifier.verify(token, end)).toThrow('Please sign in again.')
    // The second time its signature is known.
    for (const time of ['first', 'second']) expect(verifier.verify(token, end - 1).sub, time).toBe(id)
    expect(() => verifier.verify(token, end)).toThrow('Please sign in again.')
  })

  it('is refused in the same words on the host of another agency, although it is good at home', async () => {
    expect(outside(await show(trio.access_token, h.cast.hosts.copper))).toBe(expected)
  })

  it('is refused under every other way of sending one', async () => {
    const headers = [
      'Bearer',
      'Bearer ',
      `bearer ${trio.access_token}`,
      `Basic ${trio.access_token}`,
      `Token ${trio.access_token}`,
      trio.access_token,
    ]
    for (const authorization of headers)
      expect((await h.call('cleo', 'account.me', { id }, { token: null, headers: { authorization } })).status).toBe(401)
    const inQuery = await h.send(
      {
        method: 'GET',
        path: `/api/user/${id}`,
        query: new URLSearchParams({ access_token: trio.access_token, token: trio.access_token }),
      },
      h.hostOf('cleo'),
    )
    expect(inQuery.status).toBe(401)
  })

  it('is refused on every call that needs a sign-in', async () => {
    const sample = forged[0]?.token ?? ''
    for (const { id: name, call } of allCalls) {
      if (call.can === 'anyone') continue
      const { status } = await h.call('cleo', name, samples[name](h.cast, 'cleo') as never, { token: sample })
      expect([name, status]).toEqual([name, 401])
    }
  })
})
