// How long a removed company's personal data stay: time for second thoughts and for what is paid late. Money stays for good.
import { DAY } from './dates.ts'

/** After this long people, leads, lists and files of a company that was removed are erased. Longer than backups reach back. */
export const REMOVED_KEPT_DAYS = 90
export const forgottenAt = (removedAt: number): number => removedAt + REMOVED_KEPT_DAYS * DAY
