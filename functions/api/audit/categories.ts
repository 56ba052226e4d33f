import { logActions } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.audit.categories, async () => ({ data: logActions.map((action) => ({ action })) }))
