import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { roleOf, useMay } from '../../api/use-may.ts'

/** What the person may do with prices, charges and minimums. The server decides; this hides what it would refuse. */
export function usePriceRights() {
  const role = roleOf(useMe())
  const may = useMay()
  const { rootId, masterId } = useTenant().data
  const isOperator = role === 'root'
  /** Of the root that owns the system id. */
  const isMaster = isOperator && rootId === masterId
  const mayExclude = may('minimum-spend:exclude', 'PUT')
  return {
    isAgency: role === 'agency',
    maySetPrices: may('price:update', 'PUT'),
    /** Sales people see what their agencies pay, and change nothing. */
    maySeeCosts: (isOperator || role === 'sales') && may('setting:read', 'GET'),
    maySetCosts: isOperator && may('setting:update', 'PUT'),
    mayBillManually: may('manual-bill:update', 'PUT'),
    maySeeOnboarding: isMaster && may('onboarding:read', 'GET'),
    maySetOnboarding: may('onboarding:update', 'PUT'),
    mayExcludeAgencies: isMaster && mayExclude,
    mayExcludeClients: role === 'agency' && mayExclude,
    maySettle: may('settlement:update', 'PUT'),
  }
}
