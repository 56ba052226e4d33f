import { contracts } from '#shared/contracts/index.ts'
import { logActions } from '#shared/audit-log.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.logs.categories, async () => ({ data: logActions.map((action) => ({ action })) }))
