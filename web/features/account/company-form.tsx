import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { industries } from '#shared/model/industry.ts'
import { usStates } from '#shared/model/states.ts'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { countries } from '../../ui/countries.ts'
import { onlyChanged } from '../../ui/only-changed.ts'
import { isFilled, type SavedForm, useSavedForm } from './use-saved-form.ts'

type Company = {
  companyName: string
  industryId: string
  address: string
  city: string
  stateCode: string
  zip: string
  countryCode: string
}

const industryOptions = industries.map(({ id, name }) => ({ value: id, label: name }))
const stateOptions = Object.entries(usStates).map(([value, label]) => ({ value, label }))

/** The parts of an address are one: those of two people would make a place that is neither. */
function changedOf(began: Company, now: Company): Partial<Company> {
  const changed = onlyChanged(began, now)
  const { companyName: _, industryId: __, ...address } = now
  return Object.keys(address).some((part) => part in changed) ? { ...changed, ...address } : changed
}

/** Elsewhere zip codes have letters, or any number of digits. */
function faultOfZip(zip: string, { countryCode }: Company): string | null {
  if (zip.trim() === '') return 'Enter the zip code.'
  const isWhole = countryCode !== 'US' || /^\d{5}(-\d{4})?$/.test(zip.trim())
  return isWhole ? null : 'Enter the five digits of the zip code.'
}

export function useCompanyForm(user: UserData): SavedForm<Company> {
  const { send } = useSend('account.saveCompany')
  return useSavedForm<Company>(
    {
      companyName: user.companyName,
      industryId: user.industryId,
      address: user.address,
      city: user.city,
      stateCode: user.stateCode,
      zip: user.zip,
      countryCode: user.countryCode || 'US',
    },
    {
      companyName: isFilled('Enter the name of the company.'),
      address: isFilled('Enter the street and number.'),
      city: isFilled('Enter the city.'),
      stateCode: isFilled('Enter the state.'),
      zip: faultOfZip,
      countryCode: isFilled('Choose a country.'),
    },
    (values, began) => send({ companyId: user.companyId, ...changedOf(began, values) }),
  )
}

export function CompanyFields({ form }: { form: SavedForm<Company>['form'] }) {
  const isUnitedStates = form.getValues().countryCode === 'US'
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Company name" autoComplete="organization" required {...form.getInputProps('companyName')} />
      <Select label="Industry" data={industryOptions} searchable clearable {...select(form, 'industryId')} />
      <TextInput label="Street and number" autoComplete="street-address" required {...form.getInputProps('address')} />
      <TextInput label="City" autoComplete="address-level2" required {...form.getInputProps('city')} />
      <Select
        label="Country"
        data={countries}
        searchable
        required
        allowDeselect={false}
        {...select(form, 'countryCode')}
        onChange={(code) => {
          form.setFieldValue('countryCode', code ?? '')
          // A state of one country is none of another.
          form.setFieldValue('stateCode', '')
        }}
      />
      {isUnitedStates ? (
        <Select
          label="State"
          data={stateOptions}
          searchable
          required
          allowDeselect={false}
          {...select(form, 'stateCode')}
        />
      ) : (
        <TextInput label="State" autoComplete="address-level1" required {...form.getInputProps('stateCode')} />
      )}
      <TextInput label="Zip code" autoComplete="postal-code" required {...form.getInputProps('zip')} />
    </SimpleGrid>
  )
}

/** A select speaks of `null` where a form of texts speaks of an empty one. */
function select(form: SavedForm<Company>['form'], name: keyof Company) {
  const { value, onChange, ...rest } = form.getInputProps(name)
  return { ...rest, value: value || null, onChange: (chosen: string | null) => onChange(chosen ?? '') }
}
