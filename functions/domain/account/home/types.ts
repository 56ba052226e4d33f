// What the parts of a first page are made of.
import type { Permission } from '#shared/access/roles.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { AttentionKind, HomeFigure, SetupStep } from '#shared/model/home.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../../data/index.ts'

export type Deps = { db: Db; now: () => number }
/** Whether the person may do it, by their role and by what it leaves of the modules. */
export type May = (permission: Permission, method: 'GET' | 'POST' | 'PUT') => boolean
export type Who = { company: Company; me: User; actor: UserActor; may: May }

export type Step = { step: SetupStep; isDone: boolean }
export type Attention = {
  kind: AttentionKind
  name?: string
  campaignNumber?: string
  slug?: string
  companyId?: string
  reasons?: readonly string[]
  at?: number
  total?: number
  /** There are more than `total`. */
  isCut?: boolean
}
/** Something that was done, and by whom. `company`: to which, where it is another one than the reader's. */
export type Deed = { at: number; what: string; who: string; company: string }
/** `before`: of as long a time before; undefined where it is compared with nothing. `isCut`: there are more than were counted. */
export type Figure = { figure: HomeFigure; value: number; before?: number | undefined; isCut?: boolean }
export type Newcomer = { companyId: string; name: string; at: number }
export type Home = {
  steps: Step[]
  attention: Attention[]
  activity: Deed[]
  figures: Figure[]
  newcomers: Newcomer[]
}
