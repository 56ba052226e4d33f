// Who moves the clock of the demonstration ahead sees campaigns stop for the cards that are to fail, and for no other.
import { expect, it } from 'vitest'
import { plantCompanies } from '#bin/demo-companies.ts'
import { plantDebts, plantPayments } from '#bin/demo-payments.ts'
import { plantPrices } from '#bin/demo-prices.ts'
import { hasCard } from '#shared/model/billing.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import { harness } from '../support/harness.ts'

const h = await harness()

it('each campaign of the demonstration that runs has somebody who can pay for it', async () => {
  const { services, cast, db } = h
  await plantCompanies({ services, cast, domain: 'localhost' })
  await plantPayments(services, cast)
  const unpaid: string[] = []
  let running = 0
  for (const agency of await db.company.listByParent(cast.root.id, 'agency')) {
    if (!hasCard(await db.billing.get(agency.id))) unpaid.push(agency.name)
    for (const client of await db.company.listByParent(agency.id, 'client')) {
      if (agency.paymentFailed || client.paymentFailed) continue
      const active = (await db.campaign.list(client.id)).filter(({ status }) => status === 'active')
      running += active.length
      if (active.length > 0 && !agency.manualBill && !hasCard(await db.billing.get(client.id))) unpaid.push(client.name)
    }
  }
  expect(unpaid).toEqual([])
  expect(running).toBeGreaterThan(20)
})

it('no debt of the demonstration waits for a try in the past: those that came due were made, each on its day', async () => {
  const { services, cast, db } = h
  await plantPrices(services, cast)
  await plantDebts(services, cast)
  const owed = []
  for (const agency of await db.company.listByParent(cast.root.id, 'agency'))
    for (const { id } of [agency, ...(await db.company.listByParent(agency.id, 'client'))])
      owed.push(...(await db.payment.listToCollect(id)))
  expect(owed.length).toBeGreaterThan(2)
  const late = owed.filter(({ failedAt, retries }) => {
    const next = failedAt === null ? null : nextTryAt({ failedAt, retries })
    return next !== null && next <= services.now()
  })
  expect(late.map(({ description }) => description)).toEqual([])
})
