import { act, fireEvent, screen } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MapShape, ShapeZips } from '#shared/model/map-shape.ts'
import type { Place } from '#shared/model/place.ts'
import { addZips } from '#shared/model/zip-codes.ts'
import { AreaMap } from '#web/ui/targeting/area-map.tsx'
import { CityPicker } from '#web/ui/targeting/city-picker.tsx'
import type { DrawingTool, LoadDrawing } from '#web/ui/targeting/drawing.ts'
import { KeywordInput } from '#web/ui/targeting/keyword-input.tsx'
import { PlaceInput } from '#web/ui/targeting/place-input.tsx'
import { PlacesCsv } from '#web/ui/targeting/place-source.tsx'
import { StatePicker } from '#web/ui/targeting/state-picker.tsx'
import { ZipField } from '#web/ui/targeting/zip-field.tsx'
import type { Search } from '#web/ui/use-search.ts'
import { render } from '../render.tsx'

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const shown = () => screen.getByTestId('value').textContent

function Zips({ findUnknown }: { findUnknown?: (zips: readonly string[]) => Promise<readonly string[]> }) {
  const [text, setText] = useState('')
  return (
    <>
      <ZipField label="Zip codes" value={text} onChange={setText} {...(findUnknown && { findUnknown })} />
      <output data-testid="value">{text}</output>
    </>
  )
}

const zipArea = () => {
  const area = screen.getByLabelText('Zip codes')
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('The zip codes are no text area.')
  return area
}

describe('ZipField', () => {
  it('KEY-18 has five rows', () => {
    render(<Zips />)
    expect(zipArea().getAttribute('rows')).toBe('5')
  })

  it('KEY-19 keeps digits and line ends; commas and blanks become line ends', async () => {
    const { user } = render(<Zips />)
    await user.type(zipArea(), '75001,75002 a75003')
    expect(zipArea().value).toBe('75001\n75002\n75003')
    expect(screen.getByText('3 of 1,000.')).toBeDefined()
  })

  it('KEY-20 splits what is pasted on commas and blanks', async () => {
    const { user } = render(<Zips />)
    await user.click(zipArea())
    await user.paste('75001, 75002\t75003')
    expect(zipArea().value).toBe('75001\n75002\n75003')
  })

  it('KEY-21 makes one break of several', async () => {
    const { user } = render(<Zips />)
    await user.type(zipArea(), '75001{Enter}{Enter}{Enter}75002')
    expect(zipArea().value).toBe('75001\n75002')
  })

  it('KEY-22 drops blank lines and repetitions when it is left, and names what is wrong', async () => {
    const { user } = render(<Zips />)
    await user.type(zipArea(), '75001{Enter}75001{Enter}123{Enter}')
    await user.tab()
    expect(zipArea().value).toBe('75001\n123')
    expect(screen.getByText('A zip code has five digits. Not valid: 123.')).toBeDefined()
    expect(screen.getByText('1 that stood here twice was removed.')).toBeDefined()
    await user.type(zipArea(), '4')
    expect(screen.queryByText(/that stood here twice/)).toBeNull()
  })

  it('KEY-22 takes a thousand, and says so of one more', async () => {
    render(<Zips />)
    const some = (count: number) => Array.from({ length: count }, (_, at) => String(10_000 + at)).join('\n')
    fireEvent.change(zipArea(), { target: { value: some(1000) } })
    fireEvent.blur(zipArea())
    expect(screen.queryByText(/^Use at most/)).toBeNull()
    fireEvent.change(zipArea(), { target: { value: some(1001) } })
    fireEvent.blur(zipArea())
    expect(screen.getByText('Use at most 1,000 zip codes; these are 1,001.')).toBeDefined()
  })

  it('hints at zip codes that nobody knows, and lets them stay', async () => {
    const findUnknown = vi.fn(async (zips: readonly string[]) => zips.filter((zip) => zip === '99999'))
    const { user } = render(<Zips findUnknown={findUnknown} />)
    await user.type(zipArea(), '75001 99999')
    expect(findUnknown).not.toHaveBeenCalled()
    await user.tab()
    expect(await screen.findByText(/we do not know 99999\. You can use it all the same\./)).toBeDefined()
    expect(zipArea().value).toBe('75001\n99999')
    await user.type(zipArea(), '{Enter}1')
    expect(screen.queryByText(/we do not know/)).toBeNull()
  })
})

function Keywords({ search, start = [] }: { search: Search<string>; start?: string[] }) {
  const [keywords, setKeywords] = useState(start)
  return (
    <>
      <KeywordInput label="Keywords" value={keywords} onChange={setKeywords} search={search} />
      <output data-testid="value">{JSON.stringify(keywords)}</output>
    </>
  )
}
const box = (name = 'Keywords') => screen.getByRole('combobox', { name })
// The library takes what changes a field that nobody is in for a browser that fills it.
const type = (text: string, name?: string) => {
  act(() => box(name).focus())
  fireEvent.change(box(name), { target: { value: text } })
}
const paste = (text: string) => fireEvent.paste(box(), { clipboardData: { getData: () => text } })

describe('KeywordInput', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('KEY-23 CMP-42 searches from three letters, once, 300 ms after the last of them', async () => {
    const search = vi.fn(async (_text: string, _signal: AbortSignal) => ['roof repair', 'roof cost'])
    render(<Keywords search={search} />)
    type('ro')
    await wait(1000)
    expect(search).not.toHaveBeenCalled()
    for (const text of ['roo', 'roof', 'roof r']) {
      type(text)
      await wait(100)
    }
    expect(search).not.toHaveBeenCalled()
    await wait(200)
    expect(search).toHaveBeenCalledOnce()
    expect(search.mock.calls[0]?.[0]).toBe('roof r')
    expect(screen.getByText('2 suggestions.')).toBeDefined()
    fireEvent.click(screen.getByRole('option', { name: 'roof repair', hidden: true }))
    expect(shown()).toBe('["roof repair"]')
  })

  it('is chosen from with the arrow keys', async () => {
    render(<Keywords search={async () => ['roof repair', 'roof cost']} />)
    type('roof')
    await wait(300)
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) fireEvent.keyDown(box(), { key, code: key, nativeEvent: {} })
    expect(shown()).toBe('["roof cost"]')
  })

  it('takes pasted lines and commas as keywords of their own, each once', () => {
    render(<Keywords search={async () => []} />)
    paste('roof repair, Roof Repair\r\ngutters near me\n\nshingles;flat roof')
    expect(shown()).toBe('["roof repair","gutters near me","shingles","flat roof"]')
    expect(screen.getByText(/4 of 200\./)).toBeDefined()
  })

  it('names the 201st keyword, and loses nothing that was pasted', () => {
    render(<Keywords search={async () => []} />)
    paste(Array.from({ length: 202 }, (_, at) => `keyword ${at + 1}`).join('\n'))
    expect(screen.getByText('Use at most 200 keywords; “keyword 201” is number 201.')).toBeDefined()
    expect(JSON.parse(shown() ?? '')).toHaveLength(202)
    paste('x'.repeat(81))
    expect(screen.getByText(/^Use at most 80 letters for a keyword\. Too long: “x+…”\.$/)).toBeDefined()
  })

  it('can still be typed in while the suggestions fail', async () => {
    render(<Keywords search={async () => Promise.reject(new Error('down'))} />)
    type('roof')
    await wait(300)
    expect(screen.getByRole('button', { name: 'Server might be busy. Please try again later.' })).toBeDefined()
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(shown()).toBe('["roof"]')
  })
})

const dallas: Place = { type: 'city', value: 'Dallas, TX', label: 'Dallas, TX' }
const texas: Place = { type: 'state', value: 'TX', label: 'Texas' }
const zip: Place = { type: 'zip', value: '75201', label: '75201 (Dallas, TX)' }

function Places({ search, cities = false }: { search: Search<Place>; cities?: boolean }) {
  const [places, setPlaces] = useState<Place[]>([])
  return (
    <>
      <PlaceInput
        label="Places"
        value={places}
        onChange={setPlaces}
        search={search}
        {...(cities && { types: ['city'] })}
      />
      <output data-testid="value">{JSON.stringify(places.map(({ value }) => value))}</output>
    </>
  )
}
const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

describe('PlaceInput', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('KEY-23 DAT-12 offers places from three letters on, and keeps what was chosen', async () => {
    const search = vi.fn(async (text: string) => (text === 'dal' ? [dallas] : [texas, zip]))
    render(<Places search={search} />)
    fireEvent.click(box('Places'))
    type('da', 'Places')
    await wait(1000)
    expect([search.mock.calls.length, options()]).toEqual([0, []])
    type('dal', 'Places')
    await wait(300)
    expect(options()).toEqual(['Dallas, TX'])
    fireEvent.click(screen.getByRole('option', { name: 'Dallas, TX', hidden: true }))
    type('tex', 'Places')
    await wait(300)
    expect(options()).toEqual(['Texas', '75201 (Dallas, TX)'])
    fireEvent.click(screen.getByRole('option', { name: 'Texas', hidden: true }))
    expect(shown()).toBe('["Dallas, TX","TX"]')
  })

  it('offers only the kinds that are asked for, and says that nothing was found', async () => {
    render(<Places cities search={async () => [texas, zip]} />)
    fireEvent.click(box('Places'))
    type('tex', 'Places')
    await wait(300)
    expect(options()).toEqual(['No place begins like this.'])
  })
})

function States() {
  const [codes, setCodes] = useState<string[]>(['IL'])
  return (
    <>
      <StatePicker label="States" value={codes} onChange={setCodes} />
      <output data-testid="value">{codes.join()}</output>
    </>
  )
}

describe('StatePicker', () => {
  it('finds a state by its name and by its code', async () => {
    const { user } = render(<States />)
    await user.click(box('States'))
    await user.type(box('States'), 'tx')
    expect(options()).toEqual(['Texas'])
    await user.click(screen.getByRole('option', { name: 'Texas', hidden: true }))
    expect(shown()).toBe('IL,TX')
  })
})

function Cities({ states }: { states: string[] }) {
  const [cities, setCities] = useState<string[]>(['Chicago, IL'])
  const citiesOf = useCallback(
    async (state: string) => ['Austin', 'Dallas'].map((label) => ({ value: `${label}, ${state}`, label })),
    [],
  )
  const search = useCallback(async () => [dallas], [])
  return (
    <>
      <CityPicker
        label="Cities"
        value={cities}
        onChange={setCities}
        states={states}
        citiesOf={citiesOf}
        search={search}
      />
      <output data-testid="value">{cities.join('; ')}</output>
    </>
  )
}

describe('CityPicker', () => {
  it('offers the cities of the chosen states, and keeps one whose state went', async () => {
    const { user, rerender } = render(<Cities states={['TX']} />)
    await user.click(box('Cities'))
    await user.type(box('Cities'), 'dal')
    await user.click(await screen.findByRole('option', { name: 'Dallas, TX', hidden: true }))
    expect(shown()).toBe('Chicago, IL; Dallas, TX')
    rerender(<Cities states={[]} />)
    expect(screen.getByText('Chicago, IL')).toBeDefined()
    expect(screen.getByText('Dallas, TX')).toBeDefined()
  })
})

describe('the file of states and cities', () => {
  it('WID-069 is a link that downloads it, beside the name of its source', () => {
    render(<PlacesCsv />)
    const link = screen.getByRole('link', { name: 'Download CSV of states and cities' })
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/us-states-and-cities.csv', true])
    expect(screen.getByText(/GeoNames \(CC BY 4\.0\)/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Licences' }).getAttribute('href')).toBe('/licences')
  })
})

type Map = Parameters<DrawingTool>[0] & { used: string[] }

type AreaProps = { mapsKey: string; load?: LoadDrawing; found: ShapeZips | Error; before?: string }

function Area({ mapsKey, load, found, before = '60601' }: AreaProps) {
  const [zips, setZips] = useState(before)
  const [asked, setAsked] = useState<MapShape>()
  return (
    <>
      <AreaMap
        mapsKey={mapsKey}
        findZips={async (shape) => {
          setAsked(shape)
          if (found instanceof Error) throw found
          return found
        }}
        listed={zips}
        onZips={(more) => setZips(addZips(zips, more))}
        {...(load && { load })}
      />
      <output data-testid="value">{zips}</output>
      <output data-testid="asked">{JSON.stringify(asked)}</output>
    </>
  )
}
const asked = () => JSON.parse(screen.getByTestId('asked').textContent || 'null')

describe('AreaMap', () => {
  const some = { zipCodes: ['60601', '60602'], total: 2, isCut: false }

  it('WID-071 is a zip code and a radius where there is no key, and asks for no map', async () => {
    const load = vi.fn<LoadDrawing>()
    const { user } = render(<Area mapsKey="" load={load} found={some} />)
    expect(load).not.toHaveBeenCalled()
    expect(screen.queryByRole('application')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add zip codes' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^Enter a zip code of five digits/)
    expect(asked()).toBeNull()
    await user.type(screen.getByLabelText('Around zip code'), '6060a1')
    await user.click(screen.getByRole('button', { name: 'Add zip codes' }))
    expect(await screen.findByText('2 zip codes found and added.')).toBeDefined()
    expect(asked()).toEqual({ kind: 'around', zip: '60601', miles: 10 })
    expect(shown()).toBe('60601\n60602')
  })

  it.each([
    [{ zipCodes: ['60601'], total: 1432, isCut: true }, /^1 zip code of the 1,432 there were taken/],
    [{ zipCodes: [], total: 0, isCut: false }, /^No zip code has its centre there/],
    [new Error('down'), /^The zip codes could not be found/],
  ])('says what was found: %j', async (found, text) => {
    const { user } = render(<Area mapsKey="" found={found} />)
    await user.type(screen.getByLabelText('Around zip code'), '60601')
    await user.click(screen.getByRole('button', { name: 'Add zip codes' }))
    expect(await screen.findByText(text)).toBeDefined()
    expect(shown()).toBe('60601')
  })

  it('CMP-19+ adds no more than the list has room for, and says so', async () => {
    const before = Array.from({ length: 999 }, (_, at) => String(10_001 + at)).join('\n')
    const found = { zipCodes: ['10001', '60602', '60603'], total: 3, isCut: false }
    const { user } = render(<Area mapsKey="" found={found} before={before} />)
    await user.type(screen.getByLabelText('Around zip code'), '60601')
    await user.click(screen.getByRole('button', { name: 'Add zip codes' }))
    expect(await screen.findByText(/^2 zip codes of the 3 there were taken/)).toBeDefined()
    expect(shown()?.split('\n')).toEqual([...before.split('\n'), '60602'])
  })

  it('WID-070 turns what is drawn on the map into zip codes', async () => {
    const maps: Map[] = []
    const load: LoadDrawing = async () => (options) => {
      const map = { ...options, used: [] as string[] }
      maps.push(map)
      return {
        use: (kind) => void map.used.push(kind),
        clear: () => options.onShape(null),
        close: () => void map.used.push('closed'),
      }
    }
    const { user, unmount } = render(<Area mapsKey="a-key" load={load} found={some} />)
    const add = await screen.findByRole('button', { name: 'Add zip codes of the circle' })
    expect(add.hasAttribute('disabled')).toBe(true)
    const circle: MapShape = { kind: 'circle', latitude: 41.88, longitude: -87.63, miles: 3 }
    await vi.waitFor(() => expect(maps).toHaveLength(1), 60_000)
    act(() => maps[0]?.onShape(circle))
    await user.click(add)
    expect(await screen.findByText('2 zip codes found and added.')).toBeDefined()
    expect(asked()).toEqual(circle)
    await user.click(screen.getByRole('radio', { name: 'Shape' }))
    expect(maps[0]?.used).toEqual(['polygon'])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByRole('button', { name: 'Add zip codes of the shape' }).hasAttribute('disabled')).toBe(true)
    unmount()
    expect(maps[0]?.used).toEqual(['polygon', 'closed'])
  })

  it('WID-071 keeps its fields when the map does not come, and tries again', async () => {
    const load = vi.fn<LoadDrawing>().mockRejectedValue(new Error('blocked'))
    const { user } = render(<Area mapsKey="a-key" load={load} found={some} />)
    expect((await screen.findByRole('alert')).textContent).toMatch(/The map cannot be shown at the moment/)
    expect(screen.getByLabelText('Around zip code')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), 60_000)
  })
})
