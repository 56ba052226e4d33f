import { contracts } from '#shared/contracts/index.ts'
import { salesPeople } from '../../domain/sales/assign.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.sales.listOne, async ({ db, input, actor }) => ({
  data: (await salesPeople(db, actor.rootId)).filter(({ id }) => id === input.id),
}))
