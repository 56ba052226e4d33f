// Where the leads of the demonstration go: to the receiver of this very machine, at /_local/webhooks; and what became of them there.
import { createWebhook, toWebhookDestination } from '#functions/domain/integrations/webhooks.ts'
import type { Services } from '#functions/kit/services.ts'
import { demoWebhookSecret, demoWebhookUrl } from '#infra/local/doubles/webhook-receiver.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { LEAST_FAILURES } from '#shared/integrations/health.ts'
import { deliveryWaits } from '#shared/leads/retries.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Attempt } from '#shared/model/delivery.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Webhook } from '#shared/model/webhook.ts'

type Cast = { northlight: Company; copper: Company; campaigns: { smiles: Campaign } }

/** One of each agency, for all of its campaigns, and one of a single campaign. */
export async function plantWebhooks(services: Services, { northlight, copper, campaigns }: Cast): Promise<void> {
  const { smiles } = campaigns
  const places = [
    { companyId: northlight.id, scope: 'all', label: 'Demonstration' },
    { companyId: copper.id, scope: 'all', label: 'Demonstration' },
    { companyId: smiles.companyId, scope: smiles.id, label: 'Practice software' },
  ]
  for (const place of places)
    await createWebhook(services, {
      ...place,
      id: services.newId('webhook'),
      address: demoWebhookUrl,
      secret: demoWebhookSecret,
      now: services.now(),
    })
}

type Tried = Pick<Attempt, 'at' | 'status' | 'words'>
/** The last of the tries is the end; `nextAt`: there is no end yet, and it is tried again then. */
type Fate = { tries: Tried[]; end: 'delivered' | 'failed' | 'skipped' | { nextAt: number } }

/** As workers would have written it, each try at its time. */
async function plantDelivery(
  { db }: Services,
  agencyId: string,
  lead: Lead,
  webhook: Webhook,
  { tries, end }: Fate,
): Promise<void> {
  const { companyId, campaignId, id: leadId, createdAt: leadAt } = lead
  const destination = toWebhookDestination(webhook)
  const of = { ownerId: webhook.companyId, destinationId: webhook.id, companyId, campaignId, leadId, leadAt }
  for (const [index, { at, status, words }] of tries.entries()) {
    const took = await db.delivery.take({ companyId, campaignId, agencyId, leadId, leadAt, destination }, at, MINUTE)
    if (took.end !== 'taken') throw new Error(`A delivery could not be planted: ${took.end}.`)
    const attempt: Attempt = { at, status, ms: 140 + ((index * 37) % 90), words }
    const next = tries[index + 1]?.at ?? (typeof end === 'string' ? undefined : end.nextAt)
    const outcome = next !== undefined || typeof end !== 'string' ? 'waiting' : end
    await db.deliveryTry.add({ ...of, outcome, at, status })
    if (next !== undefined) await db.delivery.wait(took.delivery, attempt, next)
    else if (typeof end === 'string') await db.delivery.end(took.delivery, end, attempt)
  }
}

/** Tries that all end alike, at the times of the schedule. */
function triesFrom(first: number, count: number, said: Omit<Tried, 'at'>): Tried[] {
  let at = first
  return deliveryWaits.slice(0, count).map((wait) => {
    at += wait
    return { at, ...said }
  })
}

const ok = { status: 200, words: '{"status":"success"}' }
const busy = { status: 503, words: 'Service Unavailable' }

/** One of each fate, so that every state can be looked at: delivered, at once or later, refused, left out, given up, and waiting. */
function fatesOf(leads: readonly Lead[], now: number): [Lead, Fate][] {
  const soon = ({ createdAt }: Lead) => createdAt + 2 * SECOND
  const fates: ((lead: Lead) => Fate)[] = [
    (lead) => {
      const all = triesFrom(soon(lead), deliveryWaits.length, busy)
      const tries = all.filter(({ at }) => at < now)
      return { tries, end: { nextAt: all[tries.length]?.at ?? now + HOUR } }
    },
    (lead) => ({ tries: [{ at: soon(lead), ...ok }], end: 'delivered' }),
    (lead) => ({
      tries: [
        { at: soon(lead), ...busy },
        { at: soon(lead) + 5 * SECOND, ...ok },
      ],
      end: 'delivered',
    }),
    (lead) => ({
      tries: [{ at: soon(lead), status: 422, words: '{"error":"The phone number is not one of this country."}' }],
      end: 'failed',
    }),
    (lead) => ({ tries: [{ at: soon(lead), status: 0, words: messages.excludedSince }], end: 'skipped' }),
    (lead) => ({ tries: [{ at: soon(lead), ...ok }], end: 'delivered' }),
  ]
  // Between an hour and two days ago there are a few; what was given up lies further back.
  const recent = leads.filter(({ createdAt }) => createdAt < now - HOUR)
  const lost = recent.find(({ createdAt }) => createdAt < now - 4 * DAY)
  const silence = { status: 0, words: 'There was no answer in time.' }
  return [
    ...recent
      .filter((lead) => lead !== lost)
      .flatMap((lead, index): [Lead, Fate][] => {
        const fate = fates[index]
        return fate ? [[lead, fate(lead)]] : []
      }),
    ...(lost
      ? ([[lost, { tries: triesFrom(soon(lost), deliveryWaits.length, silence), end: 'failed' }]] as [Lead, Fate][])
      : []),
  ]
}

/** It works, then only fails, and is switched off after days of that. */
async function plantGone(services: Services, smiles: Campaign, leads: readonly Lead[], now: number): Promise<void> {
  const { db } = services
  const made = await createWebhook(services, {
    companyId: smiles.companyId,
    scope: smiles.id,
    label: 'Old CRM',
    id: services.newId('webhook'),
    address: demoWebhookUrl.replace('demonstration', 'old-crm'),
    secret: demoWebhookSecret,
    now: now - 20 * DAY,
  })
  if (!made) throw new Error('The webhook that is switched off could not be planted.')
  const [failsFrom, offAt] = [now - 9 * DAY, now - 3 * DAY]
  const read = async () => {
    const found = await db.webhook.find(made, made.id)
    if (!found) throw new Error('The webhook that is switched off is gone.')
    return found
  }
  for (let failure = 0; failure < LEAST_FAILURES; failure++)
    await db.webhook.countFailure(await read(), failsFrom + failure * 6 * HOUR, smiles)
  await db.webhook.warn(await read(), failsFrom + 3 * DAY)
  await db.webhook.switchOffFailing(await read(), messages.offAfterFailures, offAt)
  for (const lead of leads.filter(({ createdAt }, index) => index % 3 === 0 && createdAt < now - MINUTE)) {
    const at = lead.createdAt + 3 * SECOND
    if (at < failsFrom)
      await plantDelivery(services, smiles.agencyId, lead, made, { tries: [{ at, ...ok }], end: 'delivered' })
    else {
      const said =
        at < offAt ? { status: 404, words: 'No such hook.' } : { status: 0, words: messages.offAfterFailures }
      await plantDelivery(services, smiles.agencyId, lead, made, { tries: [{ at, ...said }], end: 'failed' })
    }
  }
}

/** What became of the latest leads of a campaign, after these were planted. */
export async function plantDeliveries(services: Services, { campaigns: { smiles } }: Pick<Cast, 'campaigns'>) {
  const { db } = services
  const now = services.now()
  const [own] = await db.webhook.list({ companyId: smiles.companyId, scope: smiles.id })
  const leads = await db.lead.list(smiles, { start: now - 12 * DAY, end: now + 1 }, { limit: 100 })
  if (!own) throw new Error('The campaign of the demonstration has no webhook.')
  for (const [lead, fate] of fatesOf(leads, now)) await plantDelivery(services, smiles.agencyId, lead, own, fate)
  await plantGone(services, smiles, leads, now)
}
