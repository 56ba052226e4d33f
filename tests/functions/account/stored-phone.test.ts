import { expect, it } from 'vitest'
import { toPhoneFields } from '#functions/wire/lib/phone.ts'

const kept = (phone: string, phoneCallingCode = '+1') => toPhoneFields({ phone, phoneCountry: 'US', phoneCallingCode })

it('takes the dial code off a number that holds it, and leaves every other number', () => {
  expect(kept('+13125550123').phonenum).toBe('3125550123')
  expect(kept('+1 3125550123').phonenum).toBe('3125550123')
  expect(kept('3125550123').phonenum).toBe('3125550123')
  expect(kept('+441212345678').phonenum).toBe('+441212345678')
  expect(kept('+13125550123', '').phonenum).toBe('+13125550123')
  expect(kept('').phonenum).toBe('')
})

it('gives the profile of somebody of earlier days its dial code once', () => {
  const phone = { phone: '+13125550123', phoneCountry: 'US', phoneCallingCode: '+1' }
  expect(toPhoneFields(phone)).toEqual({
    phonenum: '3125550123',
    phone_country_code: 'US',
    phone_country_calling_code: '+1',
  })
})
