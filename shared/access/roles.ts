// Who may do what, as one table. The server decides by it; menus and buttons read the same rows.

/** What a person is. `root` is staff of the platform's owner; the wire tells agency owner and staff apart, rights do not. */
export const roles = ['root', 'agency', 'sales', 'administrator', 'client'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'user:read',
  'company:read',
  'exclusion:read',
  'exclusion:update',
  'campaign:read',
  'lead:read',
  'company:update',
  'user:unlock',
  'user:view-as',
  'setting:read',
  'setting:update',
  'document:update',
  'agreement:update',
  'document:open',
  'agency:read',
  'agency:report',
  'client:read',
  'client:create',
  'client:update',
  'client:delete',
  'group:read',
  'group:update',
] as const
export type Permission = (typeof permissions)[number]

/** A permission that nobody decided does not compile. */
export const allowed = {
  'user:read': ['root', 'agency', 'sales', 'administrator', 'client'],
  'company:read': ['root', 'agency', 'sales', 'administrator', 'client'],
  'exclusion:read': ['root', 'agency', 'administrator', 'client'],
  'exclusion:update': ['root', 'agency', 'administrator', 'client'],
  'campaign:read': ['root', 'agency', 'administrator', 'client'],
  'lead:read': ['root', 'agency', 'administrator', 'client'],
  'company:update': ['root', 'agency', 'client'],
  'user:unlock': ['root', 'agency', 'administrator'],
  'user:view-as': ['root'],
  'setting:read': ['root', 'agency', 'administrator'],
  'setting:update': ['root', 'agency', 'administrator'],
  'document:update': ['root'],
  'agreement:update': ['agency'],
  'document:open': ['root', 'agency', 'administrator'],
  'agency:read': ['root', 'sales'],
  'agency:report': ['root'],
  // Sales people reach the agencies that are theirs, and the clients of those.
  'client:read': ['root', 'agency', 'sales', 'administrator'],
  'client:create': ['root', 'agency', 'sales', 'administrator'],
  'client:update': ['root', 'agency', 'sales', 'administrator'],
  'client:delete': ['root', 'agency', 'administrator'],
  'group:read': ['root', 'agency', 'administrator'],
  'group:update': ['root', 'agency', 'administrator'],
} as const satisfies Record<Permission, readonly Role[]>
