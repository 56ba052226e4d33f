// With every provider hanging, calls that need none are as ever, and the few that do say so in a sentence, in time, and take nothing
// for a yes.
import { expect, it } from 'vitest'
import { openAdPartner } from '#functions/gateways/ad-partner.ts'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openLeadData } from '#functions/gateways/lead-data.ts'
import { openPayments } from '#functions/gateways/stripe.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { harness } from '#tests/support/harness.ts'
import { startHostile } from '#tests/support/hostile-server.ts'
import { isPermitted } from '#tests/support/permitted.ts'
import { samples } from '#tests/support/samples.ts'
import { endWithFile } from '../../support/file-end.ts'
import { stageOf } from '../payments/stage.ts'

/** What is asked of a provider while somebody waits, with what is answered when it hangs. */
const asking: Record<string, number> = {
  'keywords.estimate': 503,
  // Words to choose from come while somebody types: without them the field is a field.
  'keywords.suggest': 200,
  'marketing.createOrganization': 503,
  'payments.checkConnectedAccount': 503,
  'payments.createConnectedAccount': 503,
  'payments.createSalesConnectedAccount': 503,
  'payments.getConnectedAccountLink': 503,
  'payments.getExistingConnectedAccountLink': 503,
  'payments.saveCard': 503,
}
/** They would end what the others need. */
const endings = /logout|endAll|remove|delete|close/i
const askers = ['cleo', 'ada', 'olive', 'sam'] as const
const SENTENCE = /^The (payment provider|lead data provider|ad partner) did not answer\.( Nothing is lost; p| P|$)/

it('A39 with every provider hanging: each call that asks one says so, and no other call asks', async () => {
  const h = await harness({ env: { LEAD_DATA_URL: 'http://127.0.0.1:1' } })
  const stage = stageOf(h)
  const account = await stage.connect('ada')
  await stage.saveCard('ada')
  await stage.saveCard('cleo', 'pm_card_visa', account)
  const hanging = await startHostile('hang')
  endWithFile(hanging.stop)
  const { url } = hanging
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: webhookSecrets } = h.services.env
  const limit = { url, timeoutMs: 200 }
  h.services.payments = openPayments({
    ...limit,
    keys: fixedSecret({ secretKey, webhookSecrets }),
    retries: 0,
    now: h.services.now,
  })
  h.services.leadData = openLeadData({ ...limit, keys: fixedSecret({ leadDataKey: 'key' }) })
  h.services.adPartner = openAdPartner({ ...limit, keys: fixedSecret({ adPartnerKey: 'key' }) })

  const asked: Record<string, number> = {}
  const faults: unknown[] = []
  for (const entry of allCalls.filter(({ id }) => !endings.test(id))) {
    const who = askers.find((each) => isPermitted(entry, each, h.cast.users))
    if (!who) continue
    const { status, body } = await h.call(
      entry.call.can === 'anyone' ? null : who,
      entry.id,
      samples[entry.id](h.cast, who),
    )
    if (hanging.takeAsked().length > 0) asked[entry.id] = status
    const { message } = Object(body) as { message?: unknown }
    if (status >= 500 && !SENTENCE.test(String(message))) faults.push([entry.id, status, message])
  }
  expect(faults).toEqual([])
  expect(asked).toEqual(asking)
})
