import { describe, expect, it } from 'vitest'
import { readSource } from '#bin/imports.ts'
import { findWireNames, legacyNames } from '#bin/wire-names.ts'

const messagesOf = (file: string, source: string) =>
  findWireNames([readSource(file, source)]).map(({ line, message }) => `${line} ${message.split(' ')[0]}`)

describe('the list of legacy names', () => {
  it('is read out of the contracts', () => {
    for (const name of [
      'ClientEmail',
      'LeadspeekCostperlead',
      'customercare',
      'company_id',
      'usrID',
      'Page',
      'userdownline',
    ])
      expect([name, legacyNames.has(name)]).toEqual([name, true])
    for (const name of ['companyId', 'email', 'Weekly', 'filename', 'agency'])
      expect([name, legacyNames.has(name)]).toEqual([name, false])
  })
})

describe('findWireNames', () => {
  it.each([
    ['a property', 'export const a = { ClientEmail: 1 }', 'ClientEmail'],
    ['a member', 'export const a = (b: { c: never }) => Object(b).customercare', 'customercare'],
    ['a variable', 'export const company_id = 1', 'company_id'],
    ['what is taken apart', 'export const a = ({ usrID }: never) => usrID', 'usrID'],
    ['a type', 'export type A = { user_type: string }', 'user_type'],
    ['a text', "export const a = 'company_name'", 'company_name'],
    ['a kind of person', "export const a = (b: string) => b === 'userdownline'", 'userdownline'],
    ['a key', 'export const a = { userdownline: 1 }', 'userdownline'],
    ['a flag', "export const a = (b: string) => b === 'T'", 'T'],
    ['a field of a capital word', 'export const a = { Page: 1 }', 'Page'],
  ])('finds one in %s', (_, source, name) =>
    expect(messagesOf('functions/domain/wallet/a.ts', source)).toEqual([`1 '${name}'`]),
  )

  it('says where, once for each line', () => {
    const source = 'export const a = 1\nexport const b = { usrID: 1, c: { usrID: 2 } }\nexport const usrID = 3'
    expect(messagesOf('web/features/wallet/a.ts', source)).toEqual(["2 'usrID'", "3 'usrID'"])
  })

  it.each([
    ['a comment', '// ClientEmail is the name on the wire.\nexport const a = 1'],
    ['a longer text', "export const a = 'The company_name of them'"],
    ['a type or component of that name', 'export type Page = Exclude<string, number>\nexport const PaymentTerm = 1'],
    ['a label', "export const a = 'Filters'"],
  ])('lets %s stand', (_, source) => expect(messagesOf('web/features/wallet/a.tsx', source)).toEqual([]))

  it.each([
    'functions/api/wallet/get.ts',
    'functions/wire/wallet/page.ts',
    'shared/contracts/wallet/calls.ts',
    'web/api/session.ts',
    'tests/functions/wallet/get.test.ts',
  ])('leaves %s alone', (file) => expect(messagesOf(file, "export const a = { ClientEmail: 'T' }")).toEqual([]))
})
