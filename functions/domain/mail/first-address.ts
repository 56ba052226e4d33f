// Whether a company has shown that its first person reads their mail. Anybody may register with anybody's address; until the
// address is confirmed the platform writes to nobody else on the company's word.
import { refused } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { countInvitationOf } from './quota.ts'

type Asking = Pick<User, 'id' | 'email' | 'emailConfirmedAt'>
type Deps = { db: Db; me: Asking; actor: { companyId: string } }
const then = 'Then you can invite people and send test mails.'

/** Why nobody of the company may have mails sent to others yet; empty when they may. */
export async function refusalForWrite(db: Db, company: Company, me: Asking): Promise<string> {
  // Operators were made by the person who runs the platform, and registered nowhere.
  if (company.kind === 'root' || !company.parentId) return ''
  const first = (await db.node.find(company.parentId, company.id))?.userId
  const person = first === me.id ? me : first ? await db.user.findFresh(first) : undefined
  if (person && person.emailConfirmedAt !== null) return ''
  return person?.id === me.id
    ? `Confirm your e-mail address first: open the link in the mail that we sent to ${me.email}. ${then}`
    : `The first person of ${company.name} has to confirm their e-mail address first. ${then}`
}

/** Before anything is made or sent that mails a stranger. */
export async function requireFirstAddress({ db, me, actor }: Deps): Promise<void> {
  const why = await refusalForWrite(db, await db.company.get(actor.companyId), me)
  if (why) throw refused(why)
}

/** Before an invitation is sent: whether the company may send one at all, and one more today, and this person one more of them. */
export async function countInvitation(context: Deps & { actor: { userId: string }; now: () => number }): Promise<void> {
  await requireFirstAddress(context)
  await countInvitationOf(context, context.actor)
}
