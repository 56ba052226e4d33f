// The sales people of a root, and the codes by which they bring agencies to it.
import { createHash } from 'node:crypto'
import { foldText } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'

export const isActiveSales = ({ userType, status }: User) => userType === 'sales' && status !== 'disabled'

export async function salesPeople(db: Db, rootId: string): Promise<{ id: string; name: string }[]> {
  const people = (await db.user.listByCompany(rootId)).filter(isActiveSales)
  return people
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => foldText(a.name).localeCompare(foldText(b.name)) || a.id.localeCompare(b.id))
}

const CODE_LENGTH = 10
/** Letters and digits that nobody mistakes for one another. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function codeOf(userId: string, attempt: number): string {
  const bytes = createHash('sha256').update(`referral:${userId}:${attempt}`).digest().subarray(0, CODE_LENGTH)
  return [...bytes].map((byte) => signs[byte % signs.length]).join('')
}

/** A person's code: made from who they are, so that it is the same every time. */
export async function referralCode(db: Db, user: Pick<User, 'id' | 'rootId'>): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const code = codeOf(user.id, attempt)
    if (await db.referral.claim(user.rootId, code, user.id)) return code
  }
  throw new Error('No referral code is free.')
}
