// Changes of what lists show: the row itself and the list entry that tells of it are written in one transaction, so no
// list ever shows what is not, no matter what part of the platform makes the change.
import { setTimeout as sleep } from 'node:timers/promises'
import { conflict, notFound } from '#shared/errors.ts'
import type { Campaign, StatusReason } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import {
  type CompanyListItem,
  companyFields,
  personFields,
  withCampaign,
  withCompanyChanges,
  withPerson,
  withPersonChanges,
} from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import type { Table } from '../lib/table.ts'
import { companies } from '../tenancy/company.ts'
import {
  changedRows,
  countActive,
  findRefused,
  moveLogin,
  openTree,
  patchCompany,
  patchUser,
  type Row,
  type To,
} from '../tenancy/tree.ts'
import { users } from '../tenancy/user.ts'
import { nodes } from './list-item.ts'

export type CompanyChanges = Partial<Omit<Company, 'id' | 'parentId' | 'kind' | 'rootId' | 'ancestors'>>
export type UserChanges = Partial<Omit<User, 'id' | 'email' | 'companyId' | 'rootId'>>

/** Where the list entry of a company stands. Neither ever changes. */
export type Home = Pick<Company, 'id' | 'parentId'>

const MOST_TRIES = 6
const isSame = (a: CompanyListItem, b: CompanyListItem) => JSON.stringify(a) === JSON.stringify(b)

export function listed(table: Table) {
  const tree = openTree(table)
  const node = nodes(table)
  const company = companies(table)
  const user = users(table)

  /**
   * Writes rows and what they change of an entry, which is read again for each try: a change made meanwhile is not
   * overwritten. Answers which of the rows was refused by its own condition; undefined when all was written.
   */
  async function write(
    entry: { parentId: string | null; id: string },
    rows: ((to: To) => readonly Row[]) | null,
    next: (old: CompanyListItem) => CompanyListItem | Promise<CompanyListItem> = (old) => old,
  ): Promise<number | undefined> {
    for (let round = 0; round < MOST_TRIES; round++) {
      const old = entry.parentId ? await node.find(entry.parentId, entry.id) : undefined
      const changed = old && (await next(old))
      const isChanged = old && changed && !isSame(old, changed)
      if (!rows && !isChanged) return undefined
      let own = 0
      const transaction = tree.transaction.write((to) => {
        const mine = rows?.(to) ?? []
        own = mine.length
        return isChanged ? [...mine, ...changedRows(to, old, changed)] : [...mine]
      })
      const { canceled, data } = await transaction.go()
      if (!canceled) return undefined
      const refused = findRefused(data, own)
      if (refused !== undefined) return refused
      await sleep(Math.random() * 20 * 2 ** round)
    }
    throw conflict('This was changed by somebody else at the same time. Please try again.')
  }

  return {
    write,
    /** `home`: the company, where the caller has read it. */
    async updateCompany(id: string, changes: CompanyChanges, home?: Home): Promise<void> {
      const isShown = companyFields.some((field) => field in changes)
      const { parentId } = isShown ? (home ?? (await company.get(id))) : { parentId: null }
      const refused = await write(
        { parentId, id },
        (to) => [patchCompany(to, id, changes).commit()],
        (old) => withCompanyChanges(old, changes),
      )
      if (refused !== undefined) throw notFound('company')
    },
    /** `home`: the company of the person, where the caller has read it. */
    async updateUser(id: string, changes: UserChanges, home?: Home): Promise<void> {
      const isShown = personFields.some((field) => field in changes)
      const entry = isShown ? (home ?? (await company.get((await user.get(id)).companyId))) : { id, parentId: null }
      const refused = await write(
        entry,
        (to) => [patchUser(to, id, changes).commit()],
        (old) => (old.userId === id ? withPersonChanges(old, changes) : old),
      )
      if (refused !== undefined) throw notFound('user')
    },
    /** The address, the row that makes it unique, and the end of the old one; false when it is taken. */
    async changeEmail(before: User, email: string, scopeId: string, now: number, home?: Home): Promise<boolean> {
      const refused = await write(
        home ?? (await company.get(before.companyId)),
        (to) => [
          ...moveLogin(to, before, email, scopeId),
          patchUser(to, before.id, { emailConfirmedAt: now, pendingEmail: '', pendingEmailEndsAt: 0 })
            .set({ email })
            .where((row, { eq, ne }) => `${eq(row.email, before.email)} AND ${ne(row.status, 'disabled')}`)
            .commit(),
        ],
        (old) =>
          old.userId === before.id
            ? withPerson(old, { ...before, pendingEmail: '', pendingEmailEndsAt: 0, email })
            : old,
      )
      return refused === undefined
    },
    async createCampaign(campaign: Campaign): Promise<Campaign> {
      const { agencyId: parentId, companyId: id } = campaign
      await write(
        { parentId, id },
        (to) => [
          to.campaign.create(campaign).commit(),
          ...(campaign.status === 'active' ? [countActive(to, parentId, 1)] : []),
        ],
        (old) => withCampaign(old, undefined, campaign),
      )
      return campaign
    },
    /** False when its status is no longer what the caller saw. */
    async setCampaignStatus(
      campaign: Campaign,
      status: Campaign['status'],
      statusReason: StatusReason = '',
    ): Promise<boolean> {
      const { agencyId: parentId, companyId, id, status: before } = campaign
      const step = Number(status === 'active') - Number(before === 'active')
      const refused = await write(
        { parentId, id: companyId },
        (to) => [
          to.campaign
            .patch({ companyId, id })
            .set({ status, statusReason })
            .where((row, { eq }) => eq(row.status, before))
            .commit(),
          ...(step === 0 ? [] : [countActive(to, parentId, step)]),
        ],
        (old) => withCampaign(old, campaign, { ...campaign, status }),
      )
      return refused === undefined
    },
    /** Makes an entry what its main person says, for the code that changed them in a transaction of their own. */
    async followUser(person: User): Promise<void> {
      const home = await company.get(person.companyId)
      await write(home, null, (old) => (old.userId === person.id ? withPerson(old, person) : old))
    },
  }
}
