import { contracts } from '#shared/contracts/index.ts'
import { userData } from '../../domain/user-data.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.me, ({ db, user, actor, request }) =>
  userData(db, user, { actor, ip: request.ip }),
)
