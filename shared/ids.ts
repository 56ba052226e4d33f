/** Prefix of every kind of id: a reader of a log line sees what an id names. */
const idPrefix = {
  company: 'com',
  user: 'usr',
  session: 'ses',
  view: 'vwm',
  campaign: 'cmp',
  upload: 'upl',
  import: 'imp',
  export: 'exp',
  audience: 'aud',
  lead: 'led',
  visit: 'vis',
  log: 'log',
  request: 'req',
  token: 'tok',
  group: 'grp',
  role: 'rol',
  plan: 'msp',
  mail: 'mal',
  entry: 'ent',
  information: 'inf',
  personRequest: 'prq',
  webhook: 'whk',
  lookup: 'lkp',
  enrichment: 'enr',
  replay: 'rpl',
  apiKey: 'key',
  exclusionBatch: 'xba',
  banner: 'bnr',
} as const
export type IdKind = keyof typeof idPrefix

/** Makes an id such as `cmp_01J...` out of a ULID, so that ids of one kind sort by creation. */
export function toId(kind: IdKind, ulid: string): string {
  return `${idPrefix[kind]}_${ulid}`
}

/** The ULID behind an id's prefix, for an id of another kind that is made from the same event. */
export function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}
