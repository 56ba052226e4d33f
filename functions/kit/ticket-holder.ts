// A ticket is shown by a browser that opens an address by itself, without a token. So it names the sign-in that asked for it, and is
// worth what that one is when it is opened: nothing once it ended, or its person may not make the call any more that gave the ticket.
import { can } from '#shared/access/can.ts'
import { mayHaveRole, refusalForModule } from '#shared/access/modules.ts'
import type { Permission } from '#shared/access/roles.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import { AppError } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { TicketHolder } from '../data/session/ticket-holder.ts'
import { type SignedIn, signedIn } from './actor.ts'
import { reachCompany } from './reach.ts'
import type { Services } from './services.ts'

type Asking = Pick<Services, 'db'> & { actor: UserActor; me: Pick<User, 'userType'> }

/** Who asks. Their own company is at hand, so nothing is read. */
export async function ticketHolder({ db, actor, me: { userType } }: Asking): Promise<TicketHolder> {
  const { userId, companyId, sessionId, viewing } = actor
  const { ancestors } = await db.company.get(companyId)
  return { userId, companyId, userType, sessionId, above: [...ancestors], ...(viewing && { viewing }) }
}

type Opening = Pick<Services, 'db' | 'now'> & { tenant: Company }

/** Their sign-in, company and role come with the person, in one read. */
async function signedInAs({ db, now, tenant }: Opening, holder: TicketHolder): Promise<SignedIn> {
  const { userId, companyId, userType, sessionId, above, viewing } = holder
  const identity = await db.identity.load({
    userId,
    companyId,
    holderId: viewing?.userId ?? userId,
    sessionId,
    ...(viewing && { viewId: viewing.viewId, holderCompanyId: viewing.companyId }),
    mayHaveRole: mayHaveRole(userType),
    // Who asked had set it up, or need not; what takes it away ends the sign-in.
    mayOweSecondStep: false,
    aboveIds: above,
    companyIds: [],
    userIds: [],
  })
  const act = viewing && { sub: viewing.userId, company: viewing.companyId, sid: sessionId, view: viewing.viewId }
  return signedIn(identity, { company: companyId, sid: sessionId, act }, tenant, now())
}

type Ticketed = Pick<Call, 'method' | 'inView' | 'company'> & { can: Permission }

/** Whether who asked for a ticket could ask for it now: by the `call` that gave it, about what was named in `wire`. */
export async function couldAskNow(
  services: Opening,
  call: Ticketed,
  holder: TicketHolder,
  wire: Record<string, unknown> = {},
): Promise<boolean> {
  try {
    const who = await signedInAs(services, holder)
    if (who.actor.viewing && call.inView === 'refused') return false
    if (!can(who.actor, call.can) || refusalForModule(who.permissions, call) !== null) return false
    await reachCompany(services, call as Call, wire, who)
    return true
  } catch (error) {
    // What is not theirs any more, their sign-in included, throws as it would for any request.
    if (error instanceof AppError) return false
    throw error
  }
}
