import { describe, expect, it } from 'vitest'
import { findCall } from '#shared/contracts/index.ts'
import { namesOf } from '#shared/contracts/lib/names.ts'
import { toOwn, toOwnField, toWire } from '#web/api/terms.ts'

const takes = (name: Parameters<typeof findCall>[0]) => namesOf(findCall(name).input)
const answers = (name: Parameters<typeof findCall>[0]) => namesOf(findCall(name).output)

const block = (prefix: string) => ({ [`${prefix}PlatformFee`]: '1', [`${prefix}Costperlead`]: '2' })
const own = { platformFee: '1', costPerLead: '2' }

describe('what travels', () => {
  it('is sent under the names of the wire, flags as letters', () => {
    const input = { clientId: 'usr_1', email: 'a@b.example', isCustomerCare: true, getsNotices: false, salesRep: '' }
    const sent = {
      ClientID: 'usr_1',
      ClientEmail: 'a@b.example',
      customercare: 'T',
      adminGetNotification: 'F',
      salesRep: '',
    }
    expect(toWire(input, takes('companies.update'))).toEqual(sent)
    expect(toOwn(sent, takes('companies.update'))).toEqual(input)
  })

  it('is the same below objects and lists, whichever of several forms it has', () => {
    const input = { settingName: 'costagency', value: { local: { Weekly: own }, b2b: { Weekly: own } } }
    expect(toWire(input, takes('settings.save'))).toEqual({
      comsetname: 'costagency',
      comsetval: { local: { Weekly: block('Leadspeek') }, b2b: { Weekly: block('B2b') } },
    })
    const rows = { data: [{ company_name: 'Cedar', manual_bill: 'T', is_invited: false }], next_cursor: null }
    expect(toOwn(rows, answers('companies.list'))).toEqual({
      data: [{ companyName: 'Cedar', manualBill: true, isInvited: false }],
      nextCursor: null,
    })
  })

  it('keeps keys that are data, and what stands under a name that the contract does not know', () => {
    const answer = { wholesale: { 'One Time': { cost_month: '1' } }, other_name: { company_id: 'x' } }
    expect(toOwn(answer, answers('pricing.getPrice'))).toEqual({
      wholesale: { 'One Time': { periodFee: '1' } },
      other_name: { company_id: 'x' },
    })
  })

  it('turns no text into a flag: the letter T is a name like any other', () => {
    const sent = { ClientFullName: 'T', ApiMode: 'T' }
    expect(toOwn(sent, takes('companies.update'))).toEqual({ fullName: 'T', apiMode: true })
  })

  it('says the values that are words of the wire in ours', () => {
    expect(toWire({ picture: 'logoDark', contentType: 'image/png' }, takes('settings.uploadImage'))).toEqual({
      picture: 'logodark',
      contenttype: 'image/png',
    })
    expect(toWire({ userType: 'agency' }, takes('session.register'))).toEqual({ userType: 'userdownline' })
    const people = [{ user_type: 'userdownline' }, { user_type: 'client' }]
    expect(toOwn({ data: people }, answers('companies.list'))).toEqual({
      data: [{ userType: 'agency' }, { userType: 'client' }],
    })
    // Another list of kinds, of which the wire has our word itself.
    expect(toWire({ userType: 'agency' }, takes('companies.checkCampaignActive'))).toEqual({ user_type: 'agency' })
  })

  it.each([
    ['ClientEmail', 'companies.update', 'email'],
    ['comsetval.logodark', 'settings.save', 'value.logoDark'],
    ['comsetval.local.Weekly.LeadspeekCostperlead', 'settings.save', 'value.local.Weekly.costPerLead'],
    ['fromaddress', 'settings.save', 'fromAddress'],
    ['local', 'companies.update', 'local'],
  ] as const)('knows the field of a form that %s of %s stands for', (wire, name, field) => {
    expect(toOwnField(wire, takes(name))).toBe(field)
  })
})
