import { useEffect, useRef, useState } from 'react'
import { countryOfAnswer } from './country.ts'
import { type PhoneResult, unread } from './phone-result.ts'
import { checkSetup, firstCountry, type PhoneSetup } from './phone-setup.ts'

type Lib = typeof import('./phone-lib.ts')
let arriving: Promise<Lib> | undefined

/** The number tables are large, so they come only when a phone field is on the page, and once. */
function useLib(): Lib | undefined {
  const [lib, setLib] = useState<Lib>()
  useEffect(() => {
    let here = true
    arriving ??= import('./phone-lib.ts')
    arriving.then(
      (arrived) => here && setLib(arrived),
      () => {
        arriving = undefined
      },
    )
    return () => {
      here = false
    }
  }, [])
  return lib
}

type Options = PhoneSetup & { value: string; country?: string | undefined; onChange: (result: PhoneResult) => void }

/** What a phone field knows: the countries, the one chosen, and what its number means there. */
export function usePhone({ value, country, onChange, ...setup }: Options) {
  checkSetup(setup)
  const lib = useLib()
  const [chosen, setChosen] = useState(() => firstCountry(setup, navigator.language))
  const wanted = country ?? chosen
  const known = lib && wanted !== undefined && !lib.isCountry(wanted) ? undefined : wanted
  const read = (text: string, iso2: string | undefined) => lib?.readPhone(text, iso2) ?? unread(text, iso2)

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a wrong setting is told to the person who builds the page, never to its users.
    if (lib && wanted !== known) console.warn(`The country code ${wanted} is unknown and was ignored.`)
  }, [lib, wanted, known])

  const tell = (text: string, iso2: string | undefined) => {
    const result = read(text, iso2)
    setChosen(result.countryCode)
    onChange(result)
  }
  // Effects call the newest `tell`, but must not run again because a parent handed in a new function.
  const latest = useRef(tell)
  latest.current = tell

  const { fetchCountry } = setup
  const [isLooking, setLooking] = useState(fetchCountry !== undefined)
  const asked = useRef(false)
  const hasChosen = useRef(false)
  // What stands there when the answer comes, not what stood there when it was asked for.
  const typed = useRef(value)
  typed.current = value
  useEffect(() => {
    if (!fetchCountry || asked.current) return
    asked.current = true
    fetchCountry()
      .then(
        (answer) => {
          const found = countryOfAnswer(answer)
          if (found && !hasChosen.current) latest.current(typed.current, found)
        },
        () => undefined, // Without an answer the visitor chooses.
      )
      .finally(() => setLooking(false))
  }, [fetchCountry])

  const told = useRef(false)
  useEffect(() => {
    if (!lib || told.current) return
    told.current = true
    if (value !== '') latest.current(value, known)
  }, [lib, value, known])

  return {
    countries: lib?.countries ?? [],
    country: known,
    /** Which country it is may be known in a moment. */
    isWaiting: isLooking || (!lib && known !== undefined),
    result: read(value, known),
    sample: lib?.sampleOf(known),
    type: (text: string) => tell(text, known),
    choose: (iso2: string) => {
      hasChosen.current = true
      tell(value, iso2)
    },
  }
}
