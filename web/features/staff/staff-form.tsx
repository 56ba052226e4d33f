import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { addressHint } from '../../ui/address-hint.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { InviteHint } from '../../ui/invite-hint.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { isPhoneFormDirty, PhoneOfForm } from '../../ui/phone/phone-of-form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { salesKindNames } from './staff-columns.tsx'
import { type StaffForm as Form, type Subject, useStaffForm } from './use-staff-form.ts'

const switchOf = (
  form: Form,
  field: 'defaultAdmin' | 'customercare' | 'adminGetNotification' | 'ownPermissions' | 'reportAnalytics',
) => form.getInputProps(field, { type: 'checkbox' })

function Rights({ form, subject }: { form: Form; subject: Subject }) {
  const me = useMe()
  const { data, error } = useCall('roles.list', {
    companyID: me.company_id,
    getType: 'getrole',
    roleID: 'none',
    usrID: me.id,
  })
  const roles = data?.roles.map(({ roleID, roleName }) => ({ value: roleID, label: roleName })) ?? []
  const { defaultAdmin, ClientRole, ownPermissions } = form.getValues()
  return (
    <>
      {!subject.isRoot && !subject.row && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={[
            { value: 'administrator', label: 'Administrator' },
            { value: 'user', label: 'Agency staff' },
          ]}
          {...form.getInputProps('userType')}
        />
      )}
      <Select
        label="Role"
        description={defaultAdmin ? 'A default administrator has full rights.' : 'Without a role everything is open.'}
        placeholder={data || error ? 'No role' : 'Loading Data'}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the role', 'aria-hidden': false, tabIndex: 0, size: '1.5rem' }}
        disabled={defaultAdmin}
        data={roles}
        value={defaultAdmin ? null : ClientRole || null}
        error={
          form.errors.ClientRole ?? (!data && error ? 'The roles could not be loaded. Open the form again.' : null)
        }
        onChange={(id) => form.setFieldValue('ClientRole', id ?? '')}
      />
      <Switch
        label="Default administrator"
        description="Full rights, and the person to turn to."
        {...switchOf(form, 'defaultAdmin')}
      />
      <Switch label="Customer care" description="Shown to clients as a contact." {...switchOf(form, 'customercare')} />
      <Switch
        label="Gets notifications"
        description="Campaign and billing notices are mailed to them."
        {...switchOf(form, 'adminGetNotification')}
      />
      {subject.isRoot && (
        <>
          <Switch
            label="Own permissions"
            description="Off, the role alone decides."
            {...switchOf(form, 'ownPermissions')}
          />
          <Switch label="Report analytics" disabled={!ownPermissions} {...switchOf(form, 'reportAnalytics')} />
        </>
      )}
    </>
  )
}

const titleOf = ({ kind, row }: Subject) => {
  if (row) return `Edit ${row.name}`
  return kind === 'sales' ? 'New sales person' : 'New administrator'
}

type Props = { subject: Subject; onClose: () => void; onSaved: () => void }

function hintOf({ row }: Subject, isOwn: boolean): string {
  if (isOwn) return 'You change your own address in your profile.'
  return row ? addressHint(row) : 'An invitation to choose a password is sent there.'
}

/** Invites or edits a person of the company beside the list. */
export default function StaffForm({ subject, onClose, onSaved }: Props) {
  const [isOpen, setOpen] = useState(true)
  const me = useMe()
  const { form, save, sudo, isSaving } = useStaffForm(subject, () => {
    setOpen(false)
    onSaved()
  })
  const { error: emailError, onBlur } = form.getInputProps('ClientEmail')
  const title = titleOf(subject)
  const isOwn = subject.row?.id === me.id
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <SidePanel
      opened={isOpen}
      isDirty={isPhoneFormDirty(form)}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={title}
    >
      <PasswordDialog opened={sudo.isAsking} onConfirm={sudo.confirm} onCancel={sudo.cancel} errorOf={messageOf} />
      <form onSubmit={submit} noValidate aria-label={title}>
        <Stack gap="md">
          {!subject.row && <InviteHint why={me.why_not_invite} />}
          <TextInput
            label="Full name"
            required
            maxLength={120}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('ClientFullName')}
          />
          <EmailInput
            label="E-mail"
            required
            maxLength={EMAIL_MAX}
            autoComplete="off"
            description={hintOf(subject, isOwn)}
            readOnly={isOwn || Boolean(subject.row?.why_not_sign_in)}
            error={emailError}
            onBlur={onBlur}
            value={form.getValues().ClientEmail}
            onChange={(text) => form.setFieldValue('ClientEmail', text)}
          />
          <PhoneOfForm
            values={form.getValues()}
            error={form.errors.ClientPhone}
            required={subject.row !== undefined}
            onNumber={(number) => form.setFieldValue('ClientPhone', number)}
            onCountry={(code) => form.setFieldValue('ClientPhoneCountryCode', code)}
            onValid={(isValid) => form.setFieldValue('isPhoneValid', isValid)}
          />
          {subject.kind === 'sales' ? (
            <Select
              label="Kind"
              required
              allowDeselect={false}
              placeholder="Choose one"
              data={Object.entries(salesKindNames).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('salesKind')}
            />
          ) : (
            <Rights form={form} subject={subject} />
          )}
          {/* A field that is left shows its fault and moves the buttons: they take no focus from it. */}
          <Group justify="flex-end" gap="xs" onMouseDown={(event) => event.preventDefault()}>
            <CancelButton onCancel={() => setOpen(false)} />
            <Button type="submit" loading={isSaving}>
              {subject.row ? 'Save' : 'Send invitation'}
            </Button>
          </Group>
        </Stack>
      </form>
    </SidePanel>
  )
}
