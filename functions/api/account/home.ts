import { contracts } from '#shared/contracts/index.ts'
import { toFlag } from '#shared/wire.ts'
import { homeOf } from '../../domain/account/home/home.ts'
import { handle } from '../../kit/handle.ts'
import { viewerOf } from '../../wire/account/notice.ts'

export default handle(contracts.account.home, async (context) => {
  const { db, now, actor, me, company } = context
  const { may } = viewerOf(context)
  const { steps, attention, activity, figures, newcomers } = await homeOf({ db, now }, { company, me, actor, may })
  return {
    steps: steps.map(({ step, isDone }) => ({ step, done: toFlag(isDone) })),
    attention: attention.map(
      ({
        kind,
        name = '',
        campaignNumber = '',
        slug = '',
        companyId = '',
        reasons = [],
        at,
        total = 1,
        isCut = false,
      }) => ({
        kind,
        name,
        leadspeek_api_id: campaignNumber,
        slug,
        company_id: companyId,
        reasons: [...reasons],
        at: at === undefined ? null : new Date(at).toISOString(),
        total,
        is_cut: isCut,
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
