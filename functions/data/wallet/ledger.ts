// Wallets and their entries. Each movement is one transaction: the entry, the balance and the counter-account, under a key
// made of facts, so that doing it again finds it done.
import type { Entry } from '#shared/money/ledger.ts'
import type { Table } from '../lib/table.ts'
import { ledgerExpiry } from './expiry.ts'
import {
  addToCounter,
  fullJitter,
  isRefused,
  type Pause,
  putNew,
  type Taken,
  take,
  toEntryItem,
  transact,
  type Write,
} from './items.ts'
import { ledgerReader } from './reader.ts'
import { ledgerReturns } from './returns.ts'
import { topUps } from './top-up.ts'
import { walletSettings } from './wallet.ts'

export function ledgers(table: Table, pause: Pause = fullJitter) {
  const { name } = table
  const reader = ledgerReader(table)
  return {
    ...reader,
    ...walletSettings(table, reader, pause),
    ...topUps(table, reader, pause),
    ...ledgerExpiry(table, reader, pause),
    ...ledgerReturns(table, reader, pause),
    /**
     * One request, three rows, and what is to be written together with them. Tells nothing of why it was refused: the person who
     * needs to know looks at the wallet. `already` also where what comes with it was done before.
     */
    async charge(entry: Entry, now: number, beside: readonly Write[] = []): Promise<Taken> {
      const rows = [
        putNew(name, toEntryItem(entry)),
        take(name, entry.companyId, entry.amountCents, now, false),
        addToCounter(name, entry, entry.amountCents),
      ]
      const refused = await transact(table, [...rows, ...beside], pause)
      if (!refused) return 'done'
      const isThere = isRefused(refused, 0) || beside.some((_, index) => isRefused(refused, rows.length + index))
      return isThere ? 'already' : 'refused'
    },
  }
}
