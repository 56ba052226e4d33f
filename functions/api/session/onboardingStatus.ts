import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { setupCheck } from '../../wire/account/setup-check.ts'

export default handle(contracts.session.onboardingStatus, async ({ db, user }) => {
  const { status, price } = (await setupCheck(db, user)).agencyonboarding
  return { status, price }
})
