import { describe, expect, it } from 'vitest'
import { type LogAction, maskEmail, placeOf } from '#shared/audit-log.ts'
import { allCalls, type CallName, findCall } from '#shared/contracts/index.ts'

const filed: Partial<Record<CallName, LogAction>> = {
  'account.switchUser': 'View As',
  'companies.create': 'User Create',
  'companies.update': 'User Update',
  'companies.remove': 'User Delete',
  'audiences.remove': 'Audience Change',
  'pricing.savePrice': 'Cost Change',
  'pricing.manualBill': 'Manual Bill',
  'payments.settleManually': 'Settlement',
  'payments.endRefund': 'Settlement',
  'payments.endOwedRefund': 'Settlement',
  'wallet.charge': 'Top Up',
  'roles.save': 'Role Change',
  'sales.assign': 'Sales Change',
  'settings.save': 'Setting Change',
  'security.saveTwoFactor': 'Security Change',
  'session.setPassword': 'Security Change',
  'session.login': 'Sign In',
  'exclusions.upload': 'Exclusion List',
}

/** Calls that are no question by their method and change nothing worth a line, and why. */
const silent: Partial<Record<CallName, string>> = {
  'session.refresh': 'The same sign-in goes on.',
  'session.confirmPassword': 'Opens sensitive calls, which leave lines of their own.',
  'session.forgot': 'Whether there is such an account is not known here.',
  'session.verifyReset': 'Only asks.',
  'session.documentAccess': 'Hands out what the caller may read.',
  'account.uploadPicture': 'The picture counts once it is saved.',
  'account.readNotices': 'What somebody has read is of no use to anybody else.',
  'banners.uploadImage': 'The picture counts once it is saved.',
  'security.resendCode': 'The same sign-in goes on.',
  'settings.uploadImage': 'The picture counts once it is saved.',
  'settings.finishTour': 'A tour that was seen.',
  'audit.save': 'Is a line itself.',
  'sales.referralLink': 'Always the same one.',
  'developer.token': 'The key that it belongs to shows when it was last used.',
}

/** A fact says what happened: every text begins with a verb of the past. */
const past = /^(?:[A-Z][a-z]+ed|Began|Made|Sent|Set)\b/

describe('the audit log', () => {
  it.each(Object.entries(filed))('LOG-15 files %s under %s', (id, action) => {
    expect(findCall(id as CallName).audit).toMatchObject({ action })
  })

  it.each(allCalls)('$id says which line it leaves, as a fact, or is known to leave none', ({ id, call }) => {
    const { audit, can, method, summary } = call
    if (audit === 'none') return expect(method === 'GET' || can.endsWith(':read') || id in silent).toBe(true)
    expect(silent[id]).toBeUndefined()
    expect(audit.did).toMatch(past)
    expect(audit.tried ?? 'Tried').toMatch(/^Tried\b/)
    expect(summary.startsWith(audit.did)).toBe(false)
  })

  it('says of attempts at money, credentials and people that they were made', () => {
    const matters =
      /^(payments|wallet|pricing|security|roles|sales|clients\.(create|update|remove$|start|resend)|session\.(login|setP|change))/
    const agreed = /^(Agreed|Looked|Began)/
    const untold = allCalls.filter(
      ({ id, call: { audit } }) => matters.test(id) && audit !== 'none' && !audit.tried && !agreed.test(audit.did),
    )
    expect(untold.map(({ id }) => id)).toEqual([])
  })

  it('says where a request came from, and whose address it was, without giving it away', () => {
    const zones = ['America/New_York', 'America/Indiana/Knox', 'UTC', '', undefined]
    expect(zones.map(placeOf)).toEqual(['New York', 'Knox', 'UTC', 'Unknown', 'Unknown'])
    expect(maskEmail('lou@logged.example')).toBe('l***@logged.example')
  })
})
