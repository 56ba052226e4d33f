import type { ReactNode } from 'react'
import { PhoneInput } from './phone-input.tsx'

export type PhoneValues = {
  phone: string
  phoneCountryCode: string
  /** Undefined until the number was read once. */
  isPhoneValid: boolean | undefined
}

type Props = {
  values: PhoneValues
  error: ReactNode
  required: boolean
  onNumber: (number: string) => void
  onCountry: (countryCode: string) => void
  onValid: (isValid: boolean | undefined) => void
}

type Form = { getValues: () => object; isDirty: (path: string) => boolean }

/** Whether anything was changed. Whether the number is valid is told as soon as it is shown: that is no change. */
export const isPhoneFormDirty = (form: Form): boolean =>
  Object.keys(form.getValues()).some((field) => field !== 'isPhoneValid' && form.isDirty(field))

/** The phone of a person as the forms about people name its parts. */
export function PhoneOfForm({ values, error, required, onNumber, onCountry, onValid }: Props) {
  const { phone, phoneCountryCode, isPhoneValid } = values
  return (
    <PhoneInput
      label="Phone"
      required={required}
      value={phone}
      country={phoneCountryCode}
      error={error}
      onChange={({ phoneNumber, countryCode, isValid }) => {
        // Told again whenever the number is read anew: only what differs is a change.
        if (phoneNumber !== phone) onNumber(phoneNumber)
        if (countryCode && countryCode !== phoneCountryCode) onCountry(countryCode)
        if (isValid !== isPhoneValid) onValid(isValid)
      }}
    />
  )
}
