import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useRef, useState } from 'react'
import type { Country } from './country.ts'
import { CountryList } from './country-list.tsx'
import { Flag } from './flag.tsx'
import classes from './phone-input.module.css'

type Props = {
  countries: readonly Country[]
  country: string | undefined
  onChoose: (iso2: string) => void
  disabled: boolean
  missing: boolean
  /** The country may be known in a moment: until then its room is kept. */
  waiting: boolean
}

export function CountrySelect({ countries, country, onChoose, disabled, missing, waiting }: Props) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = countries.find((each) => each.iso2 === country)
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" closeOnEscape={false}>
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={classes.choice}
          aria-haspopup="listbox"
          aria-expanded={opened}
          disabled={disabled || countries.length === 0}
          data-missing={missing || undefined}
          onClick={() => setOpened(!opened)}
        >
          {chosen && <VisuallyHidden>Country: {chosen.name}</VisuallyHidden>}
          {chosen && <Flag of={chosen.iso2} />}
          {chosen ? (
            `+${chosen.dialCode}`
          ) : waiting ? (
            <VisuallyHidden>Choose country</VisuallyHidden>
          ) : (
            'Choose country'
          )}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <CountryList
          countries={countries}
          country={country}
          onClose={close}
          onChoose={(iso2) => {
            onChoose(iso2)
            close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
