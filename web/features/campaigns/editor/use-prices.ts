import { type Fees, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { readFeeTexts, readPriceTexts } from '../../../api/price-texts.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import type { EditorState } from './use-editor.ts'

export type Prices = {
  /** Undefined until it is known, and while it cannot be. */
  price: RetailPrice | undefined
  isSet: boolean
  /** What the agency pays. Never asked for by anybody who may not see it. */
  wholesale: Fees | undefined
  /** The main person of the client, under whose name prices are kept. */
  clientUserId: string | undefined
  clientName: string | undefined
  /** What the client pays could not be had. */
  onRetry: (() => void) | undefined
  /** For whom prices are set could not be had. */
  onRetryClient: (() => void) | undefined
}

/** What the campaign costs: the client's price for everybody, and what the agency pays for those who set prices. */
export function usePrices({ companyId, line, saved }: Pick<EditorState, 'companyId' | 'line' | 'saved'>): Prices {
  const may = useMay()
  const seesWholesale = may('price:read', 'GET') && may('client:read', 'GET')
  const campaignId = saved?.id ?? ''
  const retail = useCall('pricing.campaignPrice', companyId ? { companyId, productLine: line, campaignId } : null)
  const client = useCall('companies.get', seesWholesale && companyId ? { companyId } : null)
  const clientUserId = client.data?.data.id
  const both = useCall(
    'pricing.getPrice',
    clientUserId ? { clientId: clientUserId, productLine: line, campaignId } : null,
  )
  const price = retail.data && readPriceTexts(retail.data.data)
  return {
    price: price ?? undefined,
    isSet: retail.data?.isSet ?? true,
    wholesale: both.data && readFeeTexts(both.data.wholesale[(price ?? noPrice).term]),
    clientUserId,
    clientName: client.data?.data.companyName,
    onRetry: !retail.data && retail.error !== undefined ? () => void retail.reload() : undefined,
    onRetryClient: !client.data && client.error !== undefined ? () => void client.reload() : undefined,
  }
}
