// What the parts of a life share: who there is, and how they ask.
import type { CallName, Input, Output } from '#shared/contracts/index.ts'
import type { Dice } from '#tests/simulator/dice.ts'
import type { Answer, Harness, Said } from '../../support/harness.ts'
import type { Company, Key, Look, Person, Role, Session, SignIn, Token } from './life-model.ts'

export type Trio = { access_token: string; refresh_token: string }
export type Changes = Record<string, () => Promise<void>>
export type Races = Record<string, (one: SignIn) => Promise<void>>
export type Slice = { changes: Changes; races: Races }

type Born = Pick<Person, 'id' | 'email' | 'password' | 'kind' | 'company' | 'isDefault' | 'isMain'> & {
  role?: Role
  invitedBy?: Person
}

export type World = {
  h: Harness
  dice: Dice
  root: Company
  companies: readonly Company[]
  agencies: readonly [Company, Company]
  people: readonly Person[]
  sessions: readonly Session[]
  tokens: Token[]
  keys: readonly Key[]
  roles: Role[]
  stale: { person: Person; password: string }[]
  isForced: boolean
  /** In names and addresses that a life makes up. */
  mark: string
  now: () => number
  wait: (ms: number) => void
  /** Works off the queues; afterwards those look who are told here. */
  drain: () => Promise<void>
  afterDrain: (look: () => Promise<void>) => void
  /** Numbers what is made. */
  next: () => number
  note: (text: string) => void
  fail: (text: string) => never
  changed: (what: string) => void
  nameOf: (person: Person) => string
  /** Whose name this is on a host. */
  named: (host: string, email: string) => Person | undefined
  siteAt: (host: string) => Company | undefined
  /** All at which somebody lives or has lived. */
  everyHost: () => readonly string[]
  addHost: (host: string) => void
  addCompany: (id: string, kind: Company['kind'], parent: Company | undefined) => Promise<Company>
  add: (born: Born) => Person
  ask: <Name extends CallName>(
    token: Token | undefined,
    name: Name,
    input: Input<Name>,
    host?: string,
    headers?: Record<string, string>,
  ) => Promise<Answer<Said<Output<Name>>>>
  enter: (person: Person, trio: Trio, more?: { host?: string; epoch?: number; isVouched?: boolean }) => SignIn
  come: (person: Person, answer: Answer<object>, epoch: number, host?: string) => SignIn | undefined
  login: (person: Person) => Promise<Answer<object>>
  /** Whether a token is good is what its own person hears of themselves. */
  look: (token: SignIn | Look) => Promise<void>
  judge: (what: string, by: SignIn | Look, status: number, isTheirs: boolean, isBeforeStep?: boolean) => boolean
  somebody: (test?: (person: Person) => boolean) => Promise<SignIn | undefined>
  signIn: (person: Person) => Promise<SignIn | undefined>
  /** Undefined where it was not granted. */
  beginLook: (by: SignIn, person: Person) => Promise<Look | undefined>
  /** Whether the rule asks for a second step first. */
  owes: (token: SignIn | Look) => boolean
  /** Whose marks a text shows that its reader may not know. */
  forbiddenIn: (text: string, token: SignIn | Look) => Company | undefined
  hostOf: (token: Token) => string
  saying: (token: Token) => string
  passwordOf: (one: SignIn, next: string) => Promise<Answer<object>>
  changedPassword: (one: SignIn, next: string, status: number) => void
  /** Whether kind and role leave a call to who shows this. */
  may: (one: SignIn | Look, id: CallName) => boolean
  hasRoom: () => boolean
}

/** All their sign-ins end but one. */
export function endOthers(person: Person, kept?: Session): void {
  person.epoch++
  if (kept) kept.epoch = person.epoch
}
