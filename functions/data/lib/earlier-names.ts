// Rows of an older shape still parse: some were written under names and values of the wire.

const names: Readonly<Record<string, string>> = {
  embeddedcode: 'embeddedCode',
  franchize: 'franchise',
  franchizedirector: 'franchiseDirector',
  fromaddress: 'fromAddress',
  officemanager: 'officeManager',
}

/** The fields of what was stored under the names that they have today. */
export const underOurNames = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null
    ? Object.fromEntries(Object.entries(stored).map(([name, value]) => [names[name] ?? name, value]))
    : stored

// The main person of an agency is stored under the earlier word, now as before: the key that people of a company are found
// by begins with it, and so new rows stand among old ones in the same order.
export const storedUserType = (type: string): string => (type === 'agency' ? 'userdownline' : type)
export const ourUserType = (stored: string): string => (stored === 'userdownline' ? 'agency' : stored)
