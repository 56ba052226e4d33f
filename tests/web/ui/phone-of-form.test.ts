import { expect, it } from 'vitest'
import { isPhoneFormDirty } from '#web/ui/phone/phone-of-form.tsx'

const form = (...dirty: string[]) => ({
  getValues: () => ({ ClientPhone: '', ClientPhoneCountryCode: 'US', isPhoneValid: true, ClientFullName: '' }),
  isDirty: (field: string) => dirty.includes(field),
})

it('takes no form for changed because its number was read', () => {
  expect(isPhoneFormDirty(form('isPhoneValid'))).toBe(false)
  expect(isPhoneFormDirty(form('isPhoneValid', 'ClientFullName'))).toBe(true)
})
