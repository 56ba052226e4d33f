import { allCalls, contracts } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi/calls.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.public.openapi, async () => toOpenApi(allCalls))
