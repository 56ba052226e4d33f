import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { isActiveSales, referralCode } from '../../domain/sales/assign.ts'
import { siteUrl } from '../../domain/settings/site-url.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.sales.referralLink, async ({ db, env, user }) => {
  if (!isActiveSales(user)) throw invalid({ usrID: 'Only sales people bring agencies.' })
  const [code, root] = await Promise.all([referralCode(db, user), db.company.get(user.rootId)])
  const site = siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, root)
  return { result: 'success' as const, code, url: `${site}/agency-register/${code}` }
})
