import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { staffPage } from '../../wire/staff/row.ts'

export default handle(contracts.staff.list, async (context) => {
  if (context.company.kind === 'client') throw invalid({ companyId: 'A client has no administrators.' })
  return staffPage(context, ({ userType }) => userType !== 'sales' && userType !== 'client')
})
