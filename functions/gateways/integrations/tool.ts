// What every outside tool can do. A further one is one file beside this one, a line in `index.ts`, a row in
// `shared/integrations/tools.ts` and a double in `infra/local/doubles/tools`.
import type { ChosenValues } from '#shared/integrations/tools.ts'
import type { LeadRow } from '#shared/leads/row.ts'

/** What was typed to connect, secrets opened; or, of a tool with a sign-in, its tokens. */
export type Credentials = Readonly<Record<string, string>>

/**
 * Of a tool with a sign-in of its own: where people say yes, what that gives, and how it is renewed. Secrets hold `access`,
 * `refresh` and `expiresAt` (ms, as a text); `challenge` and `verifier` are those of PKCE, for tools that ask for it.
 */
export type SignIn = {
  url(asked: { state: string; redirectUri: string; challenge: string }): Promise<string>
  exchange(given: {
    code: string
    redirectUri: string
    verifier: string
  }): Promise<{ settings: Credentials; secrets: Credentials }>
  /** All secrets anew. Throws `ToolFault`. */
  renew(credentials: Credentials): Promise<Credentials>
  /** What renews them is worth nothing once it was used: an answer that is lost may be the last one. */
  renewsOnce?: true
  /** Takes the permission back at the tool. Throws `ToolFault`. */
  revoke?(credentials: Credentials): Promise<void>
}

/** Something of the tool's that can be chosen. */
export type Option = { id: string; name: string }

/** Without empty texts: a contact that is there already would lose what it has, and some are matched by it. */
export const filled = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

export type ToolParcel = {
  /** The same at every try: for tools that can tell a repetition by it. */
  id: string
  row: LeadRow
  campaignName: string
  companyName: string
  values: ChosenValues
}

/**
 * `id`: what the tool calls the lead, or the work that it began. `status`: of the answer that says so. `skipped`: why there is nothing to
 * send; no fault of anybody.
 */
export type ToolDelivery = { id: string; status: number; words: string } | { skipped: string }

/**
 * What came of work that a tool only took at first. `failed` and `unknown` have the tool's words. `unknown`: it knows nothing of it, or
 * not yet. `hidden`: it does not let these credentials see it.
 */
export type LaterResult = { is: 'pending' | 'done' | 'hidden' } | { is: 'failed' | 'unknown'; words: string }

/**
 * Why a tool did not do what it was asked. `retry`: it may later. `dead`: it never will. `disconnected`: it does not know us any
 * more, and nothing will work until somebody connects again. `ours`: the platform's own account with it is at fault, not the tenant's.
 * `expired`: the same question may be asked again with a token that is renewed; where that one is refused too, it is `disconnected`.
 */
export class ToolFault extends Error {
  override name = 'ToolFault'
  readonly end: 'retry' | 'dead' | 'disconnected' | 'ours' | 'expired'
  /** Of the tool's answer; 0 without one. */
  readonly status: number
  /** How long it asks to be left alone (ms). */
  readonly afterMs: number
  constructor(end: ToolFault['end'], message: string, { status = 0, afterMs = 0 } = {}) {
    super(message)
    this.end = end
    this.status = status
    this.afterMs = afterMs
  }
}

/**
 * So many calls in so long (ms), counted by connection or, where the tool counts all of our tenants together, by platform; then `each`
 * company has no more than its own part, so that nobody waits for one that sends much.
 */
export type Pace = { most: number; perMs: number } & ({ of: 'connection' } | { of: 'platform'; each: number })

/** An entry of a tool's own menu that opens one of our pages there, for these of its sub-accounts. */
export type MenuEntry = { title: string; url: string; locations: readonly string[] }

/** Of a tool that has a menu. Each throws `ToolFault`. */
export type ToolMenus = {
  /** The tool's name for it. */
  create(credentials: Credentials, entry: MenuEntry): Promise<string>
  /** The entry that is exactly this one: an answer that was lost leaves one behind that was made. */
  find(credentials: Credentials, entry: MenuEntry): Promise<string | undefined>
  /** One that is not there any more is gone as well. */
  remove(credentials: Credentials, id: string): Promise<void>
}

export type ToolAdapter = {
  /** A harmless question that only right credentials get an answer to. Throws `ToolFault`. */
  check(credentials: Credentials): Promise<void>
  /** What there is for one of the tool's choices, as `shared/integrations/tools.ts` names it. Throws `ToolFault`. */
  lookUp(credentials: Credentials, choice: string, values: ChosenValues): Promise<Option[]>
  /** One try. May come again after it worked, when the answer was lost. Throws `ToolFault`. */
  deliver(credentials: Credentials, parcel: ToolParcel): Promise<ToolDelivery>
  /** Of a tool that works later: what came of a delivery, by its id. Throws `ToolFault`. */
  look?(credentials: Credentials, id: string): Promise<LaterResult>
  /** Whether these credentials may ask that. Throws `ToolFault`. */
  mayLook?(credentials: Credentials): Promise<boolean>
  menus?: ToolMenus
  pace?: Pace
}
