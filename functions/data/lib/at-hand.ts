// The doors of one call. What its checks have read is at hand for the handler and what it calls, and nobody asks the table for it
// again; what the call itself changes is forgotten, so that the next who asks sees the change.
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Home } from '../companies/list-projection.ts'
import type { Db } from '../index.ts'
import type { RoleBook } from '../roles/role.ts'
import type { Session } from '../session/session.ts'

export type AtHand = {
  db: Db
  /** Whether this call changed the row of a company or a person, or tried to. */
  isChanged: (id: string) => boolean
}

type Row = { id: string }
type Find<T> = (id: string) => Promise<T | undefined>

/** Rows of one kind by their ids. What is being read while it is forgotten is not kept. */
function shelf<T extends Row>(rows: readonly T[]) {
  const kept = new Map<string, Promise<T | undefined>>(rows.map((row) => [row.id, Promise.resolve(row)]))
  return {
    /** What is at hand; nothing is read. */
    look: (id: string): Promise<T | undefined> => kept.get(id) ?? Promise.resolve(undefined),
    forget: (id: string) => void kept.delete(id),
    find(id: string, read: Find<T>): Promise<T | undefined> {
      const known = kept.get(id)
      if (known) return known
      const reading = read(id)
      kept.set(id, reading)
      // A failure is nobody's row: the next who asks reads.
      reading.catch(() => kept.get(id) === reading && kept.delete(id))
      return reading
    },
    async findFresh(id: string, read: Find<T>): Promise<T | undefined> {
      kept.delete(id)
      return this.find(id, read)
    },
  }
}

export type Read = {
  companies: readonly Company[]
  users: readonly User[]
  /** The roles of the person's company. */
  roleBook?: RoleBook | undefined
  session?: Session | undefined
}

export function withAtHand(db: Db, read: Read): AtHand {
  const companies = shelf(read.companies)
  const users = shelf(read.users)
  const changed = new Set<string>()

  /** Before and after: who reads while it is being written may meet either. */
  async function changing<T>(ids: readonly string[], write: () => Promise<T>): Promise<T> {
    const forget = () => {
      for (const id of ids) {
        companies.forget(id)
        users.forget(id)
      }
    }
    for (const id of ids) changed.add(id)
    forget()
    try {
      return await write()
    } finally {
      forget()
    }
  }
  const homeOf = async (userId: string): Promise<Home | undefined> => {
    const person = await users.look(userId)
    return person && companies.look(person.companyId)
  }
  const found = <T>(row: T | undefined, get: () => Promise<T>): Promise<T> | T => row ?? get()

  let { roleBook, session } = read
  const { company, user, role, tenancy, staff } = db
  return {
    isChanged: (id) => changed.has(id),
    db: {
      ...db,
      company: {
        ...company,
        find: (id) => companies.find(id, company.find),
        findFresh: (id) => companies.findFresh(id, company.findFresh),
        get: async (id) => found(await companies.find(id, company.find), () => company.get(id)),
        create: (row) => changing([row.id], () => company.create(row)),
        endManualBill: (home, starts) => changing([home.id], () => company.endManualBill(home, starts)),
        setOrganization: (home, change) => changing([home.id], () => company.setOrganization(home, change)),
        async update(id, changes) {
          const home = await companies.look(id)
          return changing([id], () => company.update(id, changes, home))
        },
        change: (before, change) => changing([before.id], () => company.change(before, change)),
        cancelContract: (home, why, at) => changing([home.id], () => company.cancelContract(home, why, at)),
      },
      user: {
        ...user,
        find: (id) => users.find(id, user.find),
        findFresh: (id) => users.findFresh(id, user.findFresh),
        async findMany(ids) {
          const known = (await Promise.all(ids.map((id) => users.look(id)))).filter((row) => row !== undefined)
          const missing = ids.filter((id) => !known.some((row) => row.id === id))
          return [...known, ...(await user.findMany(missing))]
        },
        get: async (id) => found(await users.find(id, user.find), () => user.get(id)),
        create: (row, scopeId) => changing([row.id], () => user.create(row, scopeId)),
        async update(id, changes) {
          const home = await homeOf(id)
          return changing([id], () => user.update(id, changes, home))
        },
        async changeEmail(before, email, scopeId, at) {
          const home = await companies.look(before.companyId)
          return changing([before.id], () => user.changeEmail(before, email, scopeId, at, home))
        },
        raiseEpoch: (id, change) => changing([id], () => user.raiseEpoch(id, change)),
      },
      role: {
        ...role,
        find: async (companyId) => (roleBook?.companyId === companyId ? roleBook : role.find(companyId)),
        save(book, next) {
          roleBook = undefined
          return role.save(book, next)
        },
      },
      session: {
        ...db.session,
        find: async (userId, id) =>
          session?.id === id && session.userId === userId ? session : db.session.find(userId, id),
        rotate(from, next) {
          session = undefined
          return db.session.rotate(from, next)
        },
        end(userId, id, at) {
          session = undefined
          return db.session.end(userId, id, at)
        },
        authenticate(userId, id, at, epoch) {
          session = undefined
          return db.session.authenticate(userId, id, at, epoch)
        },
      },
      tenancy: {
        plant: (plan) => changing([plan.company.id, plan.user.id], () => tenancy.plant(plan)),
        change: (edit) => changing([edit.company.id, edit.user.id], () => tenancy.change(edit)),
        retire(retirement) {
          const people = retirement.people.map(({ user }) => user.id)
          return changing([retirement.company.id, ...people], () => tenancy.retire(retirement))
        },
        reopen: (company) => changing([company.id], () => tenancy.reopen(company)),
        resetPassword: (person, token, hash, at) =>
          changing([person.id], () => tenancy.resetPassword(person, token, hash, at)),
      },
      staff: {
        create: (home, person, chosenFrom) => changing([person.id], () => staff.create(home, person, chosenFrom)),
        change: (change) => changing([change.user.id], () => staff.change(change)),
        remove: (change) => changing([change.user.id], () => staff.remove(change)),
      },
    },
  }
}
