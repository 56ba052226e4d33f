import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { userData } from '../../wire/account/user-data.ts'

export default handle(contracts.account.me, ({ db, files, user, actor, permissions, request }) =>
  userData({ db, files }, user, { actor, permissions, ip: request.ip }),
)
