// Who may have the leads of their company reported by mail. It is asked again before each mail, so people who may not any more get none.
import { describe, expect, it } from 'vitest'
import { type ReportReader, refusalForReportMails } from '#shared/access/report-mails.ts'
import { fullPermissions, noPermissions } from '#shared/access/viewer.ts'
import { READ_ON_MS } from '#shared/model/company.ts'
import { without } from './cast.ts'

const now = Date.UTC(2027, 2, 10)
const company = { kind: 'client', deletedAt: null, cancelledAt: null, receivesMail: true } as const
const user = { userType: 'client', isSystemUser: false, status: 'active', emailConfirmedAt: 1 } as const
type Change = { user?: object; company?: object; parent?: object | null; permissions?: ReportReader['permissions'] }
const refusal = ({ permissions = fullPermissions, ...more }: Change = {}) =>
  refusalForReportMails({
    // @NOTE what no rule here reads is left out.
    user: { ...user, ...more.user } as ReportReader['user'],
    company: { ...company, ...more.company } as ReportReader['company'],
    parent:
      more.parent === null ? undefined : ({ ...company, kind: 'agency', ...more.parent } as ReportReader['parent']),
    permissions,
    now,
  })

describe('reports by mail', () => {
  it.each([
    ['a client', {}],
    ['an agency', { user: { userType: 'agency' }, company: { kind: 'agency' }, parent: null }],
    ['an administrator', { user: { userType: 'administrator' }, company: { kind: 'agency' }, parent: null }],
    ['an agency that gets no mails about its leads as a client', { company: { kind: 'agency', receivesMail: false } }],
    ['a company that reads on after its contract', { company: { cancelledAt: now - READ_ON_MS } }],
    ['a role without anything but leads', { permissions: without('adsDesign', 'campaign', 'settings') }],
  ] satisfies [string, Change][])('are for %s', (_, change) => {
    expect(refusal(change)).toBeNull()
  })

  it.each([
    ['an operator', { user: { isSystemUser: true }, company: { kind: 'root' } }, 'nothing to report'],
    ['a sales person', { user: { userType: 'sales' } }, 'You may not see leads.'],
    ['a role that leaves leads out', { permissions: without('leads') }, 'no access to LeadsPeek'],
    ['a role that is gone', { permissions: noPermissions }, 'no access to LeadsPeek'],
    ['somebody who is invited', { user: { status: 'invited' } }, 'closed'],
    ['somebody who was shut out', { user: { status: 'disabled' } }, 'closed'],
    ['a removed company', { company: { deletedAt: 1 } }, 'closed'],
    ['a company whose agency was removed', { parent: { deletedAt: 1 } }, 'closed'],
    ['a company whose contract ended long ago', { company: { cancelledAt: now - READ_ON_MS - 1 } }, 'closed'],
    ['a client that gets no mails', { company: { receivesMail: false } }, 'turned off'],
    ['somebody of whose address nobody knows', { user: { emailConfirmedAt: null } }, 'Confirm your e-mail address'],
  ] satisfies [string, Change, string][])('are not for %s', (_, change, words) => {
    expect(refusal(change)).toContain(words)
  })
})
