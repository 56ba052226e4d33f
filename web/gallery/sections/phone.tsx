import { Text } from '@mantine/core'
import { useState } from 'react'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import type { PhoneResult } from '../../ui/phone/phone-result.ts'
import { Case, Cases, Section } from '../section.tsx'

type Setup = {
  label: string
  number: string
  country?: string
  noExample?: boolean
  required?: boolean
  disabled?: boolean
  fetchCountry?: () => Promise<string>
}

const lookUp = async () => '1;CA;CAN;Canada'

function Phone({ label, number, country, ...field }: Setup) {
  const [value, setValue] = useState(number)
  const [result, setResult] = useState<PhoneResult>()
  const change = (next: PhoneResult) => {
    setValue(next.phoneNumber)
    setResult(next)
  }
  return (
    <>
      <PhoneInput
        label={label}
        value={value}
        onChange={change}
        {...(country ? { defaultCountry: country } : field.fetchCountry ? {} : { noBrowserLocale: true })}
        {...field}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {result?.isValid ? result.formatInternational : 'Not a whole number yet'}
      </Text>
    </>
  )
}

export function PhoneSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Valid, required">
          <Phone label="Phone" number="2015550123" country="US" required />
        </Case>
        <Case name="Not valid, with an example">
          <Phone label="Phone" number="123" country="US" />
        </Case>
        <Case name="Not valid, examples off">
          <Phone label="Phone" number="123" country="GB" noExample />
        </Case>
        <Case name="No country">
          <Phone label="Phone" number="2015550123" />
        </Case>
        <Case name="Country looked up">
          <Phone label="Phone" number="" fetchCountry={lookUp} />
        </Case>
        <Case name="Disabled">
          <Phone label="Phone" number="030 123456" country="DE" disabled />
        </Case>
      </Cases>
    </Section>
  )
}
