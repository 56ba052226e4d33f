import { can } from '#shared/access/can.ts'
import { refusalForModule } from '#shared/access/modules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { toFlag } from '#shared/wire.ts'
import { homeOf, type May } from '../../domain/account/home.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.home, async ({ db, now, actor, me, company, permissions }) => {
  const may: May = (permission, method) =>
    can(actor, permission) && refusalForModule(permissions, { can: permission, method }) === null
  const { steps, attention } = await homeOf({ db, now }, { company, me, actor, may })
  return {
    steps: steps.map(({ step, isDone }) => ({ step, done: toFlag(isDone) })),
    attention: attention.map(({ kind, name = '', campaignNumber = '', reasons = [], at, total = 1 }) => ({
      kind,
      name,
      leadspeek_api_id: campaignNumber,
      reasons: [...reasons],
      at: at === undefined ? null : new Date(at).toISOString(),
      total,
    })),
  }
})
