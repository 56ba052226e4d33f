// A worker that crashes at each of its requests that change something: in the end everybody who was found was paid for once.

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { pace, shareOf } from '#bin/portion.ts'
import { enrich } from '#functions/domain/enrichment/work.ts'
import type { Services } from '#functions/kit/services.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { costCents, ENRICH_PAGE } from '#shared/model/enrichment.ts'
import { harness } from '../../support/harness.ts'
import { Crash } from '../leads/faults.ts'
import { openMortal } from './mortal.ts'
import { enrichmentStage, PRICE, people } from './stage.ts'

const provider = await startLeadData({ key: 'the-key' })
const h = await harness({ env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'the-key' } })
afterAll(() => provider.stop())
const stage = await enrichmentStage(h, provider)
const { agency, check, confirm, jobOf, balance, charges, paysBy, fill, look } = stage

const mortal = openMortal(h.services, (deps, id) => enrich(deps, { companyId: agency.id, id }))

/** Confirmed, and not yet worked on: its message is taken by the worker that is to crash. */
async function confirmed(tag: string): Promise<string> {
  const id = await check(`${people(ENRICH_PAGE + 2, tag)}unknown@people.example\r\n`)
  // The queue's own worker must not be quicker.
  const { queues } = h.services
  const send = queues.send
  Object.assign(queues, { send: async () => undefined })
  expect((await confirm(id)).status).toBe(200)
  Object.assign(queues, { send })
  return id
}

const FOUND = ENRICH_PAGE + 2
const COST = costCents(FOUND, PRICE)

beforeEach(() => h.setClock())

it('DAT-14 gives nobody what belongs to another record, although somebody is listed between two tries', async () => {
  await paysBy('credit_card')
  const id = await check(people(6, 'shift'))
  const { queues } = h.services
  const send = queues.send
  Object.assign(queues, { send: async () => undefined })
  expect((await confirm(id)).status).toBe(200)
  Object.assign(queues, { send })
  // The provider answered, and the worker crashed before it kept the answer.
  const leadData = {
    enrich: async (question: Parameters<Services['leadData']['enrich']>[0]) => {
      await h.services.leadData.enrich(question)
      throw new Crash('after the answer')
    },
  }
  const deps = { ...h.services, leadData, remainingMs: () => 120_000 }
  await expect(enrich(deps, { companyId: agency.id, id })).rejects.toThrow(Crash)
  const listed = { companyId: agency.id, campaignType: 'client' as const, record: 'shift2@people.example' }
  expect((await h.call('ada', 'exclusions.addEntry', listed)).status).toBe(200)
  await h.drain()
  await look(Date.now() + 20 * MINUTE + HOUR)
  h.setClock()
  const rows = await stage.read('result', id)
  expect(rows.map((row) => row.Record)).toEqual([0, 1, 3, 4, 5].map((at) => `shift${at}@people.example`))
  expect(rows.map((row) => row['E-mail'])).toEqual(rows.map((row) => row.Record))
})

describe.each(['card', 'wallet'] as const)('paid by %s', (means) => {
  it('DAT-14 loses and doubles no cent, at whichever request the worker crashes', { timeout: 600_000 }, async () => {
    await paysBy(means === 'card' ? 'credit_card' : 'data_wallet')
    if (means === 'wallet') await fill(5_000_000)
    let crashes = 0
    for (let [at, step] = pace(3), isOver = false; !isOver; at += step) {
      h.setClock()
      const before = await balance()
      const billed = provider.billed()
      const id = await confirmed(`${means}${at}x`)
      isOver = !(await mortal.run(at, id))
      if (!isOver) crashes++
      // The timetable finds it, as often as it takes.
      for (let again = 1; again <= 3 && (await jobOf(id)).status !== 'done'; again++)
        await look(Date.now() + again * 20 * MINUTE + HOUR)
      const job = await jobOf(id)
      expect([at, job.status, job.matched, job.amount_cents]).toEqual([at, 'done', FOUND, COST])
      const paid = charges().filter(({ key }) => key === `enrich-${id}`)
      expect([at, paid.map(({ amount }) => amount)]).toEqual([at, means === 'card' ? [COST] : []])
      expect([at, before - (await balance())]).toEqual([at, means === 'wallet' ? COST : 0])
      expect([at, provider.billed() - billed]).toEqual([at, FOUND])
      // Signed addresses go by real time.
      h.setClock()
      expect(await stage.read('result', id)).toHaveLength(FOUND)
    }
    expect(crashes).toBeGreaterThan(shareOf(8, 3))
  })
})
