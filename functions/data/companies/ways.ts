// How each kind of row comes back when an agency is brought back in place, out of a copy of an earlier time. What happened since the
// copy is never undone by accident: money is never written over, and what people removed on purpose stays removed until it is named.

import { kindOf, type Raw, textOf } from '../tenancy/carry/raw.ts'
import { walletPk } from '../wallet/items.ts'

export const ways = {
  plain: 'where it is missing: nobody can remove it',
  chosen: 'where it is missing; written over only where its kind is named by --replace',
  removable:
    'where its company is lost; else only where its kind is named by --also, because people may have removed it',
  derived: 'where its company is lost; else `recount --apply` makes it of what it repeats',
  book: 'where it is missing; never written over',
  state: 'only where nothing of its books happened since the copy: it is the sum of them',
  work: 'never: it was under way when the copy was made, and would be done once more',
} as const
export type Way = keyof typeof ways

const ofKinds: Readonly<Record<Way, readonly string[]>> = {
  plain: [
    ...[
      'company',
      'user',
      'agreement',
      'questionnaire',
      'billing',
      'connectedAccount',
      'minimumSpendPlan',
      'minimumSpendName',
    ],
    ...[
      'minimumSpendAgreement',
      'clientCap',
      'campaignNumber',
      'pixel',
      'pull',
      'meter',
      'lead',
      'leadPerson',
      'clientPerson',
    ],
    ...['leadNotice', 'enrichment', 'exclusionList', 'exclusion bucket', 'exclusionBatch', 'upload', 'personRequest'],
    ...['clientImport', 'protectedFile', 'delivery', 'deliveryTry', 'sheet', 'notice', 'noticeRecent', 'noticeReader'],
    ...['bannersMade', 'apiKeysMade', 'knownCount', 'leadTally', 'daySums', 'daySumsPart'],
  ],
  chosen: ['campaign', 'campaignPart', 'roles', 'setting'],
  removable: [
    ...['apiKey', 'webhook', 'tool', 'toolChoice', 'toolMenu', 'twoFactor', 'reportMail', 'dayFile', 'accountOwner'],
    ...['audience', 'banner', 'companyGroup', 'uniqueName', 'lookup', 'login', 'domain'],
    // It goes once the money went back: brought back beside that, it would ask for it again.
    'owedRefund',
  ],
  derived: [
    ...[
      'node',
      'nw',
      'nt',
      'nodeCount',
      'ce',
      'campaignCount',
      'leadCount',
      'agencyCount',
      'cd',
      'lm',
      'failedPayment',
    ],
    ...['leadTallyMark', 'daySumsMark'],
  ],
  book: [
    ...[
      'priceVersion',
      'latestPrice',
      'payment',
      'campaignBill',
      'leadLot',
      'leadRefund',
      'leadTaking',
      'manualBill',
      'manualBillPart',
      'minimumSpendTrueUp',
    ],
    ...['wallet T', 'wallet LOT', 'wallet K', 'auditLog'],
  ],
  state: [
    ...['wallet BAL', 'wallet H', 'wallet SWEEP', 'counter-account', 'open top-up', 'billState', 'lotLine', 'purchase'],
    ...['leadHold', 'userLogHead'],
  ],
  work: ['happening', 'replay', 'deliveryGroup', 'lookupRun', 'sheetWriter'],
}

const known = new Map(
  Object.entries(ofKinds).flatMap(([way, kinds]) => kinds.map((kind) => [kind, way as Way] as const)),
)
/** All kinds that have a decision. */
export const restorableKinds: readonly string[] = [...known.keys()]
export const kindsOf = (way: Way): readonly string[] => ofKinds[way]

export function wayOf(kind: string): Way {
  const way = known.get(kind)
  if (!way) throw new Error(`Nobody decided how rows of the kind "${kind}" come back.`)
  return way
}

/** The books that a row is the sum or a part of: the partition that says whether anything happened since the copy. */
export function booksOf(item: Raw): string | undefined {
  const kind = kindOf(item)
  if (kind.startsWith('wallet ')) return textOf(item, 'pk')
  if (kind === 'counter-account') return walletPk(textOf(item, 'pk').split('#')[1] ?? '')
  if (kind === 'open top-up') return walletPk(textOf(item, 'companyId'))
  const way = wayOf(kind)
  return way === 'state' || (way === 'book' && /^(LOG#|C#\w+#BILLS#)/.test(textOf(item, 'pk')))
    ? textOf(item, 'pk')
    : undefined
}

/** A delivery that waits would go out once more, although it may have gone out since. */
export const isUnderWay = (item: Raw): boolean =>
  /^DUE#DELIVERIES(#|$)/.test(textOf(item, 'gsi2pk')) || textOf(item, 'heldFor') !== ''
