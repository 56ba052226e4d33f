import { Radio, Stack, Tabs, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { addZips } from '#shared/model/zip-codes.ts'
import { splitZips } from '#shared/text.ts'
import { messageOf } from '../../../api/api-error.ts'
import { citiesOf, searchPlaces, unknownZips, zipsInShape } from '../../../api/targeting.ts'
import { useTenant } from '../../../api/tenant.ts'
import { toCount } from '../../../ui/format.ts'
import { TabList } from '../../../ui/tab-list.tsx'
import { AreaMap } from '../../../ui/targeting/area-map.tsx'
import { CityPicker } from '../../../ui/targeting/city-picker.tsx'
import { PlaceSource, PlacesCsv } from '../../../ui/targeting/place-source.tsx'
import { StatePicker } from '../../../ui/targeting/state-picker.tsx'
import { ZipField } from '../../../ui/targeting/zip-field.tsx'
import type { EditorState } from './use-editor.ts'
import type { Values } from './values.ts'

const tabs = ['states', 'cities', 'zips', 'map'] as const
type Tab = (typeof tabs)[number]
const isTab = (text: string | null): text is Tab => tabs.some((tab) => tab === text)

function firstTab({ locationTarget, states, cities, zipCodes }: Values): Tab {
  if (isTab(locationTarget)) return locationTarget
  if (states.length > 0) return 'states'
  if (cities.length > 0) return 'cities'
  return zipCodes ? 'zips' : 'states'
}

const counted = (label: string, count: number) => (count > 0 ? `${label} (${toCount(count)})` : label)

/** Where people are looked for: the whole country, or places of several kinds, which count together. */
export function Area({ editor }: { editor: EditorState }) {
  const { values, faults, change, changeBy } = editor
  const { mapsKey } = useTenant().data
  const [tab, setTab] = useState<Tab>(() => firstTab(values))
  const zips = splitZips(values.zipCodes)
  const isEmpty = values.states.length + values.cities.length + zips.length === 0
  // What is missing is said above the tabs; the field that is open is marked, so that the focus finds it.
  const isMissing = isEmpty && !values.isNational && faults.zipCodes !== undefined
  useEffect(() => {
    // A fault of the zip codes has to be seen; that nothing was chosen at all is said above the tabs.
    if (faults.zipCodes && !isEmpty) setTab('zips')
  }, [faults.zipCodes, isEmpty])
  // A look at a tab changes nothing; what is chosen in it does.
  const choose = (places: Partial<Values>) => change({ ...places, locationTarget: tab })
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Area"
        required
        value={values.isNational ? 'national' : 'places'}
        error={isMissing && faults.zipCodes}
        onChange={(text) =>
          change({ isNational: text === 'national', locationTarget: text === 'national' ? 'national' : tab })
        }
      >
        <Stack gap="xs" mt={6}>
          <Radio value="national" label="The whole country" />
          <Radio value="places" label="Certain places" description="States, cities and zip codes count together." />
        </Stack>
      </Radio.Group>
      {!values.isNational && (
        <Tabs value={tab} onChange={(next) => isTab(next) && setTab(next)} keepMounted={false}>
          <TabList>
            <Tabs.Tab value="states">{counted('States', values.states.length)}</Tabs.Tab>
            <Tabs.Tab value="cities">{counted('Cities', values.cities.length)}</Tabs.Tab>
            <Tabs.Tab value="zips">{counted('Zip codes', zips.length)}</Tabs.Tab>
            <Tabs.Tab value="map">{mapsKey ? 'Map' : 'Radius'}</Tabs.Tab>
          </TabList>
          <Tabs.Panel value="states">
            <StatePicker
              label="States"
              value={values.states}
              error={faults.states ?? isMissing}
              onChange={(states) => choose({ states })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="cities">
            <CityPicker
              label="Cities"
              value={values.cities}
              error={faults.cities ?? isMissing}
              citiesOf={citiesOf}
              search={searchPlaces}
              onChange={(cities) => choose({ cities })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="zips">
            <ZipField
              label="Zip codes"
              value={values.zipCodes}
              error={isMissing || faults.zipCodes}
              findUnknown={unknownZips}
              onChange={(zipCodes) => choose({ zipCodes })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="map">
            <AreaMap
              mapsKey={mapsKey}
              findZips={zipsInShape}
              messageOf={messageOf}
              listed={values.zipCodes}
              // What was typed or found while it was looked for stands in the list by now.
              onZips={(found) =>
                changeBy(['zipCodes', 'locationTarget'], (now) => ({
                  zipCodes: addZips(now.zipCodes, found),
                  locationTarget: now.isNational ? 'national' : tab,
                }))
              }
            />
          </Tabs.Panel>
        </Tabs>
      )}
      {!values.isNational && (tab === 'states' || tab === 'cities') && <PlacesCsv />}
      {!values.isNational && tab === 'zips' && <PlaceSource />}
      <Textarea
        label="Note about the area"
        description="For people who read this campaign; nobody is found by it."
        rows={2}
        dir="auto"
        maxLength={500}
        value={values.areaDescription}
        error={faults.areaDescription}
        onChange={({ currentTarget }) => change({ areaDescription: currentTarget.value })}
      />
    </Stack>
  )
}
