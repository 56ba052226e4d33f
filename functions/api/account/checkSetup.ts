import { contracts } from '#shared/contracts/index.ts'
import { setupCheck } from '../../domain/setup-check.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.checkSetup, ({ db, user }) => setupCheck(db, user))
