import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'

/** What the person may do with prices, charges and minimums. The server decides; this hides what it would refuse. */
export function usePriceRights() {
  const me = useMe()
  const { idsys, masteridsys } = useTenant().data
  const { modules } = me.user_permissions_view_mode ?? me.user_permissions
  const settings = modules.find(({ module_name }) => module_name === 'Settings')
  const isSales = me.user_type === 'sales'
  const mayUpdate = !isSales && (modules.length === 0 || settings?.update_permission === 'T')
  const isOperator = !isSales && me.systemuser && me.rootcomp === 'T'
  const isAgency = !isSales && !me.systemuser && (me.user_type === 'user' || me.user_type === 'userdownline')
  return {
    mayUpdate,
    isOperator,
    isAgency,
    /** Of the root that owns the system id. */
    isMasterOperator: isOperator && idsys === masteridsys,
    maySetPrices: mayUpdate && (isOperator || isAgency || me.user_type === 'administrator'),
    /** Sales people see what their agencies pay, and change nothing. */
    maySeeCosts: isOperator || isSales,
  }
}
