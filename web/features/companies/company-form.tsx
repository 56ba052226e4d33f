import { Button, Group, SimpleGrid, Switch, TextInput, Title } from '@mantine/core'
import type { FormEvent } from 'react'
import { EmailInput } from '../../ui/email-input.tsx'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { AgencyFields, SubDomainField } from './agency-fields.tsx'
import classes from './companies.module.css'
import { type CompanyForm as Form, EMAIL_MAX, type Subject, useCompanyForm } from './use-company-form.ts'

function Phone({ form, required }: { form: Form; required: boolean }) {
  const { ClientPhone, ClientPhoneCountryCode, isPhoneValid } = form.getValues()
  return (
    <PhoneInput
      label="Phone"
      required={required}
      value={ClientPhone}
      country={ClientPhoneCountryCode}
      error={form.errors.ClientPhone}
      onChange={({ phoneNumber, countryCode, isValid }) => {
        // Told again whenever the number is read anew: only what differs is a change.
        if (phoneNumber !== ClientPhone) form.setFieldValue('ClientPhone', phoneNumber)
        if (countryCode && countryCode !== ClientPhoneCountryCode)
          form.setFieldValue('ClientPhoneCountryCode', countryCode)
        if (isValid !== isPhoneValid) form.setFieldValue('isPhoneValid', isValid)
      }}
    />
  )
}

function ClientSwitches({ form }: { form: Form }) {
  return (
    <Group gap="xl">
      <Switch label="May add campaigns" {...form.getInputProps('mayAddCampaigns', { type: 'checkbox' })} />
      <Switch label="Sees phone numbers of leads" {...form.getInputProps('seesPhones', { type: 'checkbox' })} />
    </Group>
  )
}

const titleOf = ({ kind, row }: Subject) => (row ? `Edit ${row.company_name}` : kind === 'agency' ? 'New agency' : 'New client')

type Props = { subject: Subject; onClose: () => void; onSaved: () => void }

/** Makes or edits a company where it stands in its list. */
export function CompanyForm({ subject, onClose, onSaved }: Props) {
  const { form, save, isSaving, isRoot } = useCompanyForm(subject, onSaved)
  const { kind, row } = subject
  const title = titleOf(subject)
  useLeaveGuard(form.isDirty())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className={classes.form} aria-label={title} noValidate onSubmit={submit}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TextInput
          label="Company name"
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('ClientCompanyName')}
        />
        <TextInput label="Full name" required maxLength={120} autoComplete="off" {...form.getInputProps('ClientFullName')} />
        <EmailInput label="E-mail" required maxLength={EMAIL_MAX} autoComplete="off" {...form.getInputProps('ClientEmail')} />
        <Phone form={form} required={row !== undefined} />
        {kind === 'agency' && <SubDomainField form={form} isNew={row === undefined} />}
      </SimpleGrid>
      {kind === 'agency' && isRoot && row && <AgencyFields form={form} row={row} />}
      {kind === 'client' && <ClientSwitches form={form} />}
      <Group gap="xs">
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
