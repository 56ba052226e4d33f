import { Button, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { addressHint } from '../../ui/address-hint.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { InviteHint } from '../../ui/invite-hint.tsx'
import { isPhoneFormDirty, PhoneOfForm } from '../../ui/phone/phone-of-form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { salesKindNames } from './staff-columns.tsx'
import { Unlock } from './unlock.tsx'
import { type StaffForm as Form, type Subject, useStaffForm } from './use-staff-form.ts'

const switchOf = (
  form: Form,
  field: 'isDefaultAdmin' | 'isCustomerCare' | 'getsNotices' | 'ownPermissions' | 'reportAnalytics',
) => form.getInputProps(field, { type: 'checkbox' })

function Rights({ form, subject }: { form: Form; subject: Subject }) {
  const me = useMe()
  const { data, error, reload } = useCall('roles.list', {
    companyId: me.companyId,
    getType: 'getrole',
    roleId: 'none',
    userId: me.id,
  })
  const roles = data?.roles.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) ?? []
  const { isDefaultAdmin, roleId, ownPermissions } = form.getValues()
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
        description={isDefaultAdmin ? 'A default administrator has full rights.' : 'Without a role everything is open.'}
        // Who has a role is not said to have none because the roles are not known.
        placeholder={data ? 'No role: all open' : error === undefined ? 'Loading Data' : ''}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the role', 'aria-hidden': false, tabIndex: 0, size: '1.5rem' }}
        disabled={isDefaultAdmin}
        data={roles}
        value={isDefaultAdmin ? null : roleId || null}
        error={
          form.errors.roleId ??
          (!data && error !== undefined && (
            <TryAgain onRetry={() => void reload()}>The roles could not be loaded.</TryAgain>
          ))
        }
        onChange={(id) => form.setFieldValue('roleId', id ?? '')}
      />
      <Switch
        label="Default administrator"
        description="Full rights, and the person to turn to."
        {...switchOf(form, 'isDefaultAdmin')}
      />
      <Switch
        label="Customer care"
        description="Shown to clients as a contact."
        {...switchOf(form, 'isCustomerCare')}
      />
      <Switch
        label="Gets notifications"
        description="Campaign and billing notices are mailed to them."
        {...switchOf(form, 'getsNotices')}
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
  const { form, save, isSaving } = useStaffForm(subject, () => {
    setOpen(false)
    onSaved()
  })
  const { error: emailError, onBlur } = form.getInputProps('email')
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
      <form onSubmit={submit} noValidate aria-label={title}>
        <Stack gap="md">
          {!subject.row && <InviteHint why={me.whyNotInvite} />}
          <TextInput
            label="Full name"
            required
            maxLength={120}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('fullName')}
          />
          <EmailInput
            label="E-mail"
            required
            maxLength={EMAIL_MAX}
            autoComplete="off"
            description={hintOf(subject, isOwn)}
            readOnly={isOwn || Boolean(subject.row?.whyNotSignIn)}
            error={emailError}
            onBlur={onBlur}
            value={form.getValues().email}
            onChange={(text) => form.setFieldValue('email', text)}
          />
          <PhoneOfForm
            values={form.getValues()}
            error={form.errors.phone}
            required={subject.row !== undefined}
            onNumber={(number) => form.setFieldValue('phone', number)}
            onCountry={(code) => form.setFieldValue('phoneCountryCode', code)}
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
          <FormButtons>
            <CancelButton onCancel={() => setOpen(false)} />
            <Button type="submit" loading={isSaving}>
              {subject.row ? 'Save' : 'Send invitation'}
            </Button>
          </FormButtons>
        </Stack>
      </form>
      {subject.row && <Unlock row={subject.row} />}
    </SidePanel>
  )
}
