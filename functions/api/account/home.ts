import { can } from '#shared/access/can.ts'
import { refusalForModule } from '#shared/access/modules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { toFlag } from '#shared/wire.ts'
import { homeOf } from '../../domain/account/home/home.ts'
import type { May } from '../../domain/account/home/types.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.home, async ({ db, now, actor, me, company, permissions }) => {
  const may: May = (permission, method) =>
    can(actor, permission) && refusalForModule(permissions, { can: permission, method }) === null
  const { steps, attention, activity } = await homeOf({ db, now }, { company, me, actor, may })
  return {
    steps: steps.map(({ step, isDone }) => ({ step, done: toFlag(isDone) })),
    attention: attention.map(({ kind, name = '', campaignNumber = '', slug = '', reasons = [], at, total = 1 }) => ({
      kind,
      name,
      leadspeek_api_id: campaignNumber,
      slug,
      reasons: [...reasons],
      at: at === undefined ? null : new Date(at).toISOString(),
      total,
    })),
    activity: activity.map(({ at, ...deed }) => ({ ...deed, at: new Date(at).toISOString() })),
  }
})
