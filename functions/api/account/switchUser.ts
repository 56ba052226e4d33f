import { servingCompany } from '#shared/access/setup.ts'
import { refusalForViewAs } from '#shared/access/view-as.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { startView } from '../../identity/view.ts'
import { handle } from '../../kit/handle.ts'
import { systemInfo } from '../../wire/public/system-info.ts'

export default handle(contracts.account.switchUser, async (context) => {
  const { db, user, actor, env } = context
  const why = refusalForViewAs(actor, user)
  if (why) throw refused(why)
  const company = await db.company.get(user.companyId)
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  context.tell({ description: `Began to look as ${user.name} of ${company.name}` })
  const agency = servingCompany(company, parent)
  const view = { user, agency }
  const { accessToken, expiresIn } = await startView(context, actor, view, context.permissions.modules)
  return { access_token: accessToken, expires_in: expiresIn, home: await systemInfo(db, agency, env) }
})
