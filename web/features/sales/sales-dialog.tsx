import { Button, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { salesLabels } from '#shared/model/sales-kinds.ts'
import { ApiError, fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { changedFrom, onlyChanged } from '../../ui/only-changed.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import classes from './sales-dialog.module.css'
import { TakenBackShares, UnpaidShares } from './unpaid-shares.tsx'

export type AgencyRow = Output<'companies.list'>['data'][number]
type Props = { row: AgencyRow; onClose: () => void }
const fields = [
  { name: 'salesRep', rate: 'salesRepRate', label: salesLabels.representative },
  { name: 'salesAE', rate: 'salesAERate', label: salesLabels.accountExecutive },
  { name: 'salesRef', rate: 'salesRefRate', label: salesLabels.referrer },
] as const
type Field = (typeof fields)[number]
type Values = Record<Field['name'], string>
type Rates = Partial<Record<Field['rate'], string>>
type Sent = Values & Rates

/** Who looks after an agency and who brought it. The same person may be more than one of the three. */
export default function SalesDialog({ row, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const people = useCall('sales.list', { companyId: row.companyRootId })
  const shares = useCall('sales.commission', { companyId: row.companyId })
  const { send, sending } = useSend('sales.assign')
  const refresh = useRefreshLists()
  const [start] = useState<Values>({
    salesRep: row.salesRepId,
    salesAE: row.accountExecutiveId,
    salesRef: row.referralId,
  })
  const [values, setValues] = useState(start)
  /** What was typed; until then the rates are those that the server names. */
  const [rates, setRates] = useState<Rates>({})
  const { errors: faults, setErrors: setFaults, mend } = useFieldErrors()
  const id = useId()
  const began: Sent = { ...start, ...Object.fromEntries(fields.map(({ rate }) => [rate, shares.data?.[rate]])) }
  const now: Sent = { ...began, ...values, ...rates }
  const isDirty = Object.keys(onlyChanged(began, now)).length > 0
  const choices = people.data?.data.map((person) => ({ value: person.id, label: person.name })) ?? []

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const { message } = await send({ companyId: row.companyId, ...changedFrom(began, now) })
      notify('success', message)
      setOpen(false)
      // The lists of companies show who it is.
      void refresh()
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      setFaults(fieldsOf(error) ?? {}, isRefused ? messageOf(error) : messages.settingFailed)
    }
  }

  return (
    <Dialog
      opened={isOpen}
      isDirty={isDirty}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Set Sales Person: ${row.companyName}`}
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button type="submit" form={id} loading={sending} disabled={!people.data}>
            Save
          </Button>
        </>
      }
    >
      {!people.data && people.error === undefined && <SkeletonLines rows={3} height={28} />}
      {!people.data && people.error !== undefined && (
        <ErrorState title="The sales people could not be loaded" onRetry={() => void people.reload()}>
          {messageOf(people.error)}
        </ErrorState>
      )}
      {people.data && shares.error !== undefined && !shares.data && (
        <ErrorState title="The commissions could not be loaded" onRetry={() => void shares.reload()}>
          Who looks after the agency can be changed all the same; the commissions stay as they are.
        </ErrorState>
      )}
      {people.data && (
        <form id={id} onSubmit={(event) => void submit(event)} noValidate aria-label="Set Sales Person">
          <Stack gap="md">
            {fields.map(({ name, rate, label }) => (
              <div key={name} className={classes.line}>
                <Select
                  label={label}
                  placeholder={choices.length > 0 ? 'Nobody' : 'Add sales people first'}
                  searchable
                  clearable
                  // Reached by the keyboard too.
                  clearButtonProps={{
                    'aria-label': `Clear ${label.toLowerCase()}`,
                    'aria-hidden': false,
                    tabIndex: 0,
                    size: '1.5rem',
                  }}
                  nothingFoundMessage="Nobody of this name"
                  data={choices}
                  error={faults[name]}
                  value={values[name] || null}
                  onChange={(chosen) => {
                    mend(name)
                    setValues({ ...values, [name]: chosen ?? '' })
                  }}
                />
                <TextInput
                  label="Commission"
                  aria-label={`Commission of the ${label.toLowerCase()}, per cent`}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={6}
                  rightSection="%"
                  disabled={!shares.data}
                  error={faults[rate]}
                  value={rates[rate] ?? shares.data?.[rate] ?? ''}
                  onChange={({ currentTarget }) => {
                    mend(rate)
                    setRates({ ...rates, [rate]: currentTarget.value })
                  }}
                />
              </div>
            ))}
          </Stack>
        </form>
      )}
      {people.data && shares.data && <UnpaidShares shares={shares.data.unpaid} />}
      {people.data && shares.data && <TakenBackShares shares={shares.data.takenBack} />}
    </Dialog>
  )
}
