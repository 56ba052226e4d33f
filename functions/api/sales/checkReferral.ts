import { contracts } from '#shared/contracts/index.ts'
import { isActiveSales } from '../../domain/sales/assign.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.sales.checkReferral, async ({ db, input, tenant }) => {
  const userId = await db.referral.findUserId(tenant.rootId, input.code)
  const user = userId ? await db.user.find(userId) : undefined
  const isValid = user !== undefined && isActiveSales(user) && user.status === 'active'
  return { valid: isValid, name: isValid ? user.name : '' }
})
