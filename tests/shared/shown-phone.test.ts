import { describe, expect, it } from 'vitest'
import { showPhone } from '#shared/shown-phone.ts'

describe('showPhone', () => {
  it.each([
    ['3125550199', '+1', '312-555-0199'],
    ['+13125550199', '+1', '312-555-0199'],
    ['+13125550199', '', '312-555-0199'],
    ['+442079460958', '', '+442079460958'],
    ['', '', ''],
    ['2079460958', '+44', '+44 2079460958'],
    ['3125550199', '', '3125550199'],
  ])('shows %s of %s with one dial code at most: %s', (number, code, shown) => {
    expect(showPhone(number, code)).toBe(shown)
  })
})
