import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { MapShape, ShapeZips } from '#shared/model/map-shape.ts'
import type { Place } from '#shared/model/place.ts'
import { addZips } from '#shared/model/zip-codes.ts'
import { AreaMap } from '../../ui/targeting/area-map.tsx'
import { CityPicker } from '../../ui/targeting/city-picker.tsx'
import type { LoadDrawing } from '../../ui/targeting/drawing.ts'
import { KeywordInput } from '../../ui/targeting/keyword-input.tsx'
import { PlaceInput } from '../../ui/targeting/place-input.tsx'
import { PlacesCsv } from '../../ui/targeting/place-source.tsx'
import { StatePicker } from '../../ui/targeting/state-picker.tsx'
import { ZipField } from '../../ui/targeting/zip-field.tsx'
import { Case, Cases, Section } from '../section.tsx'

const later = <T,>(value: T, milliseconds = 400) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), milliseconds))
const fails = () => later(0).then(() => Promise.reject(new Error('The look-up is down.')))

const words = ['dentist near me', 'dental implants', 'dental hygiene', 'roof repair', 'roof replacement']
const findWords = (text: string) => later(words.filter((word) => word.includes(text.toLowerCase())))

const places: Place[] = [
  { type: 'state', value: 'TX', label: 'Texas' },
  { type: 'city', value: 'Dallas, TX', label: 'Dallas, TX' },
  { type: 'city', value: 'Dallas, GA', label: 'Dallas, GA' },
  { type: 'zip', value: '75201', label: '75201 (Dallas, TX)' },
]
const findPlaces = (text: string) =>
  later(places.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase())))
const citiesOf = (state: string) =>
  later(['Austin', 'Dallas', 'Houston'].map((label) => ({ value: `${label}, ${state}`, label })))
const findZips = (_shape: MapShape): Promise<ShapeZips> =>
  later({ zipCodes: ['60601', '60602', '60603'], total: 3, isCut: false })
const findUnknown = (zips: readonly string[]) => later(zips.filter((zip) => zip.startsWith('999')))

const many = Array.from({ length: 201 }, (_, at) => `keyword ${at + 1}`)
/** A map that somebody has drawn on already, without asking anybody outside. */
const drawn: LoadDrawing = async () => (map) => {
  map.element.textContent = 'The map stands here.'
  map.onShape({ kind: 'circle', latitude: 41.88, longitude: -87.63, miles: 5 })
  return { use: () => map.onShape(null), clear: () => map.onShape(null), close: () => undefined }
}
const loading: LoadDrawing = () => new Promise(() => undefined)
const broken: LoadDrawing = () => fails()

function Keywords({ start, isDown = false }: { start: string[]; isDown?: boolean }) {
  const [keywords, setKeywords] = useState(start)
  return <KeywordInput label="Keywords" value={keywords} onChange={setKeywords} search={isDown ? fails : findWords} />
}

function Places({ start, error }: { start: Place[]; error?: string }) {
  const [chosen, setChosen] = useState(start)
  return <PlaceInput label="Places" value={chosen} onChange={setChosen} search={findPlaces} error={error} />
}

function Zips({
  start,
  error,
  isMap = false,
  load,
}: {
  start: string
  error?: string
  isMap?: boolean
  load?: LoadDrawing
}) {
  const [text, setText] = useState(start)
  return (
    <Stack>
      <ZipField
        label="Zip codes"
        description="One to a line."
        value={text}
        onChange={setText}
        error={error}
        findUnknown={findUnknown}
      />
      {isMap && (
        <AreaMap
          mapsKey={load ? 'a-key' : ''}
          findZips={findZips}
          listed={text}
          onZips={(zips) => setText(addZips(text, zips))}
          {...(load && { load })}
        />
      )}
    </Stack>
  )
}

function Areas() {
  const [states, setStates] = useState(['TX'])
  const [cities, setCities] = useState(['Dallas, TX'])
  return (
    <Stack>
      <StatePicker label="States" value={states} onChange={setStates} />
      <CityPicker
        label="Cities"
        value={cities}
        onChange={setCities}
        states={states}
        citiesOf={citiesOf}
        search={findPlaces}
      />
      <PlacesCsv />
    </Stack>
  )
}

export function TargetingSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Keywords">
          <Keywords
            start={['dentist', 'a keyword that somebody wrote surprisingly long, with all that they thought of']}
          />
        </Case>
        <Case name="Keywords, one too many">
          <Keywords start={many} />
        </Case>
        <Case name="Keywords whose suggestions fail">
          <Keywords start={[]} isDown />
        </Case>
        <Case name="Places">
          <Places start={places.slice(0, 2)} />
        </Case>
        <Case name="Places, with an error">
          <Places start={[]} error="Choose at least one place." />
        </Case>
        <Case name="States and cities">
          <Areas />
        </Case>
        <Case name="Zip codes with a radius">
          <Zips start={'60601\n60602'} isMap />
        </Case>
        <Case name="Zip codes, with an error">
          <Zips start="6060" error="A zip code has five digits. Not valid: 6060." />
        </Case>
        <Case name="Zip codes on a map">
          <Zips start="" isMap load={drawn} />
        </Case>
        <Case name="A map on its way">
          <Zips start="" isMap load={loading} />
        </Case>
        <Case name="A map that does not come">
          <Zips start="" isMap load={broken} />
        </Case>
      </Cases>
    </Section>
  )
}
