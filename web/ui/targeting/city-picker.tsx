import { MultiSelect } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { cityPlace, type Place, readCity } from '#shared/model/place.ts'
import { MOST_CITIES } from '#shared/model/targeting.ts'
import { toCount } from '../format.ts'
import { SearchMark } from '../search-mark.tsx'
import type { Found, Search } from '../use-search.ts'
import { PlaceInput } from './place-input.tsx'
import classes from './targeting.module.css'

type Choice = { value: string; label: string }
type Props = {
  label: string
  /** Cities with their states, such as `Dallas, TX`. */
  value: readonly string[]
  onChange: (cities: string[]) => void
  /** Only cities of these states are offered; without one they are searched for by name. */
  states?: readonly string[]
  citiesOf: (state: string) => Promise<readonly Choice[]>
  search: Search<Place>
  error?: ReactNode
  description?: string
  required?: boolean
  disabled?: boolean
}

type Loaded = { status: Found<Choice>['status']; choices: readonly string[] }
const MOST_SHOWN = 100

/** The cities of some states, asked for when the states change. */
function useCities(states: readonly string[], citiesOf: Props['citiesOf']): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'idle', choices: [] })
  const key = states.join()
  useEffect(() => {
    let isLate = false
    setLoaded((before) => ({ ...before, status: 'searching' }))
    Promise.all(key.split(',').map(citiesOf)).then(
      (all) => isLate || setLoaded({ status: 'found', choices: all.flat().map(({ value }) => value) }),
      () => isLate || setLoaded({ status: 'failed', choices: [] }),
    )
    return () => {
      isLate = true
    }
  }, [key, citiesOf])
  return loaded
}

type OfStates = Omit<Props, 'search' | 'states'> & { states: readonly string[] }

function CitiesOfStates({ value, onChange, states, citiesOf, description, ...field }: OfStates) {
  const { status, choices } = useCities(states, citiesOf)
  return (
    <MultiSelect
      {...field}
      description={description ?? `Cities of the chosen states. At most ${toCount(MOST_CITIES)}.`}
      classNames={{ pillsList: classes.chips ?? '' }}
      searchable
      hidePickedOptions
      limit={MOST_SHOWN}
      maxDropdownHeight={280}
      // A city that was chosen stays, also when its state went.
      data={[...new Set([...value, ...choices])]}
      value={[...value]}
      onChange={onChange}
      rightSection={<SearchMark status={status} failedText={messages.lookUpFailed} />}
      {...(status === 'found' && { nothingFoundMessage: 'No city of these states is called this.' })}
    />
  )
}

/** Cities as chips: those of the chosen states as a list, all others by the first letters of their names. */
export function CityPicker({ states = [], search, citiesOf, value, onChange, ...field }: Props) {
  if (states.length > 0)
    return <CitiesOfStates {...field} value={value} onChange={onChange} states={states} citiesOf={citiesOf} />
  return (
    <PlaceInput
      {...field}
      types={['city']}
      search={search}
      value={value.flatMap((text) => {
        const city = readCity(text)
        return city ? [cityPlace(city)] : []
      })}
      onChange={(places) => onChange(places.map((place) => place.value))}
    />
  )
}
