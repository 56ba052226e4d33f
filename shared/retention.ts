// How long personal data stay. Of a removed company: time for second thoughts and for what is paid late. Money stays for good.
import { DAY } from './dates.ts'

/** After this long people, leads, lists and files of a company that was removed are erased. Longer than backups reach back. */
export const REMOVED_KEPT_DAYS = 90
export const forgottenAt = (removedAt: number): number => removedAt + REMOVED_KEPT_DAYS * DAY

/** Files that were made for somebody to download. */
export const DOWNLOADS_KEPT_DAYS = 7
export const isDownloadKept = (madeAt: number, now: number): boolean => now < madeAt + DOWNLOADS_KEPT_DAYS * DAY

/** Rows of a file that were refused hold people as they were sent, so that who sent them mends them: time to do that. */
export const REFUSED_ROWS_KEPT_DAYS = 30
/** Whether they are still there, of a file that was sent at a moment. */
export const areRefusedRowsKept = (sentAt: number | string, now: number): boolean =>
  now < new Date(sentAt).getTime() + REFUSED_ROWS_KEPT_DAYS * DAY
