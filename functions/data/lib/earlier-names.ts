// Rows of an older shape still parse: some were written under names of the wire.

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
