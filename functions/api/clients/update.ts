import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { mailEmailChanged } from '../../domain/account-mails.ts'
import { editCompany, homeOf } from '../../domain/companies.ts'
import { phoneOf, settingsOf } from '../../domain/company-form.ts'
import { keptCompany } from '../../domain/kept-company.ts'
import { toRows } from '../../domain/node-row.ts'
import { handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'
import { forgetTenants } from '../../kit/tenant.ts'

export default handle(contracts.clients.update, async (context) => {
  const { db, env, input, actor, me, now, newId } = context
  const { company, parent, user } = await keptCompany(db, actor, context.user)
  const { ClientEmail: email } = input
  const doors = { db, now, newId, platformDomain: env.PLATFORM_DOMAIN }
  await editCompany(
    doors,
    { company, parent, user },
    {
      companyName: input.ClientCompanyName,
      fullName: input.ClientFullName,
      email,
      phone: phoneOf(input.ClientPhone, input.ClientPhoneCountryCode),
      subdomain: input.DownlineSubDomain,
      settings: await settingsOf(db, actor, input),
    },
  )
  forgetTenants()
  if (email !== user.email) {
    const tenant = homeOf(company, parent)
    // An invitation to the old address is dead with it.
    if (user.status === 'invited')
      await postMail(context, tenant, 'invitation', { userId: user.id, inviterName: me.name })
    else
      for (const address of [user.email, email])
        await mailEmailChanged(context, { tenant, user, address, newEmail: email })
  }
  const node = await db.node.find(parent.id, company.id)
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    result: 'success' as const,
    message: messages.updated,
    data: await toRows(db, node ? [node] : [], { root, platformDomain: env.PLATFORM_DOMAIN }),
  }
})
