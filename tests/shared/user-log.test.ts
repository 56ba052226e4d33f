import { describe, expect, it } from 'vitest'
import { allCalls, type CallName, findCall } from '#shared/contracts/index.ts'
import { headOf, isLogged, type LogAction, logActionOf, logActions, maskEmail, placeOf } from '#shared/user-log.ts'

const filed: Partial<Record<CallName, LogAction>> = {
  'account.switchUser': 'View As',
  'clients.create': 'User Create',
  'clients.update': 'User Update',
  'clients.remove': 'User Delete',
  'pricing.savePrice': 'Cost Change',
  'pricing.manualBill': 'Manual Bill',
  'payments.settleManually': 'Settlement',
  'wallet.charge': 'Top Up',
  'roles.save': 'Role Change',
  'sales.assign': 'Sales Change',
  'settings.save': 'Setting Change',
  'security.saveTwoFactor': 'Security Change',
  'exclusions.upload': 'Exclusion List',
}

describe('the book of changes', () => {
  it.each(Object.entries(filed))('LOG-15 files %s under %s', (id, action) => {
    const call = findCall(id as CallName)
    expect([isLogged({ id, call }), logActionOf(id)]).toEqual([true, action])
  })

  it('takes down every call that changes something, and none that only asks', () => {
    for (const { id, call } of allCalls) {
      const changes = call.method !== 'GET' && call.can !== 'anyone' && !call.can.endsWith(':read')
      if (!changes) expect([id, isLogged({ id, call })]).toEqual([id, false])
      expect(logActions).toContain(logActionOf(id))
    }
    const logged = allCalls.filter(isLogged)
    expect(logged.length).toBeGreaterThan(40)
  })

  it('says where a request came from, and whose address it was, without giving it away', () => {
    expect([placeOf('America/New_York'), placeOf('UTC'), placeOf(undefined)]).toEqual([
      'New York, America',
      'UTC',
      'Unknown',
    ])
    expect(maskEmail('lou@logged.example')).toBe('l***@logged.example')
    expect(headOf('Changes a role: all of it. And more.')).toBe('Changes a role')
  })
})
