import { Button, Group, Select, SimpleGrid, Switch, TextInput, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import { lineNamesOf } from '../../api/line-names.ts'
import { useMe } from '../../api/session-store.ts'
import { addressHint } from '../../ui/address-hint.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { useFocusReturn } from '../../ui/focus-return.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { BelowHeading } from '../../ui/heading.tsx'
import { InviteHint } from '../../ui/invite-hint.tsx'
import { isPhoneFormDirty, PhoneOfForm } from '../../ui/phone/phone-of-form.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { AgencyFields, SubDomainField } from './agency-fields.tsx'
import classes from './companies.module.css'
import {
  type DomainOfForm,
  type CompanyForm as Form,
  type LandingLine,
  type Subject,
  useCompanyForm,
} from './use-company-form.ts'

function ClientSwitches({ form }: { form: Form }) {
  return (
    <Group className={classes.switches}>
      <Switch label="May add campaigns" {...form.getInputProps('mayAddCampaigns', { type: 'checkbox' })} />
      <Switch label="Sees phone numbers of leads" {...form.getInputProps('seesPhones', { type: 'checkbox' })} />
      <Switch label="Gets mails about leads" {...form.getInputProps('getsMail', { type: 'checkbox' })} />
      <Switch label="May edit shared sheets" {...form.getInputProps('editsSheets', { type: 'checkbox' })} />
    </Group>
  )
}

const landingLines = ['local', 'locator'] as const satisfies LandingLine[]

/** Nothing is asked where the person who fills in the form has one of the two products alone: its clients land there. */
function LandsOn({ form }: { form: Form }) {
  const names = lineNamesOf(useMe())
  const lines = landingLines.filter((line) => names[line] !== '')
  if (lines.length < 2) return null
  return (
    <Select
      label="Starts at"
      description="The dashboard that opens when this client logs in."
      allowDeselect={false}
      data={lines.map((value) => ({ value, label: names[value] }))}
      {...form.getInputProps('landsOn')}
    />
  )
}

const titleOf = ({ kind, row }: Subject) =>
  row ? `Edit ${row.companyName}` : kind === 'agency' ? 'New agency' : 'New client'

type Props = {
  subject: Subject
  /** What it shows of the company's own domain. */
  domain?: ((form: DomainOfForm) => ReactNode) | undefined
  onClose: () => void
  onSaved: () => void
}

/** Makes or edits a company where it stands in its list. */
export function CompanyForm({ subject, domain, onClose, onSaved }: Props) {
  const { kind, row } = subject
  const root = useRef<HTMLFormElement>(null)
  // A row gives the focus back by itself; what was pressed to add a company may be pressed again once this form is gone.
  useFocusReturn(!row, root)
  const { form, save, isSaving, isRoot, domainOfForm } = useCompanyForm(subject, onSaved)
  const title = titleOf(subject)
  const refusalForInvite = useMe().whyNotInvite
  useLeaveGuard(isPhoneFormDirty(form), onClose)
  const { error: emailError, onBlur } = form.getInputProps('email')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form ref={root} className={classes.form} aria-label={title} noValidate onSubmit={submit}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {!row && <InviteHint why={refusalForInvite} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TextInput
          label="Company name"
          required
          maxLength={120}
          autoComplete="off"
          ref={first}
          {...form.getInputProps('companyName')}
        />
        <TextInput label="Full name" required maxLength={120} autoComplete="off" {...form.getInputProps('fullName')} />
        <EmailInput
          label="E-mail"
          required
          maxLength={EMAIL_MAX}
          autoComplete="off"
          error={emailError}
          {...(row
            ? { description: addressHint(row), readOnly: row.whyNotSignIn !== '' }
            : { description: 'An invitation to choose a password is sent there.' })}
          onBlur={onBlur}
          value={form.getValues().email}
          onChange={(text) => form.setFieldValue('email', text)}
        />
        <PhoneOfForm
          values={form.getValues()}
          error={form.errors.phone}
          required={row !== undefined}
          onNumber={(number) => form.setFieldValue('phone', number)}
          onCountry={(code) => form.setFieldValue('phoneCountryCode', code)}
          onValid={(isValid) => form.setFieldValue('isPhoneValid', isValid)}
        />
        {kind === 'client' && <LandsOn form={form} />}
        {/* Sales people give no agency another address. */}
        {kind === 'agency' && isRoot && <SubDomainField form={form} isNew={!row} />}
      </SimpleGrid>
      {kind === 'agency' && isRoot && row && <AgencyFields form={form} row={row} />}
      {domain && <BelowHeading>{domain(domainOfForm)}</BelowHeading>}
      {kind === 'client' && <ClientSwitches form={form} />}
      {!row && (
        <Switch
          label="Ask for a code by mail at each sign-in"
          {...form.getInputProps('asksCode', { type: 'checkbox' })}
        />
      )}
      <FormButtons justify="flex-start">
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
        <CancelButton onCancel={onClose} />
      </FormButtons>
    </form>
  )
}
