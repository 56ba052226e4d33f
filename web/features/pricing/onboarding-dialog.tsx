import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { onboardingFault } from '#shared/money/onboarding.ts'
import { fieldsOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { changedFrom } from '../../ui/only-changed.ts'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import type { CompanyRow } from './company-row.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { usePriceRights } from './use-price-rights.ts'

type Props = { row: CompanyRow; onClose: () => void }
type Values = { amount: string; enableCoupon: boolean }

/** What an agency is charged once, when it saves its first card. */
export default function OnboardingDialog({ row, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const found = useCall('pricing.getOnboarding', {
    companyId: row.companyId,
    companyRootId: row.companyRootId,
    settingName: 'agencyonboardingcustom',
  })
  const { data } = found
  return (
    <Dialog opened={isOpen} onClose={close} onExitTransitionEnd={onClose} title="Onboarding charge">
      <Text size="sm" c="dimmed" mb="md">
        {row.companyName} is charged this once, when it saves its first card.
        {data?.isOver && ' It has saved one: a change has no effect any more.'}
        {row.excludeOnboardCharge && ' It is excluded from the charge.'}
      </Text>
      {data && <Form key={row.companyId} row={row} saved={data.data} onDone={close} />}
      <NotYet of={found} title="The charge could not be loaded" rows={3} height={28} />
    </Dialog>
  )
}

function Form({ row, saved, onDone }: { row: CompanyRow; saved: Values; onDone: () => void }) {
  const { maySetOnboarding: mayUpdate } = usePriceRights()
  const { send, sending } = useSend('pricing.setOnboarding')
  const { values, setValues, began, met, isDirty, sending: leaves } = useKept(saved)
  const { amount, enableCoupon } = values
  const [fault, setFault] = useState<string | null>(null)
  const { errors, setErrors, mend } = useFieldErrors()
  const settle = useLeaveGuard(isDirty)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = onboardingFault(amount)
    setFault(found)
    setErrors({})
    if (found) return
    const isKept = leaves()
    try {
      const now = { amount: amount.trim(), enableCoupon }
      const { message } = await send({ companyId: row.companyId, ...changedFrom(began, now, met) })
      isKept()
      settle()
      notify('success', message)
      onDone()
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messages.settingFailed)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Onboarding charge">
      <Stack gap="md">
        <TextInput
          label="Amount"
          description="0 charges nothing."
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          readOnly={!mayUpdate}
          value={amount}
          error={errors.amount ?? fault}
          onChange={({ currentTarget }) => {
            setValues({ ...values, amount: currentTarget.value })
            setFault(null)
            mend('amount')
          }}
          onBlur={() => setFault(onboardingFault(amount))}
        />
        <Switch
          label="Takes coupons"
          description="The agency may enter a coupon when it saves its card."
          disabled={!mayUpdate}
          checked={enableCoupon}
          onChange={({ currentTarget }) => setValues({ ...values, enableCoupon: currentTarget.checked })}
        />
      </Stack>
      <DialogButtons onCancel={onDone} isSaving={sending} mayUpdate={mayUpdate} />
    </form>
  )
}
