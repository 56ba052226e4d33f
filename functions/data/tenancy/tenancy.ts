import { Service } from 'electrodb'
import { isSameEmail } from '#shared/email.ts'
import type { Company } from '#shared/model/company.ts'
import { type CompanyListItem, nodeOf, withCompanyChanges, withPersonChanges } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import {
  type CompanyChanges,
  listed,
  reachedBy,
  type UserChanges,
  withMinimumBefore,
} from '../companies/list-projection.ts'
import { removedEntity, removedRow } from '../companies/removed.ts'
import { unlessRefused } from '../lib/errors.ts'
import { type Table, withoutNulls } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { tokenEntity } from '../session/token.ts'
import { companyEntity, toCompanyItem } from './company.ts'
import {
  addedRows,
  checkNoStart,
  deleteLogin,
  endedRow,
  moveLogin,
  openTree,
  patchCompanyAt,
  patchUserAt,
  type Row,
  removedRows,
  shutOut,
  type To,
} from './tree.ts'
import { toLoginItem, userEntity } from './user.ts'

export type Planted = 'planted' | 'email_taken' | 'host_taken'
export type Changed = 'changed' | 'email_taken' | 'host_taken' | 'email_changed' | 'host_changed'
export type Plan = { company: Company; user: User; scopeId: string; host?: string }
export type Edit = {
  company: Company
  user: User
  scopeId: string
  companyChanges: CompanyChanges
  userChanges: UserChanges & { email?: string }
  /** A new host of the company's own, and the one that it gives up. */
  host?: { from: string | undefined; to: string } | undefined
  now: number
}
export type Retirement = {
  company: Company
  node: CompanyListItem
  /** Everybody of the company who is not shut out yet, with the scope that their address is unique in. */
  people: readonly { user: User; scopeId: string }[]
  hosts: readonly string[]
  /** Of an agency: how many campaigns were started when its last bills were made. */
  starts?: number
  now: number
}

/** People who are shut out in the transaction that ends their company; more than that is no ordinary company. */
const MOST_PEOPLE = 20

const releaseHost = (to: To, host: string, companyId: string) =>
  to.domain
    .delete({ host })
    .where((row, { eq, notExists }) => `${notExists(row.companyId)} OR ${eq(row.companyId, companyId)}`)
    .commit()

/** For rows that bring the change of the list entry themselves. */
const alone = ({ id }: Company, parentId: string | null = null) => ({ id, parentId })

const leave = (to: To, { user, scopeId }: Retirement['people'][number], endedAt: number) => [
  shutOut(to, user, { endedAt }),
  deleteLogin(to, user, scopeId),
]

/** What must come about whole or not at all: companies with their people, names and hosts, and one-time tokens. */
export function tenancies(table: Table, clock: () => number) {
  const tree = openTree(table)
  const { write, writeNamed, followUser } = listed(table, clock)
  const credentials = new Service({ user: userEntity(table), token: tokenEntity(table) })

  return {
    /**
     * A company, its first person, its entry in the parent's list and, for a tenant, its host. Nothing is written when
     * the address or the host is taken.
     */
    async plant({ company, user, scopeId, host }: Plan): Promise<Planted> {
      const node = nodeOf(company, user)
      const refused = await writeNamed(alone(company), { user, email: user.email, scopeId }, (to) => [
        to.login.create(toLoginItem(user, scopeId)).commit(),
        to.user.create(withoutNulls(user)).commit(),
        to.company.create(toCompanyItem(company)).commit(),
        ...(host ? [to.domain.create({ host, companyId: company.id, createdAt: company.createdAt }).commit()] : []),
        ...(node ? addedRows(to, node) : []),
      ])
      if (refused === undefined) return 'planted'
      if (refused === 0) return 'email_taken'
      if (host && refused === 3) return 'host_taken'
      throw new Error('A new company could not be written: its ids are taken.')
    },
    /**
     * A company and its main person, edited as one. Nothing is written when the new address or host is taken, or when
     * somebody else changed the address or the sub-domain since they were read: what is released is what is there.
     */
    async change(edit: Edit): Promise<Changed> {
      const { company, user, scopeId, companyChanges, host, now } = edit
      const { email = user.email, ...userChanges } = edit.userChanges
      const isMoved = !isSameEmail(email, user.email)
      const ofCompany = {
        ...companyChanges,
        ...reachedBy(company, user, { email, phone: userChanges.phone ?? user.phone }),
      }
      const patch = (to: To) => patchUserAt(to, user, { ...userChanges, email })
      // Who was invited may have an account by now, whose address is nobody else's to move.
      const asSeen = (patched: ReturnType<typeof patch>) =>
        patched.where(({ status }, { eq }) => eq(status, user.status))
      const parts = (to: To, old: CompanyListItem | undefined): [Changed, Row][] => [
        ...(isMoved
          ? moveLogin(to, user, email, scopeId).map((row, at): [Changed, Row] => [
              at === 0 ? 'email_taken' : 'email_changed',
              row,
            ])
          : []),
        ...(host
          ? ([
              ['host_taken', to.domain.create({ host: host.to, companyId: company.id, createdAt: now }).commit()],
            ] satisfies [Changed, Row][])
          : []),
        ...(host?.from ? ([['host_changed', releaseHost(to, host.from, company.id)]] satisfies [Changed, Row][]) : []),
        ['host_changed', patchCompanyAt(to, company, withMinimumBefore(old, ofCompany, now)).commit()],
        ['email_changed', (isMoved ? asSeen(patch(to)) : patch(to)).commit()],
      ]
      let whys: Changed[] = []
      const refused = await writeNamed(
        // The rows hold the company itself, with how it is reached.
        alone(company, company.parentId),
        isMoved ? { user, email, scopeId } : null,
        (to, old) => {
          const all = parts(to, old)
          whys = all.map(([why]) => why)
          return all.map(([, row]) => row)
        },
        // What others changed of them meanwhile stays.
        (old) =>
          withPersonChanges(withCompanyChanges(old, withMinimumBefore(old, companyChanges, now)), {
            ...userChanges,
            email,
          }),
      )
      return refused === undefined ? 'changed' : (whys[refused] ?? 'email_changed')
    },
    /**
     * Ends a company: out of the list, its hosts free, its people shut out. Its own rows are kept. False when a campaign
     * was started meanwhile, or somebody changed the company.
     */
    async retire({ company, node, people, hosts, starts = 0, now }: Retirement): Promise<boolean> {
      const [first, rest] = [people.slice(0, MOST_PEOPLE), people.slice(MOST_PEOPLE)]
      const refused = await write(alone(company), (to) => [
        patchCompanyAt(to, company, { deletedAt: now }).commit(),
        to.removed.put(removedRow(company.id, now)).commit(),
        checkNoStart(to, company.id, starts),
        ...removedRows(to, node),
        ...(node.kind === 'client' ? [endedRow(to, node)] : []),
        ...hosts.map((host) => releaseHost(to, host, company.id)),
        ...first.flatMap((person) => leave(to, person, now)),
      ])
      if (refused !== undefined) return false
      // They are refused already, as everybody of an ended company is; this frees their addresses.
      // One whose address changed meanwhile keeps it, and is found by the recount.
      for (const person of rest) await whenFree(() => tree.transaction.write((to) => leave(to, person, now)).go())
      return true
    },
    /**
     * Takes back the end of a company, if it still is the one that was seen and nobody has begun to erase it. Whom that end shut out
     * may come again; what they were signed in with stays ended, and so do links that were mailed before. Who was removed before stays so.
     *
     * People first, who are refused as everybody of an ended company is until it is open: what is cut off in between is found as a
     * company that is removed still, and the same again does the rest. The other way round nobody would look for its people again.
     */
    async reopen({ id, deletedAt, now }: { id: string; deletedAt: number; now: number }): Promise<boolean> {
      const people = userEntity(table)
      const companies = companyEntity(table)
      const seen = await Promise.all([
        companies.get({ id }).go({ consistent: true }),
        removedEntity(table).get({ companyId: id }).go({ consistent: true }),
      ])
      if (seen[0].data?.deletedAt !== deletedAt || seen[1].data?.begunAt !== undefined) return false
      const { data } = await people.query.byCompany({ companyId: id }).go({ pages: 'all' })
      const back: string[] = []
      for (const { id: userId, passwordHash } of data) {
        const isBack = await people
          .patch({ id: userId })
          // Who never chose a password is invited still.
          .set(passwordHash ? { status: 'active', passwordChangedAt: now } : { status: 'invited', invitedAt: now })
          .remove(['endedAt'])
          .add({ epoch: 1 })
          .where((row, { eq }) => `${eq(row.status, 'disabled')} AND ${eq(row.endedAt, deletedAt)}`)
          .go()
          .then(() => true, unlessRefused)
        if (isBack) back.push(userId)
      }
      const { canceled } = await whenFree(() =>
        tree.transaction
          .write((to) => [
            to.company
              .patch({ id })
              .remove(['deletedAt'])
              .where((row, { eq }) => eq(row.deletedAt, deletedAt))
              .commit(),
            to.removed
              .delete({ companyId: id })
              .where((row, { notExists }) => notExists(row.begunAt))
              .commit(),
          ])
          .go(),
      )
      if (!canceled) return true
      // It was changed, or began to be erased, at this very moment.
      for (const userId of back) await people.patch({ id: userId }).set({ status: 'disabled', endedAt: deletedAt }).go()
      return false
    },
    /**
     * Spends a token on a new password and ends every session; the address that it was mailed to counts as confirmed.
     * False when the token was spent before, or the person has another address or password by now: a new one spends every link.
     */
    async resetPassword(user: User, tokenHash: string, passwordHash: string, now: number): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        credentials.transaction
          .write((to) => [
            to.token
              .patch({ hash: tokenHash })
              .set({ usedAt: now })
              .where(({ usedAt, endsAt }, { gt, notExists }) => `${notExists(usedAt)} AND ${gt(endsAt, now)}`)
              .commit(),
            to.user
              .patch({ id: user.id })
              .set({
                passwordHash,
                passwordChangedAt: now,
                // The link came by mail to this very address.
                ...(user.emailConfirmedAt === null && { emailConfirmedAt: now }),
                ...(user.status === 'invited' && { status: 'active' as const }),
              })
              .add({ epoch: 1 })
              .where((row, { eq, ne, notExists }) => {
                const hasSame = eq(row.passwordHash, user.passwordHash)
                const isAsRead = user.passwordHash === '' ? `(${notExists(row.passwordHash)} OR ${hasSame})` : hasSame
                return `${eq(row.email, user.email)} AND ${ne(row.status, 'disabled')} AND ${isAsRead}`
              })
              .commit(),
          ])
          .go(),
      )
      if (!canceled && user.status === 'invited') await followUser(user, { status: 'active' })
      return !canceled
    },
  }
}
