import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { staffPage } from '../../wire/staff/row.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.administrators.list, async (context) => {
  if (context.company.kind === 'client') throw invalid({ companyId: 'A client has no administrators.' })
  return staffPage(context, ({ userType }) => userType !== 'sales' && userType !== 'client')
})
