import { useCallback, useState } from 'react'
import { Autocomplete } from '../../ui/autocomplete.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import type { DayRange } from '../../ui/days.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { ZipTextArea } from '../../ui/zip-text-area.tsx'
import { ZonedDateRange } from '../../ui/zoned-date-range.tsx'
import { Case, Cases, Section } from '../section.tsx'

const rules = [
  { label: 'At least 12 characters', test: (text: string) => text.length >= 12 },
  { label: 'Not your company’s name', test: (text: string) => text !== '' && !/leadloom/i.test(text) },
]

const words = ['dentist near me', 'dental implants', 'dental hygiene', 'roof repair', 'roof replacement']

function Keywords({ label, fails = false }: { label: string; fails?: boolean }) {
  const [text, setText] = useState(fails ? 'roof' : '')
  const search = useCallback(
    async (query: string) => {
      await new Promise((done) => setTimeout(done, 500))
      if (fails) throw new Error('The look-up is down.')
      return words.filter((word) => word.includes(query.toLowerCase()))
    },
    [fails],
  )
  return <Autocomplete label={label} value={text} onChange={setText} search={search} />
}

function Range({ disabled = false }: { disabled?: boolean }) {
  const [range, setRange] = useState<DayRange | undefined>(
    disabled ? undefined : { from: '2026-11-15', to: '2026-11-21' },
  )
  return <DateRange label="Days" value={range} onChange={setRange} today="2026-11-21" disabled={disabled} />
}

function Zoned({ timeZone }: { timeZone: string }) {
  const [range, setRange] = useState<DayRange>()
  return <ZonedDateRange label="Days" timeZone={timeZone} value={range} onChange={setRange} />
}

export function FieldsSection(props: { id: string; title: string }) {
  const [email, setEmail] = useState('olive@example.com')
  const [password, setPassword] = useState('leadloom')
  const [code, setCode] = useState('12')
  const [tags, setTags] = useState(['dentist', 'a tag that somebody made surprisingly long for a word'])
  const [zips, setZips] = useState('60601\n60602')
  return (
    <Section {...props}>
      <Cases>
        <Case name="E-mail">
          <EmailInput
            label="E-mail"
            required
            value={email}
            onChange={setEmail}
            description="Capitals become small letters."
          />
        </Case>
        <Case name="E-mail, with an error">
          <EmailInput
            label="E-mail"
            value="olive"
            onChange={() => {}}
            error="Write an address such as name@company.com."
          />
        </Case>
        <Case name="Password with rules">
          <PasswordInput label="New password" value={password} onChange={setPassword} rules={rules} />
        </Case>
        <Case name="Code">
          <CodeInput label="Code from your e-mail" value={code} onChange={setCode} />
        </Case>
        <Case name="Code, wrong">
          <CodeInput
            label="Code from your app"
            value="123456"
            onChange={() => {}}
            error="This code is not the right one."
          />
        </Case>
        <Case name="Tags">
          <TagInput label="Keywords" value={tags} onChange={setTags} description="Enter or a comma ends a keyword." />
        </Case>
        <Case name="Zip codes">
          <ZipTextArea label="Zip codes" value={zips} onChange={setZips} />
        </Case>
        <Case name="Suggestions">
          <Keywords label="Keyword" />
        </Case>
        <Case name="Suggestions that fail">
          <Keywords label="Keyword" fails />
        </Case>
        <Case name="Days">
          <Range />
        </Case>
        <Case name="Days, disabled">
          <Range disabled />
        </Case>
        <Case name="Days of a zone">
          <Zoned timeZone="America/Chicago" />
        </Case>
        <Case name="Days of a zone that is a day ahead">
          <Zoned timeZone="Pacific/Kiritimati" />
        </Case>
      </Cases>
    </Section>
  )
}
