import { contracts } from '#shared/contracts/index.ts'
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import { tools } from '#shared/integrations/tools.ts'
import { beginSignIn } from '../../domain/connections/oauth.ts'
import { handle } from '../../kit/handle.ts'

const MOST_AN_HOUR = 60

export default handle(contracts.integrations.beginSignIn, async (context) => {
  const { input, actor, company, tenant, env, db, now, tell } = context
  const slug = input.integration_slug
  if ((await db.guard.count('connect-tool', actor.userId, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('You tried to connect many times in an hour. Please wait a little.', HOUR / 1000)
  const platform = { scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }
  const url = await beginSignIn(context, { actor, company, tenant, slug, platform })
  tell({ description: `Began to connect ${tools[slug].name} with ${company.name}`, after: { tool: tools[slug].name } })
  return { result: 'success' as const, message: `Continue at ${tools[slug].name}.`, url }
})
