import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countryOfAnswer, countryOfLanguage } from '#web/ui/phone/country.ts'
import { VISIBLE_ROWS } from '#web/ui/phone/country-list.tsx'
import { PhoneInput } from '#web/ui/phone/phone-input.tsx'
import { countries, readPhone } from '#web/ui/phone/phone-lib.ts'
import type { PhoneResult } from '#web/ui/phone/phone-result.ts'
import type { PhoneSetup } from '#web/ui/phone/phone-setup.ts'
import { moveHighlight, nothingTyped, TYPE_AHEAD_MS, typeAhead } from '#web/ui/phone/type-ahead.ts'
import { render } from '../render.tsx'

type Setup = PhoneSetup & { start?: string; noExample?: boolean; required?: boolean }
let last: PhoneResult | undefined

function Phone({ start = '', ...setup }: Setup) {
  const [text, setText] = useState(start)
  const change = (result: PhoneResult) => {
    last = result
    setText(result.phoneNumber)
  }
  return <PhoneInput label="Phone" value={text} onChange={change} {...setup} />
}

const field = () => screen.getByLabelText(/^Phone/)
const countryButton = () => screen.findByRole('button', { name: /Country: |Choose country/ })
/** The field is ready when its countries have come. */
const ready = async () => waitFor(async () => expect(await countryButton()).toHaveProperty('disabled', false))

async function openList(setup: Setup = { defaultCountry: 'US' }) {
  const { user } = render(<Phone {...setup} />)
  await ready()
  await user.click(await countryButton())
  const list = await screen.findByRole('listbox', { name: 'Countries' })
  list.focus()
  const highlighted = () => list.querySelector('[data-highlighted]')?.textContent ?? ''
  return { user, list, highlighted }
}

afterEach(() => {
  last = undefined
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('PhoneInput', () => {
  it('WID-001 reads a number in the chosen country and finds it valid', async () => {
    const { user } = render(<Phone defaultCountry="US" />)
    await ready()
    await user.type(field(), '2015550123')
    expect(last).toMatchObject({ isValid: true, countryCode: 'US', e164: '+12015550123' })
  })

  it('WID-002 WID-004 finds a bad number invalid and shows an example', async () => {
    const { user } = render(<Phone defaultCountry="US" />)
    await ready()
    await user.type(field(), '123')
    expect(last?.isValid).toBe(false)
    expect(screen.getByText('Example: (201) 555-0123')).toBeTruthy()
  })

  it('WID-005 shows no example when examples are off', async () => {
    const { user } = render(<Phone defaultCountry="US" noExample />)
    await ready()
    await user.type(field(), '123')
    expect(screen.queryByText(/Example:/)).toBeNull()
  })

  it('WID-003 ERR-030 asks for the country of a number without one', async () => {
    const { user } = render(<Phone noBrowserLocale />)
    await ready()
    expect(screen.getAllByText('Choose country')).toHaveLength(1)
    await user.type(field(), '2015550123')
    const [, error] = screen.getAllByText('Choose country')
    expect(error?.closest('.mantine-InputWrapper-error')).toBeTruthy()
    expect(last).toMatchObject({ isValid: false, countryCode: undefined })
  })

  it('WID-006 marks a required field with an asterisk', () => {
    render(<Phone required noBrowserLocale />)
    expect(screen.getByText('Phone', { selector: 'label' }).textContent).toBe('Phone *')
    expect(field()).toHaveProperty('required', true)
  })

  it.each([
    ['WID-007', { defaultCountry: 'US', fetchCountry: async () => '0' }],
    ['WID-008', { defaultCountry: 'US', noBrowserLocale: true }],
  ])('%s refuses settings that contradict each other', (_row, setup) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(<Phone {...setup} />)).toThrow(/default country/)
  })

  it('WID-009 ignores an unknown country with a warning, and works', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { user } = render(<Phone defaultCountry="ZZ" />)
    await ready()
    expect(warn).toHaveBeenCalledWith('The country code ZZ is unknown and was ignored.')
    await user.type(field(), '+442079460958')
    expect(last).toMatchObject({ isValid: true, countryCode: 'GB' })
  })

  it('WID-010 tells all that it knows about a number', async () => {
    const { user } = render(<Phone defaultCountry="US" />)
    await ready()
    await user.type(field(), '2015550123')
    expect(last).toEqual({
      countryCode: 'US',
      isValid: true,
      phoneNumber: '2015550123',
      countryCallingCode: '1',
      formattedNumber: '+12015550123',
      nationalNumber: '2015550123',
      type: 'FIXED_LINE_OR_MOBILE',
      formatInternational: '+1 201 555 0123',
      formatNational: '(201) 555-0123',
      uri: 'tel:+12015550123',
      e164: '+12015550123',
    })
  })

  it('WID-013 takes the country that a look-up found', async () => {
    render(<Phone fetchCountry={async () => '1;CA;CAN;Canada'} />)
    expect(await screen.findByText('Country: Canada')).toBeTruthy()
    expect(last?.countryCode).toBe('CA')
  })

  it('WID-013 keeps what is typed while the look-up takes its time', async () => {
    let answer: (text: string) => void = () => undefined
    const slow = new Promise<string>((resolve) => {
      answer = resolve
    })
    const look = () => slow
    const { user } = render(<Phone fetchCountry={look} />)
    await ready()
    await user.type(field(), '2015550123')
    answer('1;US;USA;United States')
    expect(await screen.findByText('Country: United States')).toBeTruthy()
    expect(field()).toHaveProperty('value', '2015550123')
    expect(last).toMatchObject({ isValid: true, e164: '+12015550123' })
  })

  it('WID-013 leaves a country alone that was chosen meanwhile', async () => {
    let answer: (text: string) => void = () => undefined
    const slow = new Promise<string>((resolve) => {
      answer = resolve
    })
    const look = () => slow
    const { user } = render(<Phone fetchCountry={look} />)
    await ready()
    await user.click(await countryButton())
    await user.click(await screen.findByRole('option', { name: /Switzerland/ }))
    answer('1;US;USA;United States')
    await slow
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByText('Country: Switzerland')).toBeTruthy()
  })

  it('WID-014 takes no country from a look-up that failed', async () => {
    render(<Phone fetchCountry={async () => '0;'} />)
    await ready()
    expect(screen.getByText('Choose country')).toBeTruthy()
    expect(last).toBeUndefined()
  })

  it('reads a number that was there before the tables came', async () => {
    render(<Phone start="2015550123" defaultCountry="US" />)
    await waitFor(() => expect(last?.isValid).toBe(true))
  })
})

describe('the country list', () => {
  it('WID-011 WID-015 CON-025 holds about 240 countries, each with all that is known of it', () => {
    expect(countries.length).toBeGreaterThanOrEqual(230)
    expect(countries.length).toBeLessThanOrEqual(250)
    expect(countries.find((each) => each.iso2 === 'GB')).toEqual({
      name: 'United Kingdom',
      iso2: 'GB',
      dialCode: '44',
      priority: 0,
      areaCodes: null,
    })
    expect(countries.find((each) => each.iso2 === 'JE')?.priority).toBeGreaterThan(0)
  })

  it('WID-023 gives Canada, the Dominican Republic and Puerto Rico their area codes', () => {
    const withCodes = countries.filter((each) => each.areaCodes !== null)
    expect(withCodes.map((each) => each.iso2).sort()).toEqual(['CA', 'DO', 'PR'])
    for (const { iso2, areaCodes } of withCodes) {
      for (const code of areaCodes ?? []) expect(readPhone(`+1${code}5550123`, undefined).countryCode).toBe(iso2)
    }
  })

  it('WID-016 CON-025 shows seven rows', async () => {
    const { list } = await openList()
    expect(VISIBLE_ROWS).toBe(7)
    expect(list.style.getPropertyValue('--phone-rows')).toBe('7')
  })

  it('WID-017 WID-018 moves by the arrows, round both ends', async () => {
    const { user, highlighted } = await openList({ noBrowserLocale: true })
    await user.keyboard('{ArrowDown}')
    expect(highlighted()).toContain('Afghanistan')
    await user.keyboard('{ArrowUp}')
    expect(highlighted()).toContain('Zimbabwe')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(highlighted()).toContain(countries[1]?.name)
    expect(moveHighlight(-1, -1, 5)).toBe(4)
  })

  it('WID-019 takes the highlighted country by Enter', async () => {
    const { user } = await openList()
    await user.keyboard('ger{Enter}')
    expect(screen.queryByRole('listbox', { name: 'Countries' })).toBeNull()
    expect(last?.countryCode).toBe('DE')
    expect(screen.getByText('Country: Germany')).toBeTruthy()
  })

  it('WID-020 closes by Escape, and changes nothing', async () => {
    const { user } = await openList()
    await user.keyboard('{ArrowDown}{Escape}')
    expect(screen.queryByRole('listbox', { name: 'Countries' })).toBeNull()
    expect(last).toBeUndefined()
    expect(document.activeElement).toBe(await countryButton())
  })

  it('WID-021 jumps to the name that begins with what is typed', async () => {
    const { user, highlighted } = await openList()
    await user.keyboard('ger')
    expect(highlighted()).toContain('Germany')
  })

  it('WID-022 CON-025 begins a new word after a second', async () => {
    const { list, highlighted } = await openList()
    const clock = vi.spyOn(Date, 'now')
    const type = (key: string, at: number) => {
      clock.mockReturnValue(at)
      fireEvent.keyDown(list, { key })
    }
    type('g', 10_000)
    type('e', 10_900)
    expect(highlighted()).toContain('Georgia')
    type('f', 12_000)
    expect(highlighted()).toContain('Falkland')
    expect(TYPE_AHEAD_MS).toBe(1000)
    expect(typeAhead(typeAhead(nothingTyped, 'a', 5000), 'b', 6000).query).toBe('ab')
  })
})

describe('where a country comes from', () => {
  it.each([
    ['1;US;USA;United States', 'US'],
    ['0', undefined],
    ['0;US;USA;United States', undefined],
    ['', undefined],
    ['1;;', undefined],
  ])('WID-013 WID-014 reads %j', (answer, country) => {
    expect(countryOfAnswer(answer)).toBe(country)
  })

  it('asks the language of the browser', () => {
    expect(countryOfLanguage('en-GB')).toBe('GB')
    expect(countryOfLanguage('en')).toBeUndefined()
    expect(countryOfLanguage('no language')).toBeUndefined()
  })
})
