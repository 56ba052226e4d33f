import { whyNotAdd, whyNotReached } from '#shared/access/keep-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { nodeOf } from '#shared/model/node.ts'
import { passwordFault } from '#shared/model/password-policy.ts'
import { createCompany, homeOf } from '../../domain/companies.ts'
import { phoneOf, settingsOf } from '../../domain/company-form.ts'
import { toRows } from '../../domain/node-row.ts'
import { handle } from '../../kit/handle.ts'
import { hashPassword } from '../../kit/password.ts'
import { postMail } from '../../kit/post.ts'
import { forgetTenants } from '../../kit/tenant.ts'

export default handle(contracts.clients.create, async (context) => {
  const { db, env, input, actor, me, company: parent, now, newId } = context
  const why = whyNotAdd(actor, parent) ?? whyNotReached(actor, parent)
  if (why) throw refused(why)
  const { ClientEmail: email, ClientPass: password, ClientPhone } = input
  const fault = password && passwordFault(password, email)
  if (fault) throw invalid({ ClientPass: fault })
  const { company, user } = await createCompany({ db, now, newId, platformDomain: env.PLATFORM_DOMAIN }, parent, {
    companyName: input.ClientCompanyName,
    fullName: input.ClientFullName,
    email,
    phone: ClientPhone ? phoneOf(ClientPhone, input.ClientPhoneCountryCode) : undefined,
    passwordHash: password ? await hashPassword(password) : undefined,
    subdomain: parent.kind === 'root' ? input.DownlineSubDomain : '',
    settings: await settingsOf(db, actor, input),
  })
  // A host that was asked for before it existed is remembered as unknown.
  forgetTenants()
  if (!password)
    await postMail(context, homeOf(company, parent), 'invitation', { userId: user.id, inviterName: me.name })
  const node = nodeOf(company, user)
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    result: 'success' as const,
    message: messages.added,
    data: await toRows(db, node ? [node] : [], { root, platformDomain: env.PLATFORM_DOMAIN }),
  }
})
