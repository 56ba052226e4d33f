// An outside service may do what it likes: who asked it has an answer in time, has read a bounded part of what it said, and takes
// nothing of it for a yes.
import { createSocket } from 'node:dgram'
import { globSync, readFileSync } from 'node:fs'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openAdPartner } from '#functions/gateways/ad-partner.ts'
import { openCaptcha } from '#functions/gateways/captcha.ts'
import { openDns } from '#functions/gateways/dns.ts'
import { judge, openToolDoor, readAnswer } from '#functions/gateways/integrations/door.ts'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openLeadData } from '#functions/gateways/lead-data.ts'
import { openOwnSmtp } from '#functions/gateways/own-smtp.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { openWebhooks } from '#functions/gateways/webhooks.ts'
import { sdkLimits } from '#shared/sdk-limits.ts'
import { type Hostility, hostilities, startHostile } from '../../support/hostile-server.ts'

const LIMIT_MS = 700
/** What a busy machine needs beside. */
const SPARE_MS = 8000
/** The largest that is read of anybody, and what waits in the buffers of a connection. */
const MOST_BYTES = 8_000_000 + 12_000_000

const now = () => Date.now()
const partner = (url: string) => openAdPartner({ url, keys: fixedSecret({ adPartnerKey: 'key' }), timeoutMs: LIMIT_MS })
const stripe = (url: string) => {
  const keys = fixedSecret({ secretKey: 'sk_12345678', webhookSecrets: ['whsec_12345'] })
  return openPayments({ keys, url, timeoutMs: LIMIT_MS, retries: 0, now })
}
const charge = { key: 'key', customerId: 'cus_1', paymentMethodId: 'pm_1', amountCents: 100, description: 'A lead' }
const tool = (url: string) => openToolDoor({ name: 'A tool', url, limitMs: LIMIT_MS })
const mail = { to: 'a@b.example', subject: 'S', html: '', text: '', fromName: 'F', fromAddress: 'c@d.example' }

const unknown = { name: 'OutcomeUnknown' }
const unavailable = { code: 'unavailable' }

/** How each is asked, and what its asker makes of an answer that is none. */
const doors: Record<string, { ask: (url: string) => Promise<unknown>; end: unknown }> = {
  'a visitor, of the lead data provider': {
    ask: (url) =>
      openLeadData({ url, keys: fixedSecret({ leadDataKey: 'key' }), timeoutMs: LIMIT_MS }).resolve({
        visitorId: 'v',
        ip: '192.0.2.1',
        userAgent: 'A',
        pageUrl: 'https://a.example/',
      }),
    end: unavailable,
  },
  'a person or a robot, of the captcha service': {
    ask: (url) =>
      openCaptcha({ url, keys: fixedSecret({ captchaSecret: 'key' }), now, limitMs: LIMIT_MS }).check('token', {
        host: 'a.example',
        ip: '192.0.2.1',
      }),
    end: 'unknown',
  },
  'a record, of the ad partner': { ask: (url) => partner(url).find('org_1'), end: unavailable },
  'a new record, of the ad partner': {
    ask: (url) => partner(url).create({ name: 'A', reference: 'com_1' }),
    end: unavailable,
  },
  'a removal, of the ad partner': { ask: (url) => partner(url).remove('org_1'), end: unavailable },
  'a coupon, of the payment provider': { ask: (url) => stripe(url).findCoupon({ code: 'SAVE' }), end: unknown },
  'a charge, of the payment provider': { ask: (url) => stripe(url).charge({ ...charge, metadata: {} }), end: unknown },
  'an outside tool': {
    ask: async (url) => readAnswer(z.object({}), judge(await tool(url).ask('/'), { name: 'A tool', now }), 'A tool'),
    end: { name: 'ToolFault', end: 'retry' },
  },
  "an agency's own mail server": {
    ask: (url) => {
      const { hostname: host, port, host: exception } = new URL(url)
      const server = { host, port: Number(port), security: 'none', username: '', password: '' } as const
      return openOwnSmtp({ exceptions: [exception], limitMs: LIMIT_MS }).send({ ...server, fromAddress: '' }, mail)
    },
    end: { name: 'SmtpFault' },
  },
}

let servers: Record<Hostility, Awaited<ReturnType<typeof startHostile>>>
beforeAll(async () => {
  const started = hostilities.map(async (each) => [each, await startHostile(each)] as const)
  // @NOTE there is one of each.
  servers = Object.fromEntries(await Promise.all(started)) as typeof servers
})
afterAll(async () => {
  await Promise.all(Object.values(servers).map(({ stop }) => stop()))
})

test.each(Object.entries(doors))(
  'A39 %s: no fault is waited for, read to its end, or taken for a yes',
  async (_, door) => {
    const ends = await Promise.all(
      hostilities.map(async (hostility) => {
        const since = performance.now()
        const end = await door.ask(servers[hostility].url).catch((error: unknown) => error)
        return { hostility, end, isInTime: performance.now() - since < 2 * LIMIT_MS + SPARE_MS }
      }),
    )
    const wanted = typeof door.end === 'string' ? door.end : expect.objectContaining(Object(door.end))
    expect(ends).toEqual(hostilities.map((hostility) => ({ hostility, end: wanted, isInTime: true })))
    expect(servers.flood.takeSaid()).toBeLessThan(MOST_BYTES)
  },
)

test('A39 a webhook: what it says behind its status is left, and silence ends', async () => {
  const webhooks = openWebhooks({
    timeoutMs: LIMIT_MS,
    standIns: Object.values(servers).map(({ url }) => new URL(url).host),
  })
  const ends = await Promise.all(
    hostilities.map(async (hostility) => {
      const post = webhooks.post(`${servers[hostility].url}/`, { body: '{}', headers: {} })
      return [hostility, await post.then(({ status }) => status).catch(({ why }) => why)]
    }),
  )
  expect(Object.fromEntries(ends)).toEqual({
    refuse: 'unreachable',
    hang: 'late',
    break: 500,
    page: 200,
    cut: 200,
    drip: 'late',
    flood: 200,
  })
  expect(servers.flood.takeSaid()).toBeLessThan(MOST_BYTES)
})

test('A39 name servers that say nothing: a domain is not known, in time', async () => {
  const server = createSocket('udp4')
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  const since = performance.now()
  const dns = openDns({ servers: [`127.0.0.1:${server.address().port}`], limitMs: LIMIT_MS })
  expect(await dns.lookUp('a.example')).toMatchObject({ isBroken: true })
  // Two tries of the resolver itself take nine seconds.
  expect(performance.now() - since).toBeLessThan(LIMIT_MS + 5000)
  server.close()
})

test('A39 a service of Amazon that says nothing is not waited for', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const ask = (endpoint: string) =>
    new SecretsManagerClient({ endpoint, credentials, region: 'us-east-1', maxAttempts: 2, ...sdkLimits(0.2) }).send(
      new GetSecretValueCommand({ SecretId: 'a' }),
    )
  await expect(ask(servers.hang.url)).rejects.toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 2 } })
})

test('A39 every client of a service of Amazon has limits', () => {
  const opened = globSync('functions/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new (\w+Client)\(((?:[^()]|\([^()]*\))*)\)/g)]
      .filter(([, name]) => name !== 'BoundedClient')
      .map(([, name = '', options = '']) => ({ file, name, options })),
  )
  // The signer of addresses sends nothing.
  const unbounded = opened.filter(
    ({ options }) => !options.includes('sdkLimits(') && !options.includes('publicEndpoint'),
  )
  expect(unbounded).toEqual([])
  expect(opened.length).toBeGreaterThan(7)
})
