import { Input, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { CountrySelect } from './country-select.tsx'
import classes from './phone-input.module.css'
import type { PhoneResult } from './phone-result.ts'
import type { PhoneSetup } from './phone-setup.ts'
import { usePhone } from './use-phone.ts'

type Props = PhoneSetup & {
  label: string
  value: string
  /** The country, where the page keeps it; without it the field keeps it itself. */
  country?: string
  onChange: (result: PhoneResult) => void
  noExample?: boolean
  required?: boolean
  disabled?: boolean
  error?: ReactNode
  description?: ReactNode
}

/** A phone number with its country. It is read as it is typed; what it means goes to `onChange`. */
export function PhoneInput(props: Props) {
  const { label, value, noExample = false, required = false, disabled = false, error, description } = props
  const id = useId()
  const phone = usePhone(props)
  const [left, setLeft] = useState(false)
  const filled = value.trim() !== ''
  const missing = filled && phone.country === undefined
  const invalid = filled && !missing && phone.sample !== undefined && !phone.result.isValid
  const hint = invalid && !noExample ? `Example: ${phone.sample}` : description
  return (
    <Input.Wrapper
      label={label}
      error={missing ? 'Choose country' : error}
      description={hint}
      required={required}
      labelProps={{ htmlFor: id }}
      data-valid={filled ? phone.result.isValid : undefined}
    >
      <div className={classes.row}>
        <CountrySelect
          countries={phone.countries}
          country={phone.country}
          disabled={disabled}
          missing={missing}
          waiting={phone.isWaiting}
          onChoose={phone.choose}
        />
        <TextInput
          id={id}
          className={classes.number}
          type="tel"
          autoComplete="tel-national"
          required={required}
          disabled={disabled}
          error={missing || Boolean(error) || (left && invalid)}
          value={value}
          onChange={(event) => phone.type(event.currentTarget.value)}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
        />
      </div>
    </Input.Wrapper>
  )
}
