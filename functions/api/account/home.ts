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
  const { steps, attention, activity, figures, newcomers } = await homeOf({ db, now }, { company, me, actor, may })
  return {
    steps: steps.map(({ step, isDone }) => ({ step, done: toFlag(isDone) })),
    attention: attention.map(
      ({ kind, name = '', campaignNumber = '', slug = '', companyId = '', reasons = [], at, total = 1 }) => ({
        kind,
        name,
        leadspeek_api_id: campaignNumber,
        slug,
        company_id: companyId,
        reasons: [...reasons],
        at: at === undefined ? null : new Date(at).toISOString(),
        total,
      }),
    ),
    figures: figures.map(({ before = null, isCut = false, ...of }) => ({ ...of, before, is_cut: isCut })),
    newcomers: newcomers.map(({ companyId, name, at }) => ({
      company_id: companyId,
      name,
      at: new Date(at).toISOString(),
    })),
    activity: activity.map(({ at, ...deed }) => ({ ...deed, at: new Date(at).toISOString() })),
  }
})
