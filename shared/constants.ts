// Numbers and words that the requirements fix and that screens and server must agree on. Those of one rule stand beside
// it: money in shared/money, payment terms in shared/model/company.ts, the log's in shared/audit-log.ts.

/** Every list shows so many rows to a page, and gives at most so many when it is asked for more. */
export const PAGE_SIZE = 10
export const MOST_A_PAGE = 100

export const EMAIL_MAX = 70
/** What stands in a list where somebody has no phone. */
export const NO_PHONE = '000-000-0000'
/** Where a phone is taken to be until another country is chosen. */
export const DEFAULT_COUNTRY = 'US'
/** The zone of the system, where nobody has said another. */
export const SYSTEM_ZONE = 'America/Chicago'

/** How long a notice stays, in milliseconds. */
export const NOTICE_MS = 5000
/** How long a page takes to scroll to its top, and how often a changed width is looked at. */
export const SCROLL_MS = 500
export const RESIZE_MS = 40
/** A search begins with so many letters, so long after the last of them. */
export const MIN_LETTERS = 3
export const SEARCH_WAIT_MS = 300
/** What is searched for in a list, in letters: any name of the platform as a whole, and no essay. */
export const SEARCH_MAX = 200

/** What stands in place of a file's name where one entry was added to an exclusion list. */
export const ADDED_BY_HAND = 'Added by hand'

/** What stands where a client is named, for all of them. */
export const ALL = 'all'
