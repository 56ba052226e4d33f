import { allCalls, contracts } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi/calls.ts'
import { handle } from '../../kit/handle.ts'

/** The same for everybody until the next version. Anybody may ask, and making it takes as long as several password hashes. */
let kept: ReturnType<typeof toOpenApi> | undefined

export default handle(contracts.public.openapi, async () => {
  kept ??= toOpenApi(allCalls)
  return kept
})
