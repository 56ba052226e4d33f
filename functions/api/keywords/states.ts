import { contracts } from '#shared/contracts/index.ts'
import { usStates } from '#shared/model/states.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.states, async () => ({
  data: Object.entries(usStates).map(([code, name]) => ({ code, name })),
}))
