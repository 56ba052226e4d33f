import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { DEFAULT_COUNTRY } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { failureText, fieldsOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import type { Input, Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { emailFault } from '../../ui/email-fault.ts'
import { notify } from '../../ui/notify.tsx'
import { changedFields } from '../../ui/phone/changed-fields.ts'
import type { PhoneValues } from '../../ui/phone/phone-of-form.tsx'

export type StaffRow = Output<'staff.list'>['data'][number]
export type StaffKind = 'administrator' | 'user' | 'sales'
export type Subject = { kind: 'administrators' | 'sales'; isRoot: boolean; row?: StaffRow | undefined }

export type StaffValues = PhoneValues & {
  fullName: string
  email: string
  userType: StaffKind
  roleId: string
  isDefaultAdmin: boolean
  isCustomerCare: boolean
  getsNotices: boolean
  /** Without it the role alone decides, no matter what the next line says. */
  ownPermissions: boolean
  reportAnalytics: boolean
  salesKind: StaffRow['salesKind']
}
export type StaffForm = UseFormReturnType<StaffValues>

const startOf = ({ kind, isRoot, row }: Subject): StaffValues => ({
  fullName: row?.name ?? '',
  email: row?.email ?? '',
  phone: row?.phone ?? '',
  phoneCountryCode: row?.phoneCountryCode || DEFAULT_COUNTRY,
  isPhoneValid: undefined,
  userType: kind === 'sales' ? 'sales' : isRoot ? 'user' : 'administrator',
  roleId: row?.roleId ?? '',
  isDefaultAdmin: row?.isDefaultAdmin ?? false,
  isCustomerCare: row?.isCustomerCare ?? false,
  getsNotices: row?.getsNotices ?? false,
  ownPermissions: row?.usesOwnPermissions ?? true,
  reportAnalytics: row?.userPermissions.reportAnalytics ?? false,
  salesKind: row?.salesKind ?? '',
})

const nameFault = (value: string) => (value.trim() === '' ? 'Enter a full name.' : null)

const checksFor = ({ kind, row }: Subject) => ({
  fullName: nameFault,
  email: emailFault,
  phone: (value: string, { isPhoneValid }: StaffValues) => {
    // Anybody who is invited may do without; the person who is edited is asked for one.
    if (value.trim() === '') return row ? messages.phone : null
    return isPhoneValid === false ? messages.phone : null
  },
  salesKind: (value: string) => (kind === 'sales' && value === '' ? 'Choose what kind of sales person this is.' : null),
})

function toInput({ kind, isRoot }: Subject, values: StaffValues) {
  const { fullName, email, phone, phoneCountryCode, salesKind } = values
  return {
    fullName,
    email: email.trim().toLowerCase(),
    phone,
    phoneCountryCode,
    ...(kind === 'sales'
      ? { ...(salesKind && { salesKind }) }
      : {
          roleId: values.isDefaultAdmin ? '' : values.roleId,
          isDefaultAdmin: values.isDefaultAdmin,
          isCustomerCare: values.isCustomerCare,
          getsNotices: values.getsNotices,
          ...(isRoot && {
            usesOwnPermissions: values.ownPermissions,
            userPermissions: { reportAnalytics: values.reportAnalytics },
          }),
        }),
  } satisfies Partial<Input<'companies.update'>>
}

export function useStaffForm(subject: Subject, onSaved: () => void) {
  const create = useSend('companies.create')
  const update = useSend('companies.update')
  // The row may be another one by the time that this is saved.
  const [began] = useState(() => startOf(subject))
  const form = useForm<StaffValues>({
    initialValues: began,
    validate: checksFor(subject),
    validateInputOnBlur: true,
  })
  const focusFirst = (errors: object) => {
    const [name] = Object.keys(errors)
    // The node is there once the error is drawn.
    if (name) queueMicrotask(() => form.getInputNode(name)?.focus())
  }
  const save = async () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirst(errors)
    const values = form.getValues()
    const input = toInput(subject, values)
    const changed = changedFields(toInput(subject, began), input)
    try {
      const { row } = subject
      const { message } = row
        ? await update.send({
            clientId: row.id,
            action: 'staff',
            ...changed,
            ...('roleId' in changed && { seen: { roleId: began.roleId } }),
          })
        : await create.send({ userType: values.userType, ...input })
      notify('success', message)
      onSaved()
    } catch (error) {
      if (isDeclined(error)) return
      const fields = fieldsOf(error) ?? {}
      form.setErrors(fields)
      focusFirst(fields)
      notify('danger', failureText(error))
    }
  }
  return { form, save, isSaving: create.sending || update.sending }
}
