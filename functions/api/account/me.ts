import { servingCompany } from '#shared/access/setup.ts'
import { contracts } from '#shared/contracts/index.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { userData } from '../../wire/account/user-data.ts'
import { systemInfo } from '../../wire/public/system-info.ts'

const { me } = contracts.account

/**
 * Who lives at the person's own address, where they signed in at one above it. A look through other eyes got its own with its
 * token. Code of the agency's own is served at its own address alone.
 */
async function homeElsewhere({ db, env, tenant, user, actor, company }: Context<typeof me>) {
  if (user.id !== actor.userId || actor.viewing) return undefined
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  const agency = servingCompany(company, parent)
  if (agency.id === tenant.id) return undefined
  const home = await systemInfo(db, agency, env)
  return { ...home, data: { ...home.data, embedded_code: null } }
}

export default handle(me, async (context) => {
  const { db, files, user, actor, permissions, request } = context
  const [person, home] = await Promise.all([
    userData({ db, files }, user, { actor, permissions, ip: request.ip }),
    homeElsewhere(context),
  ])
  return home ? { ...person, home } : person
})
