import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { useMe } from '../../api/session-store.ts'
import { roleOf, useHasEditor, useMay } from '../../api/use-may.ts'

/** What the person may do with campaigns. The server decides; this hides what it would refuse. */
export function useRights() {
  const me = useMe()
  const may = useMay()
  const role = roleOf(me)
  const hasEditor = useHasEditor()
  const mayUpdate = may('campaign:update', 'PUT')
  return {
    role,
    isClient: role === 'client',
    mayCreate: may('campaign:create', 'POST') && hasEditor,
    mayEdit: mayUpdate && hasEditor,
    mayUpdate,
    mayRemove: may('campaign:delete', 'PUT'),
    /** What buys leads, and who gets money back, is decided by the people of the company themselves. */
    mayStopTopUps: mayUpdate && !me.isViewMode,
    mayGiveBack: may('campaign:update', 'POST') && !me.isViewMode,
    /** Why nothing may be started now: what runs costs money beyond the look. */
    whyNoStart: me.isViewMode ? NOT_IN_VIEW : undefined,
    mayReadLeads: may('lead:read', 'GET'),
    mayReadGroups: may('group:read', 'GET'),
    maySetPrices: may('price:update', 'PUT'),
    maySetCards: may('card:update', 'PUT'),
    mayConnect: may('connection:update', 'PUT'),
    /** Whether the page of a company opens. */
    mayOpenCompanies: may('client:read', 'GET'),
    isBilledByHand: me.manualBill,
  }
}
export type Rights = ReturnType<typeof useRights>
