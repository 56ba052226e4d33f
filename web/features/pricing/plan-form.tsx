import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { MOST_MONTHS } from '#shared/money/minimum-spend.ts'
import { priceText, readPrice } from '#shared/money/price-text.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { findFault } from '../../ui/price-fault.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

export type Plan = Output<'pricing.listPlans'>['data'][number]
type Month = { id: number; price: number }

const priceOf = (text: string) => readPrice(text, 2) ?? 0

/** Makes a plan, or changes one. */
export function PlanForm({ plan, onClose }: { plan: Plan | undefined; onClose: () => void }) {
  const create = useSend('pricing.createPlan')
  const update = useSend('pricing.updatePlan')
  const [name, setName] = useState(plan?.planName ?? '')
  const [flat, setFlat] = useState(priceOf(plan?.flatMonth ?? '0'))
  const [months, setMonths] = useState<Month[]>(() =>
    (plan?.months ?? []).map((text, id) => ({ id, price: priceOf(text) })),
  )
  const now = JSON.stringify([name, flat, months.map(({ price }) => price)])
  const [start] = useState(now)
  const settle = useLeaveGuard(now !== start, onClose)
  const { errors, setErrors, mend } = useFieldErrors()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    if (findFault([flat, months])) return
    if (name.trim() === '') return setErrors({ planName: 'Enter a name for the plan.' })
    const sent = {
      planName: name.trim(),
      months: months.map(({ price }) => priceText(price)),
      flatMonth: priceText(flat),
    }
    try {
      const { message } = plan
        ? await update.send({ idMinimumSpend: plan.idMinimumSpend, ...sent })
        : await create.send(sent)
      settle()
      notify('success', message)
      onClose()
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fields : {})
      notify('danger', messageOf(error, messages.busy))
    }
  }
  const nextId = months.reduce((most, { id }) => Math.max(most, id), -1) + 1
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={plan ? `Edit ${plan.planName}` : 'New plan'}>
      <Stack gap="sm" maw={420}>
        <TextInput
          label="Name"
          required
          maxLength={80}
          value={name}
          error={errors.planName}
          onChange={({ currentTarget }) => {
            mend('planName')
            setName(currentTarget.value)
          }}
        />
        {months.map(({ id, price }, at) => (
          <Group key={id} gap="xs" align="flex-end" wrap="nowrap">
            <PriceInput
              label={`Month ${at + 1}`}
              flex={1}
              decimals={2}
              price={price}
              onChange={(next) => setMonths(months.map((each) => (each.id === id ? { id, price: next } : each)))}
            />
            <CloseButton
              size="lg"
              aria-label={`Remove month ${at + 1}`}
              onClick={() => setMonths(months.filter((each) => each.id !== id))}
            />
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            disabled={months.length >= MOST_MONTHS}
            onClick={() => setMonths([...months, { id: nextId, price: 0 }])}
          >
            Add a month
          </Button>
        </Group>
        <PriceInput
          label="Every month after"
          decimals={2}
          price={flat}
          error={errors.flatMonth}
          onChange={(next) => {
            mend('flatMonth')
            setFlat(next)
          }}
        />
        <Group gap="xs">
          <Button type="submit" loading={create.sending || update.sending}>
            Save plan
          </Button>
          <CancelButton onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
