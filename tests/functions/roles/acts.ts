// What each call does in its module, said here a second time: a table that is compared with itself proves nothing.
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'

type Act = 'read' | 'create' | 'update' | 'delete'

const reads = /:(read|report|export|download|open|view-as)$/
const ofMethod = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const

/** Questions behind a right that is none to read, and calls whose method says another thing than their permission. */
export const decided: Partial<Record<CallName, Act>> = {
  // Who has the link acts on the agency's account.
  'payments.getConnectedAccountLink': 'update',
  'payments.getExistingConnectedAccountLink': 'update',
  'payments.createConnectedAccount': 'update',
  // What takes something away does so under every method.
  'campaigns.remove': 'delete',
  'exclusions.removeEntry': 'delete',
  // Lists of what those with the right may change.
  'companies.importPreview': 'read',
  'companies.importedRows': 'read',
  'companies.imports': 'read',
  'documents.featureAgreement': 'read',
  'documents.list': 'read',
  'pricing.listPlans': 'read',
  'pricing.listCoupons': 'read',
  'payments.listUnpaid': 'read',
  // What an editor chooses from, or asks before it does something.
  'integrations.countReplay': 'read',
  'integrations.clickfunnelsTags': 'read',
  'integrations.gohighlevelTags': 'read',
  'integrations.kartraLists': 'read',
  'integrations.kartraTags': 'read',
  'integrations.mailboxpowerGroups': 'read',
  'integrations.mailingLists': 'read',
  'integrations.sendgridLists': 'read',
  'integrations.subAccountTags': 'read',
  'integrations.subAccounts': 'read',
}

const isOfProgram = ({ call }: NamedCall) => call.can.startsWith('program:')
const asksFreely = ({ call }: NamedCall) => call.can === 'signed-in' || call.can === 'anyone'

/** Those of which the method alone says too little. */
export const unclear = allCalls
  .filter((entry) => !isOfProgram(entry) && !asksFreely(entry))
  .filter(({ call: { can, method } }) =>
    can.endsWith(':delete') ? method !== 'DELETE' : method === 'GET' && !reads.test(can),
  )
  .map(({ id }) => id)

export const actOf = ({ id, call }: NamedCall): Act =>
  decided[id] ?? (reads.test(call.can) ? 'read' : ofMethod[call.method])
