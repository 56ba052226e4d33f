// Who may have the leads of their company reported by mail: the people who may look at them, and of whom we know that their mail
// reaches them. Asked when they choose it, and again before each mail.
import type { Company } from '../model/company.ts'
import { isClosed } from '../model/company.ts'
import type { User } from '../model/user.ts'
import { refusalForModule } from './modules.ts'
import { roleOf } from './role-of.ts'
import { allowed } from './roles.ts'
import type { Permissions } from './viewer.ts'

export type ReportReader = {
  user: User
  company: Company
  /** Above a client: its agency. */
  parent: Company | undefined
  /** What their role leaves of the modules. */
  permissions: Permissions
  now: number
}

/** Why somebody gets no reports by mail, as a sentence; null when they may. */
export function refusalForReportMails({ user, company, parent, permissions, now }: ReportReader): string | null {
  const mayRead: readonly string[] = allowed['lead:read']
  if (company.kind === 'root')
    return 'Leads belong to agencies and their clients, so there is nothing to report to you.'
  if (!mayRead.includes(roleOf(user))) return 'You may not see leads.'
  const why = refusalForModule(permissions, { can: 'lead:read', method: 'GET' })
  if (why) return why
  const isOver = (one: Company | undefined) => one !== undefined && (one.deletedAt !== null || isClosed(one, now))
  if (user.status !== 'active' || isOver(company) || isOver(parent)) return 'This account is closed.'
  if (company.kind === 'client' && !company.receivesMail) return 'Mails about leads are turned off for your company.'
  return user.emailConfirmedAt === null ? 'Confirm your e-mail address first.' : null
}
