import { SYSTEM_ZONE } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { describePage } from '#shared/paging.ts'
import { nameInvoices } from '../../domain/invoices/names.ts'
import { invoicesOfClients } from '../../domain/invoices/of-clients.ts'
import { spanOf } from '../../domain/leads/days.ts'
import { mapConcurrent } from '../../domain/lib/map-concurrent.ts'
import { readScope } from '../../domain/reports/asked.ts'
import { handle } from '../../kit/handle.ts'
import { toPageWire } from '../../wire/lib/page.ts'
import { toInvoice } from '../../wire/payments/invoices.ts'

export default handle(contracts.payments.reportInvoices, async ({ db, input, actor, company, campaign }) => {
  const { scope, days } = readScope({ input: { ...input, moduleType: '' }, company, campaign })
  const { Page: page, PerPage: perPage } = input
  const seesAgency = actor.role !== 'client'
  const span = spanOf({ timeZone: campaign?.timeZone ?? SYSTEM_ZONE }, days)
  const all = (await invoicesOfClients(db, scope, { ...span, seesAgency }))
    .flatMap(({ payer, payments }) => payments.map((payment) => ({ payer, payment })))
    .toSorted((a, b) => b.payment.createdAt - a.payment.createdAt || (a.payment.key < b.payment.key ? 1 : -1))
  const offset = (page - 1) * perPage
  const shown = all.slice(offset, offset + perPage)
  const byPayer = [...Map.groupBy(shown, ({ payer }) => payer.id).values()]
  const read = await mapConcurrent(byPayer, async (own) => {
    const payer = own[0]?.payer ?? company
    const payments = own.map(({ payment }) => payment)
    const [namesOf, issuer] = await Promise.all([
      nameInvoices(db, payer, payments),
      payer.parentId ? db.company.find(payer.parentId) : undefined,
    ])
    return own.map(
      (one) => [one, toInvoice(one.payment, { ...namesOf(one.payment), issuer, seesFees: seesAgency })] as const,
    )
  })
  const rows = new Map(read.flat())
  const data = shown.flatMap((one) => rows.get(one) ?? [])
  return {
    ...toPageWire(describePage({ total: all.length, offset, perPage, count: data.length })),
    next_cursor: null,
    data,
  }
})
