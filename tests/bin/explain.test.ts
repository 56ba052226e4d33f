// The story of one thing, for somebody who answers a support call: from the table alone, changing nothing, naming nobody.
import { describe, expect, it } from 'vitest'
import { explain } from '#bin/operator/explain.ts'
import { pieceId } from '#functions/domain/exclusions/keys.ts'
import { askLogs, logQueries } from '#infra/log-queries.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { toId } from '#shared/ids.ts'
import { ExclusionBatch } from '#shared/model/exclusion-batch.ts'
import { Payment } from '#shared/model/payment.ts'
import type { Upload } from '#shared/model/upload.ts'
import { isRead } from '#tests/support/reads.ts'
import { watchTable } from '../functions/leads/faults.ts'
import { harness } from '../support/harness.ts'
import { plantBatch } from '../support/plant-batch.ts'
import { plantLead } from '../support/plant-lead.ts'

const h = await harness()
const { brightSmiles, northlight, campaigns, users } = h.cast
const NOON = Date.UTC(2031, 11, 6, 18)
h.setClock(NOON)
const ask = async (...args: string[]) => {
  const watch = watchTable(h.services)
  const said = await explain.run(h.services, args)
  watch.remove()
  expect(watch.commands).not.toEqual([])
  expect(watch.commands.filter((name) => !isRead(name))).toEqual([])
  const text = typeof said === 'string' ? said : said.said
  // No address in full, no name of a person.
  expect(text).not.toMatch(/[\w.]{2,}@[\w.]+\.\w+/)
  expect(text).not.toContain('Findable')
  return text
}

const upload: Upload = {
  id: 'upl_01K000000000000000000000AA',
  companyId: brightSmiles.id,
  campaignType: 'client',
  fileName: 'for cleo.client@example.com.csv',
  status: 'failed',
  epoch: 0,
  totalRows: 12,
  currentRow: 5,
  accepted: 3,
  duplicates: 1,
  rejected: 1,
  plan: null,
  resends: 2,
  reason: 'Line 6 of cleo.client@example.com has no address.',
  requestedBy: users.cleo.id,
  createdAt: NOON - HOUR,
  updatedAt: NOON - 50 * MINUTE,
}

describe('operator explain', () => {
  it('tells of an upload whose company nobody named: who asked, how far it came, why it failed, and what to ask the logs', async () => {
    await h.db.upload.create(upload)
    const said = await ask(upload.id)
    expect(said.split('\n').slice(0, 5)).toEqual([
      `upload ${upload.id}: failed`,
      `Of ${brightSmiles.name} (${brightSmiles.id}, client) below ${northlight.name} (${northlight.id}).`,
      `  2031-12-06 17:00:00  asked for by ${users.cleo.id}`,
      '  2031-12-06 17:10:00  its lost work was sent again 2 times',
      '  2031-12-06 17:10:00  failed, 5 of 12 rows (3 taken, 1 twice, 1 refused): Line 6 of c***@example.com has no address.',
    ])
    expect(said).toContain(`filter subject = "${upload.id}"`)
    expect(await ask(upload.id, '--company', brightSmiles.id)).toBe(said)
    expect(await ask(upload.id, '--company', northlight.id)).toContain(`The table does not know ${upload.id}`)
  })

  it('tells of an upload that a program sent, by the time of its latest part', async () => {
    const id = 'xba_01K000000000000000000000DD'
    const { companyId } = upload
    const batch = ExclusionBatch.parse({
      id,
      companyId,
      scope: 'client',
      fileName: 'customers.csv',
      status: 'waiting',
      epoch: 0,
      requestedBy: 'key_1',
      createdAt: NOON - HOUR,
    })
    await plantBatch(h.db, batch)
    expect((await ask(id)).split('\n').slice(0, 3)).toEqual([
      `upload ${id}: waiting`,
      `Of ${brightSmiles.name} (${brightSmiles.id}, client) below ${northlight.name} (${northlight.id}).`,
      '  2031-12-06 17:00:00  asked for by key_1',
    ])
    await h.db.exclusionBatch.cut(batch, 2, 12_000)
    await h.db.exclusionBatch.count(batch, 0, { accepted: 9990, duplicates: 8, rejected: 2 })
    const part = pieceId(id, 1)
    await h.db.upload.create({ ...upload, id: part, batchId: id, status: 'running', reason: null })
    const said = await ask(id, '--company', companyId)
    expect(said).toContain(
      `  2031-12-06 17:10:00  part 2 of 2 (${part}): running; of all 12000 rows (9990 taken, 8 twice, 2 refused)`,
    )
    expect(said).toContain(`filter subject = "${id}"`)
  })

  it('tells of a payment in each company that has its key', async () => {
    const payment = Payment.parse({
      companyId: brightSmiles.id,
      key: 'cmp_1-bill-000001',
      purpose: 'invoice',
      amountCents: 12_345,
      description: 'Leads',
      status: 'open',
      createdAt: NOON - HOUR,
      failedAt: NOON - HOUR,
      code: 'card_declined',
      attempts: 3,
      retries: 2,
    })
    for (const companyId of [brightSmiles.id, northlight.id])
      await h.db.payment.begin(
        { ...payment, companyId },
        { key: 'try-1', customerId: 'cus_1', accountId: '', endsAt: NOON + MINUTE },
      )
    const said = await ask(payment.key)
    expect(said.match(/^payment cmp_1-bill-000001: open$/gm)).toHaveLength(2)
    expect(said).toContain('invoice of $123.45')
    expect(said).toContain('declined for the first time (last: card_declined)')
    expect(said).toContain('until then a charge is under way (try-1)')
    expect(said).toContain('open after 3 tries, 2 of them planned')
  })

  it('tells of a mail, whether or not it left', async () => {
    expect(await h.db.mail.take('mal_1', NOON, MINUTE)).toBe('taken')
    expect(await ask('mal_1')).toContain('mail mal_1: in hand\n  2031-12-06 18:01:00  until then a worker had it')
    await h.db.mail.done('mal_1', NOON + 1000)
    expect(await ask('mal_1')).toContain('mail mal_1: sent\n  2031-12-06 18:00:01  left')
  })

  it('tells of a lead by its id, by the visit that it came of, and by one of its deliveries', async () => {
    const ulid = '01K000000000000000000000BB'
    const [id, visitId] = [toId('lead', ulid), toId('visit', ulid)]
    const campaign = campaigns.smiles
    const lead = await plantLead(h, campaign, {
      id,
      at: NOON,
      visitedAt: NOON - MINUTE,
      person: { firstName: 'Findable' },
    })
    const said = await ask(id)
    expect(said).toContain(`lead ${id} of ${campaign.id}`)
    expect(said).toContain('  2031-12-06 17:59:00  seen')
    expect(said).toContain('  2031-12-06 18:00:00  stored as a basic lead')
    expect(await ask(visitId)).toBe(said)
    const destination = {
      kind: 'webhook' as const,
      id: 'whk_1',
      companyId: campaign.companyId,
      scope: 'all',
      name: 'Ours',
    }
    const message = {
      companyId: campaign.companyId,
      campaignId: campaign.id,
      agencyId: campaign.agencyId,
      leadId: id,
      leadAt: lead.createdAt,
      destination,
    }
    const taken = await h.db.delivery.take(message, NOON + MINUTE, MINUTE)
    if (taken.end !== 'taken') throw new Error(`The delivery was not taken: ${taken.end}.`)
    await h.db.delivery.end(taken.delivery, 'failed', {
      at: NOON + MINUTE,
      status: 410,
      ms: 12,
      words: 'Findable is gone',
    })
    const delivery = await ask(`${id}-whk_1`)
    expect(delivery).toContain('tried at webhook whk_1: answer 410 after 12 ms')
    expect(delivery).toContain('webhook whk_1: failed')
    expect(delivery).not.toContain('seen')
    expect(await ask(id)).toContain('webhook whk_1: failed')
    expect(await ask(`${id}-whk_2`)).toContain('The table does not know')
  })

  it('leads to the logs for what only they know, and says how it is used', async () => {
    expect(await ask('req_01K000000000000000000000CC')).toContain('filter rid = "req_01K000000000000000000000CC"')
    expect(await ask('billCampaigns@2026-11-23T18:00Z')).toContain('filter rid = "billCampaigns@2026-11-23T18:00Z"')
    await expect(explain.run(h.services, [])).rejects.toThrow('Usage: npm run operator -- explain')
    await expect(explain.run(h.services, ['" or 1 | limit 1'])).rejects.toThrow('is no id')
  })
})

describe('questions to the logs', () => {
  /** What lines may hold: functions/kit/{log,trace,serve,consume,schedule}.ts, and what CloudWatch adds. */
  const known = new Set(
    '@timestamp level message service call job schedule status said error code tries ms rid subject mid tenant company'.split(
      ' ',
    ),
  )
  const words = new Set(
    'fields filter sort stats limit by as asc desc or and count count_distinct pct max sum times companies latest half slow slowest all_ms'.split(
      ' ',
    ),
  )
  it.each(Object.entries(logQueries))('%s asks for fields that lines have', (_, { text }) => {
    const names = text.replaceAll(/"[^"]*"/g, '').match(/@?[a-z_]+/gi) ?? []
    expect(names.filter((name) => !known.has(name) && !words.has(name))).toEqual([])
  })

  it('take nothing for an id that could end the text it stands in', () => {
    expect(() => askLogs('story', 'a" or "b')).toThrow('is no id')
  })
})
