import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, Refusal } from '#tests/web/support/fake-server.ts'
import { client, setup } from '#tests/web/support/people.ts'
import { putTokens, trioOf } from '#tests/web/support/tokens.ts'

const noCampaigns = { data: [] }
const list = { companyId: 'com_smiles' }

/** A client without a past: nothing cached from the test before. */
async function freshClient() {
  vi.resetModules()
  const { send } = await import('#web/api/client.ts')
  const { sessionEvents } = await import('#web/api/session-events.ts')
  const events: string[] = []
  sessionEvents.listen((event) => events.push(event))
  return { send, events }
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('client_address', '203.0.113.7')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('sending a call', () => {
  it('TRN-001 carries the bearer token when one exists', async () => {
    const server = fakeServer({
      'campaigns.overview': () => noCampaigns,
      'public.openapi': () => ({ openapi: '3.1.0' }),
    })
    const { send } = await freshClient()
    await send('public.openapi', {})
    const { access_token } = putTokens(trioOf('usr_cleo'))
    await send('campaigns.overview', list)
    expect(server.asked.map(({ bearer }) => bearer)).toEqual([null, access_token])
  })

  it('TRN-008 fills the path below /api and puts the rest of a reading call into the query', async () => {
    const urls: string[] = []
    fakeServer({
      'audiences.list': () => ({ data: [] }),
      'exclusions.progress': () => ({ data: { jobProgress: [], jobDone: [], total: 0 } }),
    })
    const answer = fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      urls.push(url)
      return answer(url, init)
    })
    const { send } = await freshClient()
    await send('audiences.list', { companyId: 'a-b' })
    await send('exclusions.progress', { companyId: 'a-b', campaignType: 'client' })
    expect(urls).toEqual([
      '/api/campaign/audience/a-b',
      '/api/tools/optout-client/job-progress?companyId=a-b&campaignType=client',
    ])
  })

  it('TRN-002 sends a body as the one field dt, bound to method, path, moment and token', async () => {
    const { access_token } = putTokens(trioOf('usr_cleo'))
    const server = fakeServer({ 'exclusions.purge': () => ({ result: 'success', title: '', msg: '' }) })
    const { send } = await freshClient()
    const began = Date.now()
    await send('exclusions.purge', { paramId: 'com_smiles', campaignType: 'client' })
    const ended = Date.now()
    const [asked] = server.named('exclusions.purge')
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(access_token))
    expect(Object.keys(Object(asked?.body))).toEqual(['dt'])
    expect(asked?.input).toEqual({ paramID: 'com_smiles', campaignType: 'client' })
    expect(asked?.seal).toMatchObject({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: 'test-1',
      htm: 'DELETE',
      htu: '/api/tools/optout-client/purge',
      ath: Buffer.from(hash).toString('base64url'),
    })
    const sealed = Number(asked?.seal?.iat)
    expect(sealed).toBeGreaterThan(began / 1000 - 5)
    expect(sealed).toBeLessThan(ended / 1000 + 5)
  })

  it('TRN-003 seals the bodies of PUT and DELETE as well', async () => {
    const server = fakeServer({
      'exclusions.purge': () => ({ result: 'success', title: '', msg: '' }),
      'security.saveTwoFactor': () => ({ result: 'success', message: '', recovery_codes: [] }),
    })
    const { send } = await freshClient()
    await send('exclusions.purge', { paramId: 'com_smiles', campaignType: 'client' })
    await send('security.saveTwoFactor', { userId: 'usr_cleo', twoFactorAuth: false })
    const sent = server.asked.filter(({ body }) => body)
    expect(sent.map(({ seal, body }) => [seal?.htm, Object.keys(Object(body))])).toEqual([
      ['DELETE', ['dt']],
      ['PUT', ['dt']],
    ])
    // What stands in the path is not sent twice.
    expect(sent[1]?.seal?.htu).toBe('/api/setting/twofactorauth/usr_cleo')
  })

  it('seals the same body differently each time, with a key that is fetched once', async () => {
    const server = fakeServer({ 'session.login': () => trioOf('usr_cleo') })
    const { send } = await freshClient()
    await send('session.login', { username: 'a@b.c', password: 'x' })
    await send('session.login', { username: 'a@b.c', password: 'x' })
    const bodies = server.named('session.login').map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(2)
    expect(server.named('public.keys')).toHaveLength(1)
  })

  it("dates a body by the server's clock when this one is wrong", async () => {
    const server = fakeServer({ 'session.login': () => trioOf('usr_cleo') })
    const began = Date.now()
    const ahead = Math.floor(began / 1000) + 3600
    const answer = fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const given = await answer(url, init)
      return new Response(await given.text(), {
        status: given.status,
        headers: { date: new Date(ahead * 1000).toUTCString() },
      })
    })
    const { send } = await freshClient()
    await send('session.login', { username: 'a@b.c', password: 'x' })
    const sealed = Number(server.named('session.login')[0]?.seal?.iat)
    expect(sealed).toBeGreaterThan(ahead - 5)
    expect(sealed).toBeLessThan(ahead + 5 + (Date.now() - began) / 1000)
  })

  it('TRN-005 TRN-006 TRN-023 carries the address with its zone, and the zone alone', async () => {
    const server = fakeServer({ 'campaigns.overview': () => noCampaigns })
    const { send } = await freshClient()
    await send('campaigns.overview', list)
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(server.asked[0]?.headers.get('x-client-ip')).toBe(`203.0.113.7 ${zone}`)
    expect(server.asked[0]?.headers.get('x-timezone')).toBe(zone)
  })

  it('TRN-007 looks an unknown address up once and keeps it', async () => {
    localStorage.removeItem('client_address')
    const server = fakeServer({
      'campaigns.overview': () => noCampaigns,
      'public.clientAddress': () => ({ ip: '198.51.100.4' }),
    })
    const { send } = await freshClient()
    await send('campaigns.overview', list)
    await vi.waitFor(() => expect(localStorage.getItem('client_address')).toBe('198.51.100.4'), 60_000)
    await send('campaigns.overview', list)
    const { send: afterReload } = await freshClient()
    await afterReload('campaigns.overview', list)
    expect(server.named('public.clientAddress')).toHaveLength(1)
    expect(server.named('campaigns.overview').at(-1)?.headers.get('x-client-ip')).toMatch(/^198\.51\.100\.4 /)
  })

  it('TRN-025 never waits for the address, which is given three seconds', async () => {
    localStorage.removeItem('client_address')
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    fakeServer({
      'campaigns.overview': () => noCampaigns,
      'public.clientAddress': () => new Promise<{ ip: string }>(() => undefined),
    })
    const { send } = await freshClient()
    await expect(send('campaigns.overview', list)).resolves.toEqual(noCampaigns)
    expect(timeout).toHaveBeenCalledWith(3000)
  })

  it('TRN-017 ERR-032 logs a failure to the console and rejects it with the words of the server', async () => {
    fakeServer({
      'campaigns.overview': () => {
        throw new Refusal('internal', 'Something went wrong, please try again later.')
      },
    })
    const { send } = await freshClient()
    await expect(send('campaigns.overview', list)).rejects.toMatchObject({
      status: 500,
      code: 'internal',
      requestId: 'req_test',
      message: 'Something went wrong, please try again later.',
    })
    expect(console.error).toHaveBeenCalledWith('campaigns.overview failed', expect.anything())
  })

  it('says in words that no answer came', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { send } = await freshClient()
    await expect(send('campaigns.overview', list)).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })
})

describe('no answer', () => {
  const said = 'The server could not be reached. Check your connection and try again.'

  it('is told after a while where the line is dead', async () => {
    const late = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    putTokens(trioOf('usr_cleo'))
    const { send } = await freshClient()
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const hanging = new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      late.abort(new DOMException('The operation timed out.', 'TimeoutError'))
      return hanging
    })
    const sent = send('campaigns.overview', list)
    await expect(sent).rejects.toMatchObject({ status: 0, message: said })
  })

  it('is what breaks off in the middle, though it began well', async () => {
    putTokens(trioOf('usr_cleo'))
    const { send } = await freshClient()
    vi.stubGlobal('fetch', async () => new Response('{"data":[{"leadspeek_ty', { status: 200 }))
    await expect(send('campaigns.overview', list)).rejects.toMatchObject({ status: 0, message: said })
  })
})

describe('an expired token', () => {
  /** Answers only to tokens that a refresh handed out. */
  function strictServer() {
    const good = new Set<string>()
    const check = (bearer: string | null) => {
      if (!bearer || !good.has(bearer)) throw new Refusal('unauthenticated', 'Please sign in again.')
    }
    const server = fakeServer({
      'campaigns.overview': (_, { bearer }) => {
        check(bearer)
        return noCampaigns
      },
      'account.checkSetup': (_, { bearer }) => {
        check(bearer)
        return setup()
      },
      'account.me': (_, { bearer }) => {
        check(bearer)
        return client()
      },
      'session.refresh': () => {
        const trio = trioOf('usr_cleo')
        good.add(trio.access_token)
        return trio
      },
    })
    return { server, good }
  }

  it('AUT-008 AUT-007 is refreshed exactly once, and the call is sent again', async () => {
    const { server } = strictServer()
    const old = putTokens(trioOf('usr_cleo'))
    const { send } = await freshClient()
    await expect(send('campaigns.overview', list)).resolves.toEqual(noCampaigns)
    expect(server.asked.map(({ name }) => name).filter((name) => name !== 'public.keys')).toEqual([
      'campaigns.overview',
      'session.refresh',
      'campaigns.overview',
    ])
    expect(server.named('session.refresh')[0]?.input).toEqual({ refresh_token: old.refresh_token })
    expect(localStorage.getItem('access_token')).toBe(server.named('campaigns.overview')[1]?.bearer)
    expect(localStorage.getItem('refresh_token')).not.toBe(old.refresh_token)
  })

  it('AUT-012 rejects a 401 that arrives while a refresh is under way', async () => {
    const { server } = strictServer()
    putTokens(trioOf('usr_cleo'))
    const { send } = await freshClient()
    const both = await Promise.allSettled([send('campaigns.overview', list), send('account.me', { id: 'usr_cleo' })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(server.named('session.refresh')).toHaveLength(1)
  })

  it('AUT-009 ends the session when the refresh is refused', async () => {
    const { server, send, events } = { ...strictServer(), ...(await freshClient()) }
    server.handlers['session.refresh'] = () => {
      throw new Refusal('session_ended', 'This session has ended.')
    }
    putTokens(trioOf('usr_cleo'))
    await expect(send('campaigns.overview', list)).rejects.toMatchObject({ status: 401 })
    expect(events).toEqual(['ended'])
    // Empty, so that other tabs know it from a person who left.
    expect(localStorage.getItem('access_token')).toBe('')
    expect(localStorage.getItem('refresh_token')).toBeNull()
    expect(server.named('campaigns.overview')).toHaveLength(1)
  })

  it('keeps the session when the server is only away during the refresh', async () => {
    const { server, send, events } = { ...strictServer(), ...(await freshClient()) }
    server.handlers['session.refresh'] = () => {
      throw new Refusal('unavailable', 'Please try again in a moment.')
    }
    putTokens(trioOf('usr_cleo'))
    await expect(send('campaigns.overview', list)).rejects.toMatchObject({ status: 503 })
    expect(events).toEqual([])
    expect(localStorage.getItem('refresh_token')).not.toBeNull()
  })

  it.each(['answered', 'refused'] as const)(
    'leaves alone who signs in in another tab while a refresh is %s, and asks nothing in their name',
    async (how) => {
      const { server, send, events } = { ...strictServer(), ...(await freshClient()) }
      const theirs = trioOf('usr_lola')
      server.handlers['session.refresh'] = () => {
        putTokens(theirs)
        if (how === 'refused') throw new Refusal('session_ended', 'This session has ended.')
        return trioOf('usr_cleo')
      }
      putTokens(trioOf('usr_cleo'))
      await expect(send('campaigns.overview', list)).rejects.toMatchObject({ status: 409 })
      expect(server.named('campaigns.overview')).toHaveLength(1)
      expect(localStorage.getItem('access_token')).toBe(theirs.access_token)
      expect(localStorage.getItem('refresh_token')).toBe(theirs.refresh_token)
      expect(events).toEqual([])
    },
  )

  it('goes on where the same person signed in anew in another tab while the old sign-in ended', async () => {
    const { server, good, send, events } = { ...strictServer(), ...(await freshClient()) }
    const anew = trioOf('usr_cleo')
    good.add(anew.access_token)
    server.handlers['session.refresh'] = () => {
      putTokens(anew)
      throw new Refusal('session_ended', 'This session has ended.')
    }
    putTokens(trioOf('usr_cleo'))
    await expect(send('campaigns.overview', list)).resolves.toEqual(noCampaigns)
    expect(server.named('campaigns.overview')[1]?.bearer).toBe(anew.access_token)
    expect(events).toEqual([])
  })

  it('AUT-010 clears the storage when there is no refresh token', async () => {
    const { server, send, events } = { ...strictServer(), ...(await freshClient()) }
    localStorage.setItem('user-theme', 'dark-theme')
    putTokens(trioOf('usr_cleo'))
    localStorage.removeItem('refresh_token')
    await expect(send('campaigns.overview', list)).rejects.toMatchObject({ status: 401 })
    expect(events).toEqual(['lost'])
    expect(server.named('session.refresh')).toHaveLength(0)
    expect({ ...localStorage }).toEqual({ 'user-theme': 'dark-theme' })
  })

  it('AUT-011 leaves a wrong password alone: no refresh, nothing cleared', async () => {
    const { server, send, events } = { ...strictServer(), ...(await freshClient()) }
    server.handlers['session.login'] = () => {
      throw new Refusal('unauthenticated', 'Wrong e-mail or password.')
    }
    await expect(send('session.login', { username: 'a@b.c', password: 'x' })).rejects.toMatchObject({
      message: 'Wrong e-mail or password.',
    })
    expect(events).toEqual([])
    expect(server.named('session.refresh')).toHaveLength(0)
  })

  it('AUT-013 is forgotten without a refresh when the set-up check meets it', async () => {
    const { server, send, events } = { ...strictServer(), ...(await freshClient()) }
    putTokens(trioOf('usr_cleo'))
    await expect(send('account.checkSetup', { id: 'usr_cleo' })).rejects.toMatchObject({ status: 401 })
    expect(events).toEqual(['forgotten'])
    expect(server.named('session.refresh')).toHaveLength(0)
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it('AUT-043 is renewed shortly before its end, by one refresh for all that ask', async () => {
    const { server, good } = strictServer()
    const old = putTokens(trioOf('usr_cleo', { life: 60, age: 50 }))
    good.add(old.access_token)
    const { send } = await freshClient()
    await Promise.all([send('campaigns.overview', list), send('account.me', { id: 'usr_cleo' })])
    expect(server.named('session.refresh')).toHaveLength(1)
    expect(
      server.asked.filter(({ bearer, name }) => bearer === old.access_token && name !== 'session.refresh'),
    ).toEqual([])
  })

  it('does not refresh a token that still has its time', async () => {
    const { server, good } = strictServer()
    good.add(putTokens(trioOf('usr_cleo', { life: 900, age: 600 })).access_token)
    const { send } = await freshClient()
    await send('campaigns.overview', list)
    expect(server.named('session.refresh')).toHaveLength(0)
  })
})
