// What the suites about data enrichment share: an agency with a price and a card, files as a browser sends them, and the worker.
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { orderTopUp } from '#functions/domain/wallet/top-up.ts'
import type { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { cents } from '#shared/money/cents.ts'
import { noCosts } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'
import { openDoor } from '../exclusions/door.ts'
import { walletStage } from '../wallet/stage.ts'

/** Of a match, in hundredths of a cent. */
export const PRICE = 4050

export async function enrichmentStage(h: Harness, provider: Awaited<ReturnType<typeof startLeadData>>) {
  const { services, db, cast } = h
  const agency = cast.northlight
  const door = await openDoor(h)
  const { giveCard } = walletStage(h)
  const fees = { platformFeeCents: 0, periodFeeCents: 0, perLeadCentiCents: PRICE, perLeadAdvancedCentiCents: PRICE }
  const enhance = { Weekly: fees, Monthly: fees, OneTime: fees, Prepaid: fees }
  const costs = { term: noCosts.term, costs: { ...noCosts.costs, enhance } }
  await db.price.saveCosts(agency.id, costs, { by: 'test', at: services.now() - 1000 })
  await giveCard(agency.id)

  const list = async (who: Member = 'ada') =>
    (await h.call(who, 'enrichment.list', { companyID: agency.id })).body.data ?? []
  const jobOf = async (id: string) => {
    const job = (await list()).find((each) => each.id === id)
    if (!job) throw new Error('There is no such enrichment.')
    return job
  }
  const start = (information: string[] = [], who: Member = 'ada') =>
    h.call(who, 'enrichment.start', { companyID: agency.id, filename: 'People.csv', information })
  /** Sends a file as a browser does; it waits to be read. */
  async function send(content: string, information: string[] = []): Promise<string> {
    const { status, body } = await start(information)
    expect(status).toBe(200)
    expect((await door.post({ url: body.url, fields: body.fields }, content)).status).toBe(201)
    return body.enrichmentID
  }
  async function check(content: string, information: string[] = []): Promise<string> {
    const id = await send(content, information)
    await h.drain()
    return id
  }
  const confirm = async (enrichmentID: string, most?: number) =>
    h.call('ada', 'enrichment.confirm', {
      companyID: agency.id,
      enrichmentID,
      most_cents: most ?? (await jobOf(enrichmentID)).most_cents,
    })
  const ask = (name: 'result' | 'rejected', enrichmentID: string, who: Member = 'ada') =>
    h.call(who, `enrichment.${name}`, { companyID: agency.id, enrichmentID })
  async function read(name: 'result' | 'rejected', id: string): Promise<Record<string, string>[]> {
    const { status, body } = await ask(name, id)
    expect(status).toBe(200)
    const got = await door.get(body.url)
    return parse(got.text, { columns: true }) as Record<string, string>[]
  }
  async function run(content: string, information: string[] = []): Promise<string> {
    const id = await check(content, information)
    expect((await confirm(id)).status).toBe(200)
    await h.drain()
    return id
  }
  /** One run of the timetable entry that looks after what stands still. */
  async function look(now: number) {
    h.setClock(now)
    await h.runner.trigger('expireStaleUploads', now)
    await h.drain()
  }
  const paysBy = (billingMethod: 'credit_card' | 'data_wallet') => db.billing.save(agency.id, { billingMethod })
  async function fill(amountCents: number) {
    const order = { amountCents: cents(amountCents), isCustom: true, isStopped: true, person: 'Ada' }
    const done = await orderTopUp(makePaymentDeps(services), agency, {
      ...order,
      idempotencyKey: crypto.randomUUID(),
    })
    expect(done.is).toBe('posted')
  }
  const balance = async () => (await db.ledger.get(agency.id)).balanceCents
  /** What cards paid for enrichments. */
  const charges = () =>
    h.stripe
      .list('payment_intent')
      .filter(({ metadata, status }) => metadata.payment?.startsWith('enrich-') && status === 'succeeded')
      .map(({ amount, metadata }) => ({ amount, key: metadata.payment }))
  return {
    agency,
    door,
    list,
    jobOf,
    start,
    send,
    check,
    confirm,
    ask,
    read,
    run,
    look,
    paysBy,
    fill,
    balance,
    charges,
    giveCard,
    provider,
  }
}
export type EnrichmentStage = Awaited<ReturnType<typeof enrichmentStage>>

export const people = (count: number, tag = 'p') =>
  Array.from({ length: count }, (_, at) => `${tag}${at}@people.example\r\n`).join('')
