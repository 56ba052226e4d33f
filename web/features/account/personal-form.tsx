import { SimpleGrid, TextInput } from '@mantine/core'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { isFilled, type SavedForm, useSavedForm } from './use-saved-form.ts'

type Personal = { name: string; phonenum: string; phone_country_code: string }

export function usePersonalForm(user: UserData): SavedForm<Personal> {
  const { send } = useSend('account.saveProfile')
  return useSavedForm<Personal>(
    { name: user.name, phonenum: user.phonenum, phone_country_code: user.phone_country_code || 'US' },
    { name: isFilled('Enter your name.'), phonenum: isFilled('Enter your phone number.') },
    (values) => send({ usrID: user.id, ...values }),
  )
}

export function PersonalFields({ form }: { form: SavedForm<Personal>['form'] }) {
  const { phonenum, phone_country_code } = form.getValues()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" autoComplete="name" required {...form.getInputProps('name')} />
      <PhoneInput
        label="Phone"
        required
        value={phonenum}
        country={phone_country_code}
        error={form.errors.phonenum ?? form.errors.phone_country_code}
        onChange={({ phoneNumber, countryCode }) => {
          // Told again whenever the number is read anew: only what differs is a change.
          if (phoneNumber !== phonenum) form.setFieldValue('phonenum', phoneNumber)
          if (countryCode && countryCode !== phone_country_code) form.setFieldValue('phone_country_code', countryCode)
        }}
      />
    </SimpleGrid>
  )
}
