import { allCalls, contracts } from '#shared/contracts/index.ts'
import { toDeveloperDocument } from '#shared/openapi/developer.ts'
import { baseUrlOf } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.public.developerDocument, async ({ tenant, env }) =>
  toDeveloperDocument(allCalls, new URL(baseUrlOf(tenant, env)).origin),
)
