import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { staffPage } from '../../wire/staff/row.ts'

export default handle(contracts.sales.accounts, async (context) => {
  if (context.company.kind !== 'root') throw invalid({ companyId: 'Only a root has sales people.' })
  return staffPage(context, ({ userType }) => userType === 'sales')
})
