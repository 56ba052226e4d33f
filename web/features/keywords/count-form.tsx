import { Button, Radio, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MOST_LOOKUP_KEYWORDS } from '#shared/model/lookup.ts'
import { refusalForKeywords } from '#shared/model/targeting.ts'
import { refusalForZips } from '#shared/model/zip-codes.ts'
import { splitZips } from '#shared/text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { citiesOf, searchKeywords, searchPlaces, unknownZips } from '../../api/targeting.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { CityPicker } from '../../ui/targeting/city-picker.tsx'
import { KeywordInput } from '../../ui/targeting/keyword-input.tsx'
import { StatePicker } from '../../ui/targeting/state-picker.tsx'
import { ZipField } from '../../ui/targeting/zip-field.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { CampaignSelect } from './campaign-select.tsx'

const areas = [
  { value: 'national', label: 'National targeting' },
  { value: 'state', label: 'States and cities' },
  { value: 'zip', label: 'Zip codes' },
] as const
type Area = (typeof areas)[number]['value']
const isArea = (text: string): text is Area => areas.some(({ value }) => value === text)

type Values = { keywords: string[]; area: Area; states: string[]; cities: string[]; zips: string; campaignId: string }

function faultsOf({ keywords, area, states, cities, zips }: Values): Record<string, string> {
  const list = splitZips(zips)
  const wrongKeywords =
    keywords.length === 0 ? 'Enter at least one keyword.' : refusalForKeywords(keywords, MOST_LOOKUP_KEYWORDS)
  const wrongZips = list.length === 0 ? 'Enter at least one zip code.' : refusalForZips(list)
  return {
    ...(wrongKeywords && { keyword: wrongKeywords }),
    ...(area === 'state' && states.length + cities.length === 0 && { states: 'Choose a state or a city.' }),
    ...(area === 'zip' && wrongZips && { zipCode: wrongZips }),
  }
}

type Props = { companyId: string; campaignId: string; onClose: () => void; onSaved: () => void }

/** Asks for a count: keywords, an area, and the campaign that it is for. */
export default function CountForm({ companyId, campaignId, onClose, onSaved }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [start] = useState<Values>({ keywords: [], area: 'national', states: [], cities: [], zips: '', campaignId })
  const [values, setValues] = useState(start)
  const { errors: faults, setErrors: setFaults, mend } = useFieldErrors()
  const { send, sending } = useSend('keywords.queueCount')
  const set = (changes: Partial<Values>, ...mended: string[]) => {
    for (const name of mended) mend(name)
    setValues((now) => ({ ...now, ...changes }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { keywords, area, states, cities, zips } = values
    try {
      const { message } = await send({
        companyId,
        ...(values.campaignId && { campaignId: values.campaignId }),
        keyword: keywords.join(', '),
        isNational: area === 'national',
        ...(area === 'state' && { states, cities }),
        ...(area === 'zip' && { zipCode: splitZips(zips).join('\n') }),
      })
      notify('success', message)
      setOpen(false)
      onSaved()
    } catch (error) {
      const fields = fieldsOf(error) ?? {}
      setFaults(fields)
      if (Object.keys(fields).length === 0) notify('danger', messageOf(error))
    }
  }
  return (
    <SidePanel
      opened={isOpen}
      isDirty={JSON.stringify(values) !== JSON.stringify(start)}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Count keywords"
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button type="submit" form="count" loading={sending}>
            Count
          </Button>
        </>
      }
    >
      <form id="count" noValidate onSubmit={save}>
        <Stack gap="md">
          <KeywordInput
            label="Keywords"
            required
            most={MOST_LOOKUP_KEYWORDS}
            description="People who searched for any of them are counted together, each once."
            value={values.keywords}
            error={faults.keyword}
            search={searchKeywords}
            onChange={(keywords) => set({ keywords }, 'keyword')}
          />
          <Radio.Group
            label="Target location"
            value={values.area}
            onChange={(area) => isArea(area) && set({ area }, 'states', 'zipCode')}
          >
            <Stack gap="xs" mt={6}>
              {areas.map((area) => (
                <Radio key={area.value} {...area} />
              ))}
            </Stack>
          </Radio.Group>
          {values.area === 'state' && (
            <>
              <StatePicker
                label="States"
                value={values.states}
                error={faults.states}
                onChange={(states) => set({ states }, 'states')}
              />
              <CityPicker
                label="Cities"
                value={values.cities}
                error={faults.cities}
                citiesOf={citiesOf}
                search={searchPlaces}
                onChange={(cities) => set({ cities }, 'states', 'cities')}
              />
            </>
          )}
          {values.area === 'zip' && (
            <ZipField
              label="Zip codes"
              description="One to a line."
              value={values.zips}
              error={faults.zipCode}
              findUnknown={unknownZips}
              onChange={(zips) => set({ zips }, 'zipCode')}
            />
          )}
          <CampaignSelect
            label="For the campaign"
            description="May be left empty. A campaign has one count at a time."
            companyId={companyId}
            value={values.campaignId}
            error={faults.campaignId}
            onChange={(id) => set({ campaignId: id }, 'campaignId')}
          />
        </Stack>
      </form>
    </SidePanel>
  )
}
