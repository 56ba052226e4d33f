import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { loadManagedCompany } from '../../domain/companies/load-managed.ts'
import { endCompany } from '../../domain/companies/remove.ts'
import { sayKeysOf } from '../../domain/developer/keys-left.ts'
import { removeStaff } from '../../domain/staff/edit.ts'
import { handle } from '../../kit/handle.ts'
import { forgetTenants } from '../../kit/tenant.ts'

export default handle(contracts.companies.remove, async (context) => {
  const { db, env, actor, company, user, tell } = context
  if (company.id === actor.companyId && user.companyId === company.id) {
    const keys = await sayKeysOf(context, company, user)
    await removeStaff(context, user)
    tell({ description: `Removed ${user.name} from ${company.name}${keys && `.${keys}`}` })
    return { result: 'success' as const, message: messages.deleted + keys }
  }
  const kept = await loadManagedCompany(db, actor, user)
  if (kept.company.id !== company.id) throw refused('You may not reach this account.')
  await endCompany({ ...context, platformDomain: env.PLATFORM_DOMAIN }, kept)
  forgetTenants()
  tell({ description: `Deleted ${company.name}` })
  return { result: 'success' as const, message: messages.deleted }
})
