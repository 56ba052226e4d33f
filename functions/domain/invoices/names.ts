// Whom and what invoices name beside their payer: whose campaigns they are for, and who asks for the money.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

type Named = { id: string; name: string }
export type InvoiceNames = { payer: Company; client: Named | null; campaigns: Named[] }
type Deps = Pick<Db, 'company' | 'campaign'>

/** The name by which a company signs its papers. */
export const paperName = ({ legalName, name }: Pick<Company, 'legalName' | 'name'>): string => legalName || name

const clientOf = (payer: Company, { clientId }: Payment): string | null =>
  clientId ?? (payer.kind === 'client' ? payer.id : null)

const namesOf = async (ids: readonly string[], find: (id: string) => Promise<Named | undefined>) =>
  new Map(
    (await mapConcurrent([...new Set(ids)], async (id) => (await find(id)) ?? { id, name: '' })).map((found) => [
      found.id,
      { id: found.id, name: found.name },
    ]),
  )

/** Looks up what invoices of one payer name, each once. */
export async function nameInvoices(
  db: Deps,
  payer: Company,
  payments: readonly Payment[],
): Promise<(payment: Payment) => InvoiceNames> {
  const clientByCampaign = new Map(
    payments.flatMap((payment) => (payment.campaignId ? [[payment.campaignId, clientOf(payer, payment)]] : [])),
  )
  const findCampaign = (id: string): Promise<Campaign | undefined> => {
    const clientId = clientByCampaign.get(id)
    return clientId ? db.campaign.find(clientId, id) : db.campaign.findById(id)
  }
  const clientIds = payments.flatMap((payment) => clientOf(payer, payment) ?? [])
  const [clients, campaigns] = await Promise.all([
    namesOf(clientIds, async (id) => (id === payer.id ? payer : db.company.find(id))),
    namesOf([...clientByCampaign.keys()], findCampaign),
  ])
  return (payment) => {
    const campaign = campaigns.get(payment.campaignId ?? '')
    return {
      payer,
      client: clients.get(clientOf(payer, payment) ?? '') ?? null,
      campaigns: campaign ? [campaign] : [],
    }
  }
}
