// What the demonstration's people did in the last weeks, in the words that the calls themselves write: audit logs, and what first
// pages show of them, begin with something in them.
import type { Services } from '#functions/kit/services.ts'
import { type LogAction, LogEntry, logTypeOf } from '#shared/audit-log.ts'
import { DAY } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'

type Cast = {
  root: Company
  northlight: Company
  brightSmiles: Company
  harbor: Company
  peakFitness: Company
  users: Record<'olive' | 'ada' | 'amos' | 'abe' | 'cleo', User>
}
/** How many days ago, who, to which company, and what. */
type Deed = [daysAgo: number, who: User, company: Company, action: LogAction, description: string]

function deedsOf({ root, northlight, brightSmiles, harbor, peakFitness, users }: Cast): Deed[] {
  const { olive, ada, amos, abe, cleo } = users
  return [
    [62, ada, northlight, 'Setting Change', 'Connected a payment account: Northlight'],
    [61.9, ada, brightSmiles, 'Campaign Status', 'Started the campaign Website visitors of Bright Smiles Dental'],
    [61.5, ada, harbor, 'Campaign Status', 'Started the campaign Roof repair searches of Harbor Roofing'],
    [62, abe, peakFitness, 'Campaign Status', 'Started the campaign Gym page visitors of Peak Fitness'],
    [27.2, olive, northlight, 'Cost Change', 'Set the costs of Northlight for locator, Weekly'],
    [26, olive, root, 'Cost Change', 'Added the coupon WELCOME'],
    [21.1, ada, northlight, 'Role Change', 'Made the role Campaign manager'],
    [20, ada, brightSmiles, 'Integration Save', 'Added a webhook of Bright Smiles Dental'],
    [15.3, amos, northlight, 'Banner Change', 'Made the banner Leaks do not wait of Northlight'],
    [12.1, abe, peakFitness, 'Cost Change', 'Set the prices of Peak Fitness for local'],
    [12, abe, peakFitness, 'Campaign Status', 'Paused the campaign Gym page visitors of Peak Fitness'],
    [11.9, abe, peakFitness, 'Campaign Status', 'Started the campaign Gym page visitors of Peak Fitness'],
    [9.2, cleo, brightSmiles, 'Exclusion List', 'Sent a file for the exclusion list of Bright Smiles Dental'],
    [6.1, ada, northlight, 'Top Up', 'Ordered a top-up of $1,000.00: paid'],
    [3.2, amos, harbor, 'User Update', 'Changed Harbor Roofing'],
    [
      1.1,
      ada,
      brightSmiles,
      'Campaign Create',
      'Created the campaign Implant searches, paid ahead of Bright Smiles Dental',
    ],
    [
      1,
      ada,
      brightSmiles,
      'Campaign Status',
      'Started the campaign Implant searches, paid ahead of Bright Smiles Dental',
    ],
  ]
}

export async function plantDeeds({ db, newId, now }: Services, cast: Cast): Promise<void> {
  for (const [daysAgo, by, company, action, description] of deedsOf(cast)) {
    const entry = {
      id: newId('log'),
      tenantId: company.kind === 'client' ? company.parentId : company.id,
      companyId: company.id,
      companyName: company.name,
      userId: by.id,
      name: by.name,
      userType: logTypeOf(by),
      viewedUserId: null,
      action,
      description,
      campaignId: null,
      before: null,
      after: null,
      ip: '203.0.113.24',
      location: 'Chicago',
      at: Math.floor(now() - daysAgo * DAY),
    }
    await db.auditLog.append(LogEntry.parse(entry))
  }
}
