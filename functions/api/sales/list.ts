import { contracts } from '#shared/contracts/index.ts'
import { salesPeople } from '../../domain/sales/assign.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.sales.list, async ({ db, actor }) => ({ data: await salesPeople(db, actor.rootId) }))
