// Where what stands in the way of a start is mended, as far as the person may do it.

import { companyPath, pathTo } from '#shared/access/routes.ts'
import type { StartNeed } from '#shared/campaigns/may-start.ts'
import type { StepKey } from './values.ts'

/** A step of this editor, or another page. */
export type Mend = { label: string } & ({ step: StepKey } | { to: string })

type About = {
  isClient: boolean
  mayConnect: boolean
  maySetPrices: boolean
  mayPay: boolean
  maySeeClient: boolean
  isManualBill: boolean
  companyId: string
}

/** Undefined where somebody else has to do it: the sentence of the server says what. */
export function mendOf(what: StartNeed, about: About): Mend | undefined {
  const { isClient, mayConnect, maySetPrices, mayPay, maySeeClient, isManualBill, companyId } = about
  switch (what) {
    case 'means':
      if (isClient !== isManualBill) return mayPay ? { label: 'Add a card', to: pathTo('cardSetting') } : undefined
      return maySeeClient ? { label: 'Open the client', to: companyPath(companyId) } : undefined
    case 'connection':
      return mayConnect
        ? { label: 'Connect a payment account', to: `${pathTo('generalSetting')}?tab=payment` }
        : undefined
    case 'payment':
      return mayPay ? { label: 'Settle what failed', to: pathTo('cardSetting') } : undefined
    case 'prices':
    case 'limit':
      return maySetPrices ? { label: 'Set the price', step: 'price' } : undefined
    case 'endDate':
      return { label: 'Change the last day', step: 'when' }
    case 'target':
      return { label: 'Complete it', step: 'who' }
    case 'product':
    case 'contract':
      return undefined
    default:
      return what satisfies never
  }
}
