// The areas of the business, named once. Folders of contracts, functions, screens and their tests carry these names.

export const areaNames = [
  'account',
  'audiences',
  'audit',
  'billing',
  'campaigns',
  'companies',
  'developer',
  'documents',
  'domains',
  'exclusions',
  'integrations',
  'invoices',
  'keywords',
  'leads',
  'mail',
  'payments',
  'pricing',
  'public',
  'purchases',
  'reports',
  'roles',
  'sales',
  'security',
  'session',
  'settings',
  'staff',
  'tenancy',
  'wallet',
] as const

export type AreaName = (typeof areaNames)[number]
