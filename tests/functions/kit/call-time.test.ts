// The gateway ends a request after 29 s. What a call asks outside has one time for all of it, so who pressed hears in a sentence what
// came of it, however many are asked one after another, and may press again.
import { beforeEach, expect, it } from 'vitest'
import { openAdPartner } from '#functions/gateways/ad-partner.ts'
import { openCaptcha } from '#functions/gateways/captcha.ts'
import { openTools } from '#functions/gateways/integrations/index.ts'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openLeadData } from '#functions/gateways/lead-data.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { callTime, signalFor, timeFor, withinCall } from '#functions/gateways/time-left.ts'
import { openWebhooks } from '#functions/gateways/webhooks.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { harness } from '#tests/support/harness.ts'
import { startHostile } from '#tests/support/hostile-server.ts'
import { isPermitted } from '#tests/support/permitted.ts'
import { samples } from '#tests/support/samples.ts'
import { endWithFile } from '../../support/file-end.ts'
import { stageOf } from '../payments/stage.ts'

const h = await harness({ env: { LEAD_DATA_URL: 'http://127.0.0.1:1' } })
const stage = stageOf(h)
const { payments } = h.services
const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets, STRIPE_URL, TOOL_URLS } = h.services.env
const ways = { hanging: await startHostile('hang'), slow: await startHostile('well', STRIPE_URL) }
for (const { stop } of Object.values(ways)) endWithFile(stop)
const stripeAt = (url: string) =>
  openPayments({
    url,
    keys: fixedSecret({ secretKey, webhookSecrets }),
    timeoutMs: 12_000,
    retries: 1,
    now: h.services.now,
  })

beforeEach(() => {
  Object.assign(callTime, { ms: 20_000, now: () => performance.now() })
  h.services.payments = payments
})

it('A39 a request of a call takes what is left of its time, and one of a job its own limit', () => {
  let now = 0
  callTime.now = () => now
  expect(timeFor(12_000)).toBe(12_000)
  withinCall(() => {
    expect(timeFor(12_000)).toBe(12_000)
    now = 12_500
    expect(timeFor(12_000)).toBe(7500)
    now = 19_600
    expect([timeFor(12_000), signalFor(12_000).aborted]).toEqual([0, true])
  })
  expect([timeFor(12_000), signalFor(12_000).aborted]).toEqual([12_000, false])
})

/** They end what the others need. */
const endings = /logout|endAll|remove|delete|close/i
const askers = ['cleo', 'ada', 'olive', 'sam'] as const

it('A39 a call that waited its time for one who hangs asks nobody any more', async () => {
  const account = await stage.connect('ada')
  await stage.saveCard('ada')
  await stage.saveCard('cleo', 'pm_card_visa', account)
  for (const who of ['cleo', 'ada'] as const)
    await h.call(who, 'integrations.connectTool', samples['integrations.connectTool'](h.cast, who))
  const { hanging } = ways
  const { url } = hanging
  const { host } = new URL(url)
  const { services } = h
  const { now } = services
  services.payments = stripeAt(url)
  services.leadData = openLeadData({ url, keys: fixedSecret({ leadDataKey: 'key' }) })
  services.adPartner = openAdPartner({ url, keys: fixedSecret({ adPartnerKey: 'key' }) })
  services.captcha = openCaptcha({ url, keys: fixedSecret({ captchaSecret: 'key' }), now })
  services.webhooks = openWebhooks({ standIns: [host] })
  const [first = ''] = Object.keys(TOOL_URLS)
  const app = { kartraAppId: first, googleClientId: first, googleClientSecret: first }
  services.tools = openTools({
    urls: Object.fromEntries(Object.keys(TOOL_URLS).map((slug) => [slug, url])),
    now,
    platform: async () => ({ ...app, gohighlevelClientId: first, gohighlevelClientSecret: first }),
  })
  // Enough for one: once it was asked, the time is over.
  Object.assign(callTime, { ms: 700, now: () => (hanging.asked().length > 0 ? 60_000 : 0) })

  const asked: Record<string, number> = {}
  for (const entry of allCalls.filter(({ id }) => !endings.test(id))) {
    const isAnyones = entry.call.can === 'anyone'
    const who = askers.find((each) => isAnyones || isPermitted(entry, each, h.cast.users))
    if (!who) continue
    await h.call(isAnyones ? null : who, entry.id, samples[entry.id](h.cast, who))
    const { length } = hanging.takeAsked()
    if (length > 0) asked[entry.id] = length
  }
  expect(Object.keys(asked).length).toBeGreaterThan(9)
  expect(Object.entries(asked).filter(([, count]) => count > 1)).toEqual([])
  expect(asked).toMatchObject({ 'payments.saveCard': 1, 'integrations.connectTool': 1 })
})

it('A39 A40 a card at a provider who takes seven seconds for each answer is saved by the presses after the first', async () => {
  const { slow } = ways
  h.services.payments = stripeAt(slow.url)
  slow.takeAsked()
  Object.assign(callTime, { ms: 20_000, now: () => slow.asked().length * 7000 })
  const token = h.stripe.card('pm_card_mastercard', '')
  const press = async () => {
    const { status } = await h.call('ada', 'payments.saveCard', stage.cardForm('ada', token))
    return [status, slow.takeAsked().length]
  }
  expect(await press()).toEqual([503, 3])
  const before = await h.db.billing.get(h.cast.northlight.id)
  // The card that was there pays until the new one is good.
  expect(before).toMatchObject({ cardBrand: 'visa' })
  Object.assign(callTime, { now: () => 0 })
  expect(await press()).toEqual([200, 5])
  expect(await h.db.billing.get(h.cast.northlight.id)).toMatchObject({ cardBrand: 'mastercard' })
})
