import type * as z from 'zod'
import type { Permission } from '../../access/roles.ts'
import type { RouteId } from '../../access/routes.ts'
import type { LogAction } from '../../audit-log.ts'
import { ALL } from '../../constants.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How the body travels: `dt` wraps JSON in the encrypted field of the same name; `json` is plain (programs
 * call it); `grant` is that, or the plain form of OAuth; `form` also takes multipart beside `dt`; `raw` reaches the handler as text.
 */
export type BodyKind = 'none' | 'dt' | 'json' | 'grant' | 'form' | 'raw'

export type InView = 'allowed' | 'refused'

/**
 * What the audit log says of a call: under which action its line is filed, and what was done, in the past tense. A handler
 * says it more exactly with what it knows. `tried` is said of an attempt that was refused or failed; it stands where that
 * matters: money, credentials, people.
 */
export type Audit = { action: LogAction; did: string; tried?: string }

export type Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  method: Method
  /** Path below `/api`, with `{name}` for parameters. */
  path: string
  summary: string
  can: Permission | 'signed-in' | 'anyone'
  /** The line of the audit log. Calls of anyone, who may be nobody, write theirs where they learn who it is. */
  audit: Audit | 'none'
  /** Path and body in one; of a call without a body, path and query. */
  input: Input
  output: Output
  body: BodyKind
  /** Input fields (wire names) that name a company or a user: `serve` loads them and refuses those outside the caller's tree. */
  company?: string
  /** Input field (wire name) that names the company where `company` says `all`: all of its clients are meant. Without it the caller's own is. */
  allOf?: string
  user?: string | undefined
  /**
   * Input field (wire name) that names a campaign, by its id or its public number: `serve` loads it with its client. One that
   * is unknown, removed or outside the caller's tree is not found. Where the input may leave the field out, no campaign is named.
   */
  campaign?: string | undefined
  /** Its campaign is found although it was removed: what it brought stays readable. */
  takesRemoved?: boolean
  /**
   * It only ends something or gives money back, so it goes on for a company that was removed, though its permission is one to change;
   * but not where this field says this.
   */
  endsOnly?: true | { unless: readonly [field: string, value: string] }
  /** The pages that make this call: the person who may open none of them just now is refused. Without pages nobody is, by this. */
  pages?: readonly RouteId[]
  /**
   * Needs an `Idempotency-Key` header: it moves money or creates something billable. `optional`: sent again after a lost answer it would
   * make a second thing, so it takes a key, which our screens send, and goes on without one for programs that know none.
   */
  idempotent: boolean | 'optional'
  /** Asks for a password again when the sign-in is older than the window. */
  sensitive: boolean
  /**
   * Whether it may be done while a system user looks as someone else. What gives access, moves money or promises something
   * and outlives the look is refused: the person who wants that does it in their own name. Every call that changes something says it.
   */
  inView: InView
  /** Open to people who must set up a second step and have not: what sets it up, and what ends a sign-in. */
  beforeSecondStep?: boolean
  /** Its refusals leave at even times: how long a look took must not tell whether there is such an account. */
  refusesInConstantTime?: boolean
  /** Programs call it: its failures are told as problems (RFC 9457), with our own fields beside. */
  problem?: boolean
  /** The answer leads on: a redirect to its `location`, for addresses that browsers open by themselves. */
  redirects?: boolean
  /**
   * Why it asks the table more than twice in a row: once for who asks and whom they name, and once for what it needs. What
   * is asked at the same time counts once. `again` says why it reads a row that it has read and not changed. A test measures both.
   */
  rounds?: { most: number; reason: string; again?: string }
  /** Input fields (wire names, dotted below an object) that are written in several lines. All others are one line. */
  inLines?: readonly string[]
  example?: unknown
}

type Defaults = 'body' | 'idempotent' | 'sensitive' | 'inView' | 'audit'
type Definition<Input extends z.ZodType, Output extends z.ZodType> = Omit<Call<Input, Output>, Defaults> &
  Partial<Pick<Call, Defaults>>

/**
 * What a call that changes something must say, or it does not compile: the line it leaves in the audit log, or that it leaves
 * none, and whether it may be done in view mode, where nobody is 'anyone'.
 */
type Stated<Verb extends Method, Can extends Call['can']> = Verb extends 'GET'
  ? { audit?: never }
  : { audit: Audit | 'none' } & (Can extends 'anyone' ? unknown : { inView: InView })

/** Of a call about one campaign: no row of it is asked for before it is known whose it is. */
export const ofCampaign = {
  most: 3,
  reason: 'Where the campaign lies says whose it is, before anything of it is read.',
}

/** Describes a call once. Everything else (routes, types, refusals, documents, tests) is derived from this. */
export function call<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Verb extends Method,
  const Can extends Call['can'],
  const User extends string | undefined = undefined,
  const Campaign extends string | undefined = undefined,
>(
  definition: Omit<Definition<Input, Output>, 'method' | 'can' | 'user' | 'campaign'> & {
    method: Verb
    can: Can
    user?: User
    campaign?: Campaign
  } & Stated<Verb, Can>,
): Call<Input, Output> & { can: Can; user: User; campaign: Campaign } {
  // @NOTE `user` and `campaign` are what the definition says or undefined, which is what their types say.
  const user = definition.user as User
  const campaign = definition.campaign as Campaign
  return {
    body: definition.method === 'GET' ? 'none' : 'dt',
    idempotent: false,
    sensitive: false,
    inView: 'allowed',
    audit: 'none',
    ...definition,
    user,
    campaign,
  }
}

/** Which field of a request names the company that it is about. */
export const companyFieldOf = ({ company, allOf }: Call, wire: Record<string, unknown>): string | undefined =>
  company !== undefined && wire[company] === ALL ? allOf : company
