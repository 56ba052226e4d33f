import { SimpleGrid, TextInput } from '@mantine/core'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { changedFields } from '../../ui/phone/changed-fields.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { isFilled, type SavedForm, useSavedForm } from './use-saved-form.ts'

type Personal = { name: string; phone: string; phoneCountryCode: string }

export function usePersonalForm(user: UserData): SavedForm<Personal> {
  const { send } = useSend('account.saveProfile')
  return useSavedForm<Personal>(
    { name: user.name, phone: user.phone, phoneCountryCode: user.phoneCountryCode || 'US' },
    { name: isFilled('Enter your name.'), phone: isFilled('Enter your phone number.') },
    (values, began) => send({ userId: user.id, ...changedFields(began, values) }),
  )
}

export function PersonalFields({ form }: { form: SavedForm<Personal>['form'] }) {
  const { phone, phoneCountryCode } = form.getValues()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" autoComplete="name" required {...form.getInputProps('name')} />
      <PhoneInput
        label="Phone"
        required
        value={phone}
        country={phoneCountryCode}
        error={form.errors.phone ?? form.errors.phoneCountryCode}
        onChange={({ phoneNumber, countryCode }) => {
          // Told again whenever the number is read anew: only what differs is a change.
          if (phoneNumber !== phone) form.setFieldValue('phone', phoneNumber)
          if (countryCode && countryCode !== phoneCountryCode) form.setFieldValue('phoneCountryCode', countryCode)
        }}
      />
    </SimpleGrid>
  )
}
