// What a handler is: its contract, and one function that gets everything as arguments.
import type * as z from 'zod'
import type { Permissions } from '#shared/access/viewer.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import type { Actor, UserActor } from '#shared/model/actor.ts'
import type { ProgramPermission } from '#shared/model/api-key.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { AuditDetails } from './audit-log.ts'
import type { Cookies } from './browser-half.ts'
import type { Program } from './program.ts'
import type { RequestFacts } from './request-facts.ts'
import type { Services } from './services.ts'

type Base<C extends Call> = Services & {
  input: z.output<C['input']>
  /** The company that lives at this host. */
  tenant: Company
  request: RequestFacts
  /** The cookie of the browser that asks, and those of the answer. */
  cookies: Cookies
}

type People<C extends Call> = C['can'] extends 'anyone'
  ? { actor: Actor; me: undefined }
  : C['can'] extends ProgramPermission
    ? Program & {
        /** Says more of the change than its request shows, for the audit log. */
        tell: (details: AuditDetails) => void
        /** The client that the contract's `company` field names, or the agency itself. */
        company: Company
      } & CampaignOf<C, C['campaign']>
    : {
        actor: UserActor
        /** The signed-in person (the viewed one in view mode). */
        me: User
        /** What the role of the signed-in person leaves of the modules. */
        permissions: Permissions
        /** Says more of the change than its request shows, for the audit log. */
        tell: (details: AuditDetails) => void
        /** The company that the contract's `company` field names, or the caller's own: loaded, and checked to lie in the caller's tree. */
        company: Company
      } & (C['user'] extends string ? { user: User } : object) &
        CampaignOf<C, C['campaign']>

/** The campaign that the contract's `campaign` field names; `company` is its client. Undefined where it may be left out, and was. */
type CampaignOf<C extends Call, Field> = Field extends keyof z.output<C['input']>
  ? { campaign: undefined extends z.output<C['input']>[Field] ? Campaign | undefined : Campaign }
  : object

export type Context<C extends Call = Call> = Base<C> & People<C>
export type Handler<C extends Call = Call> = {
  contract: C
  run: (context: Context<C>) => Promise<z.input<C['output']>>
  /** Begins reads that change nothing, before it is known whether the body was taken before. */
  readAhead?: (context: Context<C>) => void
}

/** Literals in an answer, such as `'success'`, are written `as const`: their type cannot flow back through the contract. */
export function handle<C extends Call>(
  contract: C,
  run: (context: Context<C>) => Promise<z.input<C['output']>>,
): Handler<C> {
  return { contract, run }
}

/** The same, with what it reads first begun beside the mark of its body instead of after it: a round less for a call that anyone may make. */
export function handleReading<C extends Call, Read>(
  contract: C,
  read: (context: Context<C>) => Promise<Read>,
  run: (context: Context<C>, read: Read) => Promise<z.input<C['output']>>,
): Handler<C> {
  const begun = new WeakMap<Context<C>, Promise<Read>>()
  return {
    contract,
    readAhead(context) {
      const reading = read(context)
      // Who waits for it is told; a request that is refused before waits for nothing.
      reading.catch(() => undefined)
      begun.set(context, reading)
    },
    run: async (context) => run(context, await (begun.get(context) ?? read(context))),
  }
}
