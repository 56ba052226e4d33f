import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.public.country, async ({ request }) => ({ country: request.country ?? '' }))
