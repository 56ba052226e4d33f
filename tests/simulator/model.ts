// The wallet once more, as plain as can be: a list of lots and what is left of each. It follows what was written, and says where
// the books went another way: oldest credit first, each lot gone on its day to the cent, nothing given back that had expired.
import { toEntry, toLot } from '#functions/data/wallet/items.ts'
import type { Change } from './watch.ts'

type Part = { number: number; amount: number; left: number; expiresAt: number; isClosed: boolean }

/** The same day and time a year later; the 29th of February has none, so it is the 28th. */
export function yearLater(at: number): number {
  const date = new Date(at)
  const isLeapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29
  date.setUTCFullYear(date.getUTCFullYear() + 1, date.getUTCMonth(), isLeapDay ? 28 : date.getUTCDate())
  return date.getTime()
}

export function openModel() {
  const parts: Part[] = []

  function use(amount: number): number {
    let rest = amount
    for (const part of parts.filter(({ isClosed }) => !isClosed)) {
      const taken = Math.min(part.left, rest)
      part.left -= taken
      rest -= taken
    }
    return rest
  }

  /** What was used last comes back first; what belongs to a lot that is closed does not. */
  function giveBack(amount: number): number {
    let rest = amount
    for (const part of parts.toReversed()) {
      if (part.isClosed) break
      const back = Math.min(part.amount - part.left, rest)
      part.left += back
      rest -= back
    }
    return rest
  }

  return {
    /** Follows one request; answers what should not have come of it. */
    follow(changes: readonly Change[], now: number): string[] {
      const faults: string[] = []
      const must = (holds: boolean, text: string) => void (holds || faults.push(text))
      const of = (head: string) => changes.filter(({ sk, pk }) => pk.startsWith('W#') && sk.startsWith(head))
      const posted = of('T#').flatMap(({ before, after }) => {
        const entry = after && toEntry(after)
        return entry?.state === 'posted' && before?.state !== 'posted' ? [entry] : []
      })
      const expiries = posted.filter(({ kind }) => kind === 'expiry')
      const charged = posted
        .filter(({ kind }) => kind === 'charge')
        .reduce((sum, { amountCents }) => sum + amountCents, 0)
      const reversed = posted
        .filter(({ kind }) => kind === 'reversal')
        .reduce((sum, { amountCents }) => sum + amountCents, 0)
      const released = of('H#').filter(({ before, after }) => before?.state === 'held' && after?.state === 'released')

      for (const { before, after } of of('LOT#')) {
        const lot = after && toLot(after)
        must(lot !== undefined, 'no lot is ever forgotten')
        if (!lot) continue
        const { number, amountCents: amount, boughtAt, expiresAt, closedAt } = lot
        if (!before) {
          const due = Math.max(yearLater(boughtAt), parts.at(-1)?.expiresAt ?? 0)
          must(expiresAt === due, `lot ${number} expires twelve months after it was bought`)
          must(number === parts.length + 1, `lot ${number} has the next number`)
          parts.push({ number, amount, left: amount, expiresAt, isClosed: false })
        } else if (Number(before.amountCents) > amount) {
          const part = parts.find((each) => each.number === number)
          const cut = Number(before.amountCents) - amount
          must(cut === reversed, `of lot ${number} as much is cut as the books say`)
          must((part?.left ?? 0) >= cut, `what is cut off lot ${number} is left of it`)
          if (part) Object.assign(part, { amount, left: part.left - cut })
        } else if (closedAt !== null && before.closedAt === undefined) {
          const oldest = parts.find(({ isClosed }) => !isClosed)
          must(oldest?.number === number, `lot ${number} is the oldest when it is closed`)
          must(closedAt >= expiresAt && now >= expiresAt, `lot ${number} is not closed before its time`)
          const gone = expiries.find((entry) => entry.lot === number)
          must((gone?.amountCents ?? 0) === (oldest?.left ?? 0), `what is left of lot ${number} expires, to the cent`)
          must(!gone || gone.at === expiresAt, `the expiry of lot ${number} is dated to its day`)
          if (oldest) Object.assign(oldest, { left: 0, isClosed: true })
        }
      }
      if (released.length > 0) {
        const held = released.reduce((sum, { before }) => sum + Number(before?.amountCents), 0)
        const late = giveBack(held - charged)
        const said = expiries.reduce((sum, { amountCents, lot }) => sum + (lot === null ? amountCents : 0), 0)
        must(late === said, `of a reservation ${late} comes back too late, the books say ${said}`)
      } else must(use(charged) === 0, 'what is charged is there')
      for (const { before, after } of of('H#'))
        if (!before) must(use(Number(after?.amountCents)) === 0, 'what is set aside is there')
      for (const { after } of of('BAL')) {
        const left = parts.reduce((sum, part) => sum + part.left, 0)
        const balance = Number(after?.bal ?? 0)
        must(left === balance, `the balance ${balance} is what is left of the lots, ${left}`)
      }
      return faults
    },
    /** When the next lot runs out. */
    nextExpiry: () => parts.find(({ isClosed }) => !isClosed)?.expiresAt,
  }
}
export type Model = ReturnType<typeof openModel>
