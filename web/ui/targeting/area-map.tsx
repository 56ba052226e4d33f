import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { LEAST_MILES, type MapShape, MOST_MILES, type ShapeZips } from '#shared/model/map-shape.ts'
import { MOST_ZIPS } from '#shared/model/zip-codes.ts'
import { splitZips } from '#shared/text.ts'
import { toCount } from '../format.ts'
import { type LoadDrawing, loadGoogleDrawing } from './drawing.ts'
import { MapCanvas } from './map-canvas.tsx'
import { PlaceSource } from './place-source.tsx'

type Props = {
  /** Empty where the platform has no map: then the fields stand alone. */
  mapsKey: string
  findZips: (shape: MapShape) => Promise<ShapeZips>
  /** The list beside this as it was typed: what it has room for is added. */
  listed: string
  /** Zip codes that were found, for that list. */
  onZips: (zips: string[]) => void
  /** Why finding failed, in words; the caller knows its errors. */
  messageOf?: (error: unknown) => string
  load?: LoadDrawing
}

const failed = () => 'The zip codes could not be found. Please try again.'

function sayFound({ zipCodes, total, isCut }: ShapeZips): string {
  if (total === 0) return 'No zip code has its centre there. Use a larger area.'
  if (zipCodes.length === 0) return `None was added: the list holds ${toCount(MOST_ZIPS)} zip codes already.`
  const found = `${toCount(zipCodes.length)} zip ${zipCodes.length === 1 ? 'code' : 'codes'}`
  return isCut
    ? `${found} of the ${toCount(total)} there were taken, which is as many as a list may hold.`
    : `${found} found and added.`
}

/** Of what was found, what is in the list already and what it has room for beside that. */
function fitInto(listed: string, found: ShapeZips): ShapeZips {
  const present = new Set(splitZips(listed))
  let room = MOST_ZIPS - present.size
  const zipCodes = found.zipCodes.filter((zip) => present.has(zip) || room-- > 0)
  return { ...found, zipCodes, isCut: found.isCut || zipCodes.length < found.zipCodes.length }
}

const isWhole = (zip: string, miles: number | string) =>
  /^\d{5}$/.test(zip) && typeof miles === 'number' && miles >= LEAST_MILES && miles <= MOST_MILES

type AroundProps = { isFinding: boolean; onFind: (shape: MapShape) => void }

function AroundZip({ isFinding, onFind }: AroundProps) {
  const [zip, setZip] = useState('')
  const [miles, setMiles] = useState<number | string>(10)
  const [fault, setFault] = useState('')
  const find = () => {
    const isFound = isWhole(zip, miles)
    setFault(isFound ? '' : `Enter a zip code of five digits and ${LEAST_MILES} to ${MOST_MILES} miles.`)
    if (isFound) onFind({ kind: 'around', zip, miles: Number(miles) })
  }
  return (
    <Stack gap={4}>
      <Group gap="sm" align="end">
        <TextInput
          label="Around zip code"
          inputMode="numeric"
          maxLength={5}
          w={140}
          value={zip}
          onChange={({ currentTarget }) => setZip(currentTarget.value.replace(/\D/g, ''))}
        />
        <NumberInput
          label="Radius in miles"
          w={140}
          min={LEAST_MILES}
          max={MOST_MILES}
          decimalScale={1}
          allowedDecimalSeparators={['.', ',']}
          clampBehavior="none"
          value={miles}
          onChange={setMiles}
        />
        <Button variant="default" loading={isFinding} onClick={find}>
          Add zip codes
        </Button>
      </Group>
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

/** Turns a circle, or a shape that is drawn on a map, into zip codes. Without a map a zip code and a radius do. */
export function AreaMap({ mapsKey, findZips, listed, onZips, messageOf = failed, load = loadGoogleDrawing }: Props) {
  const [isFinding, setFinding] = useState(false)
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>({ text: '', isFault: false })
  // As long as it looks, people may write on in the list.
  const list = useRef(listed)
  list.current = listed
  const find = async (shape: MapShape) => {
    setFinding(true)
    try {
      const all = await findZips(shape)
      const found = fitInto(list.current, all)
      setSaid({ text: sayFound(found), isFault: false })
      if (found.zipCodes.length > 0) onZips(found.zipCodes)
    } catch (error) {
      setSaid({ text: messageOf(error), isFault: true })
    } finally {
      setFinding(false)
    }
  }
  return (
    <Stack gap="sm">
      {mapsKey && <MapCanvas mapsKey={mapsKey} load={load} isFinding={isFinding} onFind={find} />}
      <AroundZip isFinding={isFinding} onFind={find} />
      <div role="status">
        {said.text && (
          <Text size="sm" {...(said.isFault && { c: 'var(--mantine-color-error)' })}>
            {said.text}
          </Text>
        )}
      </div>
      <PlaceSource />
    </Stack>
  )
}
