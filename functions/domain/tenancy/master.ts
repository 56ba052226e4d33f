// What only the root that the installation began with may do.
import { refused } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Db } from '../../data/index.ts'

export async function isMasterOperator(db: Db, actor: Pick<UserActor, 'role' | 'companyId'>): Promise<boolean> {
  return actor.role === 'root' && actor.companyId === (await db.company.findMasterId())
}

export async function requireMasterOperator(db: Db, actor: Pick<UserActor, 'role' | 'companyId'>): Promise<void> {
  if (!(await isMasterOperator(db, actor))) throw refused('Only operators of the platform itself may do this.')
}
