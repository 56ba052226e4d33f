import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { industries } from '#shared/model/industry.ts'
import { usStates } from '#shared/model/states.ts'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { countries } from '../../ui/countries.ts'
import { isFilled, type SavedForm, useSavedForm } from './use-saved-form.ts'

type Company = {
  company_name: string
  industry_id: string
  address: string
  city: string
  state_code: string
  zip: string
  country_code: string
}

const industryOptions = industries.map(({ id, name }) => ({ value: id, label: name }))
const stateOptions = Object.entries(usStates).map(([value, label]) => ({ value, label }))

export function useCompanyForm(user: UserData): SavedForm<Company> {
  const { send } = useSend('account.saveCompany')
  return useSavedForm<Company>(
    {
      company_name: user.company_name,
      industry_id: user.industry_id,
      address: user.address,
      city: user.city,
      state_code: user.state_code,
      zip: user.zip,
      country_code: user.country_code || 'US',
    },
    {
      company_name: isFilled('Enter the name of the company.'),
      address: isFilled('Enter the street and number.'),
      city: isFilled('Enter the city.'),
      state_code: isFilled('Enter the state.'),
      zip: isFilled('Enter the zip code.'),
      country_code: isFilled('Choose a country.'),
    },
    (values) => send({ companyID: user.company_id, ...values }),
  )
}

export function CompanyFields({ form }: { form: SavedForm<Company>['form'] }) {
  const isUnitedStates = form.getValues().country_code === 'US'
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Company name" autoComplete="organization" required {...form.getInputProps('company_name')} />
      <Select label="Industry" data={industryOptions} searchable clearable {...select(form, 'industry_id')} />
      <TextInput label="Street and number" autoComplete="street-address" required {...form.getInputProps('address')} />
      <TextInput label="City" autoComplete="address-level2" required {...form.getInputProps('city')} />
      <Select
        label="Country"
        data={countries}
        searchable
        required
        allowDeselect={false}
        {...select(form, 'country_code')}
        onChange={(code) => {
          form.setFieldValue('country_code', code ?? '')
          // A state of one country is none of another.
          form.setFieldValue('state_code', '')
        }}
      />
      {isUnitedStates ? (
        <Select
          label="State"
          data={stateOptions}
          searchable
          required
          allowDeselect={false}
          {...select(form, 'state_code')}
        />
      ) : (
        <TextInput label="State" autoComplete="address-level1" required {...form.getInputProps('state_code')} />
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
