import { type UseFormReturnType, useForm } from '@mantine/form'
import { DEFAULT_COUNTRY, EMAIL_MAX } from '#shared/constants.ts'
import type { Input, Output } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

export type StaffRow = Output<'administrators.list'>['data'][number]
export type StaffKind = 'administrator' | 'user' | 'sales'
export type Subject = { kind: 'administrators' | 'sales'; isRoot: boolean; row?: StaffRow | undefined }

export type StaffValues = {
  ClientFullName: string
  ClientEmail: string
  ClientPhone: string
  ClientPhoneCountryCode: string
  isPhoneValid: boolean | undefined
  userType: StaffKind
  ClientRole: string
  defaultAdmin: boolean
  customercare: boolean
  adminGetNotification: boolean
  /** Without it the role alone decides, whatever the next line says. */
  ownPermissions: boolean
  reportAnalytics: boolean
  salesKind: StaffRow['sales_kind']
}
export type StaffForm = UseFormReturnType<StaffValues>

const startOf = ({ kind, isRoot, row }: Subject): StaffValues => ({
  ClientFullName: row?.name ?? '',
  ClientEmail: row?.email ?? '',
  ClientPhone: row?.phonenum ?? '',
  ClientPhoneCountryCode: row?.phone_country_code || DEFAULT_COUNTRY,
  isPhoneValid: undefined,
  userType: kind === 'sales' ? 'sales' : isRoot ? 'user' : 'administrator',
  ClientRole: row?.role_id ?? '',
  defaultAdmin: row?.defaultAdmin === 'T',
  customercare: row?.customercare === 'T',
  adminGetNotification: row?.adminGetNotification === 'T',
  ownPermissions: row?.permission_active !== 'F',
  reportAnalytics: row?.user_permissions.report_analytics === 'T',
  salesKind: row?.sales_kind ?? '',
})

function emailFault(value: string): string | null {
  const email = value.trim()
  if (email === '') return 'Enter an e-mail address.'
  if (email.length > EMAIL_MAX) return `Use at most ${EMAIL_MAX} characters.`
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? null : 'Enter a valid e-mail address.'
}

const nameFault = (value: string) => (value.trim() === '' ? 'Enter a full name.' : null)

const checksFor = ({ kind, row }: Subject) => ({
  ClientFullName: nameFault,
  ClientEmail: emailFault,
  ClientPhone: (value: string, { isPhoneValid }: StaffValues) => {
    // Whoever is invited may do without; whoever is edited is asked for one.
    if (value.trim() === '') return row ? messages.phone : null
    return isPhoneValid === false ? messages.phone : null
  },
  salesKind: (value: string) => (kind === 'sales' && value === '' ? 'Choose what kind of sales person this is.' : null),
})

const flag = (isOn: boolean) => (isOn ? ('T' as const) : ('F' as const))

function toInput({ kind, isRoot }: Subject, values: StaffValues) {
  const { ClientFullName, ClientEmail, ClientPhone, ClientPhoneCountryCode, salesKind } = values
  return {
    ...{ ClientFullName, ClientEmail: ClientEmail.trim().toLowerCase(), ClientPhone, ClientPhoneCountryCode },
    ...(kind === 'sales'
      ? { ...(salesKind && { salesKind }) }
      : {
          ClientRole: values.defaultAdmin ? '' : values.ClientRole,
          defaultAdmin: flag(values.defaultAdmin),
          customercare: flag(values.customercare),
          adminGetNotification: flag(values.adminGetNotification),
          ...(isRoot && {
            permission_active: flag(values.ownPermissions),
            user_permissions: { report_analytics: flag(values.reportAnalytics) },
          }),
        }),
  } satisfies Partial<Input<'clients.update'>>
}

/** What a failure says: the server's own words where it refused, a fixed sentence where it broke. */
export const failureText = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? messageOf(error) : messages.busy

export function useStaffForm(subject: Subject, onSaved: () => void) {
  const create = useSend('clients.create')
  const update = useSend('clients.update')
  const form = useForm<StaffValues>({
    initialValues: startOf(subject),
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
    try {
      const { message } = subject.row
        ? await update.send({ ClientID: subject.row.id, action: 'staff', ...input })
        : await create.send({ userType: values.userType, ...input })
      notify('success', message)
      onSaved()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      form.setErrors(fields)
      focusFirst(fields)
      notify('danger', failureText(error))
    }
  }
  return { form, save, isSaving: create.sending || update.sending }
}
