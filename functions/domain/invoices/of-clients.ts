// What was asked for in some time for the campaigns of clients: of the clients themselves, and of their agency where it pays.
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { listCampaigns, type Scope } from '../reports/scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'company' | 'payment'>
export type AskedFor = { payer: Company; payments: Payment[] }

const clientIdsOf = async (db: Deps, scope: Scope): Promise<string[]> =>
  scope.of === 'agency'
    ? [...new Set((await listCampaigns(db, scope)).map(({ companyId }) => companyId))]
    : [scope.client.id]

/** Each payer with what it was asked for. `seesAgency`: the reader is no client, who hears of nothing that its agency is asked for. */
export async function invoicesOfClients(
  db: Deps,
  scope: Scope,
  { start, end, seesAgency }: { start: number; end: number; seesAgency: boolean },
): Promise<AskedFor[]> {
  const isMeant = ({ campaignId }: Payment) => scope.of !== 'campaign' || campaignId === scope.campaign.id
  const ofPayer = async (payerId: string, isOf: (payment: Payment) => boolean): Promise<AskedFor[]> => {
    const [payer, payments] = await Promise.all([db.company.find(payerId), db.payment.listBetween(payerId, start, end)])
    return payer ? [{ payer, payments: payments.filter((payment) => isMeant(payment) && isOf(payment)) }] : []
  }
  const isForClient = ({ clientId }: Payment) =>
    scope.of === 'agency' ? clientId !== null : clientId === scope.client.id
  const agencyId = scope.of === 'agency' ? scope.agency.id : scope.client.parentId
  const [clients, agency] = await Promise.all([
    clientIdsOf(db, scope).then((ids) => mapConcurrent(ids, (id) => ofPayer(id, () => true))),
    seesAgency && agencyId ? ofPayer(agencyId, isForClient) : [],
  ])
  return [...clients.flat(), ...agency]
}
