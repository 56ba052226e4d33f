import { type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { type PaymentTerm, type ProductLine, paymentTerms } from '#shared/model/company.ts'
import { subdomainFault } from '#shared/model/subdomain.ts'
import { failureText, fieldsOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Input } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { emailFault } from '../../ui/email-fault.ts'
import { notify } from '../../ui/notify.tsx'
import { changedFields } from '../../ui/phone/changed-fields.ts'
import type { PhoneValues } from '../../ui/phone/phone-of-form.tsx'
import type { CompanyRow } from './use-company-list.ts'
import { useRights } from './use-rights.ts'

export type LandingLine = Exclude<CompanyRow['productLine'], ''>
export type CompanyValues = PhoneValues & {
  companyName: string
  fullName: string
  email: string
  subdomain: string
  selectedTerms: PaymentTerm[]
  selectedModules: ProductLine[]
  whiteLabel: boolean
  planMinSpendId: string
  excludesOnboardCharge: boolean
  apiMode: boolean
  isBeta: boolean
  mayAddCampaigns: boolean
  getsMail: boolean
  editsSheets: boolean
  seesPhones: boolean
  /** Of a new person: whether signing in asks for a mailed code. */
  asksCode: boolean
  /** Of a client: whose dashboard it lands on. */
  landsOn: LandingLine
}
export type CompanyForm = UseFormReturnType<CompanyValues>
/** What a part of the form hears from and tells to it, which asks for the company's own domain by itself. */
export type DomainOfForm = { fault: string; onTyped: (text: string | undefined) => void }
/** What is being made or edited: an agency below a root, or a client below an agency. */
export type Subject = { kind: 'agency' | 'client'; parentId: string; row?: CompanyRow }

const startOf = (row: CompanyRow | undefined): CompanyValues => ({
  companyName: row?.companyName ?? '',
  fullName: row?.name ?? '',
  email: row?.email ?? '',
  phone: row?.phone ?? '',
  phoneCountryCode: row?.phoneCountryCode || 'US',
  isPhoneValid: undefined,
  subdomain: row?.ownSubdomain ?? '',
  selectedTerms: row?.selectedTerms.filter(({ status }) => status).map(({ term }) => term) ?? ['Weekly'],
  selectedModules: row?.selectedModules.filter(({ status }) => status).map(({ type }) => type) ?? [],
  whiteLabel: row?.isWhiteLabel ?? true,
  planMinSpendId: row?.planMinSpendId ?? '',
  excludesOnboardCharge: row?.excludeOnboardCharge ?? false,
  apiMode: row?.apiMode ?? false,
  isBeta: row?.isBeta ?? false,
  mayAddCampaigns: !row?.disableClientAddCampaign,
  getsMail: !row?.receivesNoMail,
  editsSheets: row?.editsSheets ?? false,
  seesPhones: row?.showsPhone ?? true,
  asksCode: false,
  // Without a choice it is the first product.
  landsOn: row?.productLine || 'local',
})

const isFilled = (sentence: string) => (value: string) => (value.trim() === '' ? sentence : null)

/** Clients have none, and of a new agency it may be made from the name. */
const checkSubdomain = (isClient: boolean, isNew: boolean) => (value: string) => {
  const text = value.trim().toLowerCase()
  return isClient || (isNew && text === '') ? null : (subdomainFault(text) ?? null)
}

const checksFor = ({ kind, row }: Subject) => ({
  companyName: isFilled('Enter the name of the company.'),
  fullName: isFilled('Enter a full name.'),
  email: emailFault,
  phone: (value: string, { isPhoneValid }: CompanyValues) => {
    const isMissing = value.trim() === ''
    // A new company may do without; the person who is edited is asked for one.
    if (isMissing) return row ? messages.phone : null
    return isPhoneValid === false ? messages.phone : null
  },
  subdomain: checkSubdomain(kind === 'client', row === undefined),
  selectedTerms: (terms: PaymentTerm[]) => (kind === 'agency' && row && terms.length === 0 ? messages.term : null),
})

/** Products and terms of an agency, and whether it takes part in what is tried out, which only operators decide. */
const governed = ({ row }: Subject, values: CompanyValues) => ({
  selectedTerms: paymentTerms.map((term) => ({ term, status: values.selectedTerms.includes(term) })),
  selectedModules: (row?.selectedModules ?? []).map(({ type }) => ({
    type,
    status: values.selectedModules.includes(type),
  })),
  isWhiteLabel: values.whiteLabel,
  isBeta: values.isBeta,
})

/** Of each list those that were switched: the others stay as somebody else may have set them since. */
function switchedOnly<Sent extends Partial<ReturnType<typeof governed>>>(changed: Sent, before: Sent): Sent {
  const differs = <Entry extends { status: boolean }>(now: Entry[] | undefined, then: Entry[] | undefined) =>
    now?.filter((entry) => !then?.some((each) => JSON.stringify(each) === JSON.stringify(entry)))
  const terms = differs(changed.selectedTerms, before.selectedTerms)
  const modules = differs(changed.selectedModules, before.selectedModules)
  return { ...changed, ...(terms && { selectedTerms: terms }), ...(modules && { selectedModules: modules }) }
}

/** What only the platform that owns the installation decides. */
const mastered = (values: CompanyValues) => ({
  apiMode: values.apiMode,
  planMinSpendId: values.planMinSpendId,
  excludeOnboardCharge: values.excludesOnboardCharge,
})

function toInput(subject: Subject, values: CompanyValues, isRoot: boolean, isMaster: boolean) {
  const { companyName, fullName, email, phone, phoneCountryCode } = values
  const isClient = subject.kind === 'client'
  return {
    companyName,
    fullName,
    email: email.trim().toLowerCase(),
    phone,
    phoneCountryCode,
    ...(!isClient && { subdomain: values.subdomain.trim().toLowerCase() }),
    ...(isClient && {
      disableClientAddCampaign: !values.mayAddCampaigns,
      receivesNoMail: !values.getsMail,
      editsSheets: values.editsSheets,
      showsPhone: values.seesPhones,
      productLine: values.landsOn,
    }),
    // Later it is the person's own to set up; the person who keeps the company can take it off where sign-ins are unlocked.
    ...(!subject.row && values.asksCode && { twoFactorAuth: true }),
    ...(!isClient && isRoot && subject.row && governed(subject, values)),
    ...(!isClient && isRoot && isMaster && subject.row && mastered(values)),
  } satisfies Partial<Input<'companies.update'>>
}

export function useCompanyForm(subject: Subject, onSaved: () => void) {
  const { role } = useRights()
  const { rootId, masterId } = useTenant().data
  const create = useSend('companies.create')
  const update = useSend('companies.update')
  // The row may be another one by the time that this is saved.
  const [began, setBegan] = useState(() => startOf(subject.row))
  const form = useForm<CompanyValues>({
    initialValues: began,
    validate: checksFor(subject),
    validateInputOnBlur: true,
  })
  /** A domain that was typed and not asked for: the form's own button asks for it too. */
  const typedDomain = useRef<string>(undefined)
  const [domainFault, setDomainFault] = useState('')
  const onTyped = useCallback((text: string | undefined) => {
    typedDomain.current = text
    setDomainFault('')
  }, [])
  const focusFirst = (errors: object) => {
    const [name] = Object.keys(errors)
    // The node is there once the error is drawn.
    if (name) queueMicrotask(() => form.getInputNode(name)?.focus())
  }
  const save = async () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirst(errors)
    if (typedDomain.current === '')
      return setDomainFault('Enter a domain, or press “Remove” below it. Nothing is saved yet.')
    const inputOf = (values: CompanyValues) => toInput(subject, values, role === 'root', rootId === masterId)
    const values = form.getValues()
    const input = inputOf(values)
    const changed = switchedOnly(changedFields(inputOf(began), input), inputOf(began))
    try {
      const { row, parentId } = subject
      const { message } = row
        ? await update.send({
            clientId: row.id,
            action: 'downline' as const,
            ...changed,
            ...('planMinSpendId' in changed && { seen: { planMinSpendId: began.planMinSpendId } }),
            ...(typedDomain.current !== undefined && { domain: typedDomain.current }),
          })
        : await create.send({ companyId: parentId, ...input })
      notify('success', message)
      // What is changed back before the page has loaded the company anew is a change.
      setBegan(values)
      // And what was typed while this was on its way is not saved.
      form.resetDirty(values)
      onSaved()
    } catch (error) {
      if (isDeclined(error)) return
      const fields = fieldsOf(error) ?? {}
      form.setErrors(fields)
      setDomainFault(fields.domain ?? '')
      focusFirst(fields)
      notify('danger', failureText(error))
    }
  }
  return {
    form,
    save,
    isSaving: create.sending || update.sending,
    isRoot: role === 'root',
    domainOfForm: { fault: domainFault, onTyped },
  }
}
