import { contracts } from '#shared/contracts/index.ts'
import { siteHost } from '../../domain/settings/site-url.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.roots, async ({ db, env, company }) => {
  const roots = (await db.company.isMaster(company)) ? await db.company.listRoots() : [company]
  return {
    data: roots.map((root) => ({
      id: root.id,
      company_name: root.name,
      domain: siteHost(env.PLATFORM_DOMAIN, root),
      idsys: root.id,
    })),
  }
})
