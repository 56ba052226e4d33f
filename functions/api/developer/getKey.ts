import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toOwnKey } from '../../wire/developer/key.ts'

export default handle(contracts.developer.getKey, async ({ key, actor, agency }) => toOwnKey(key, actor.scopes, agency))
