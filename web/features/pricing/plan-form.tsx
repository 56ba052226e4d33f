import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { messages } from '#shared/messages.ts'
import { MOST_MONTHS } from '#shared/money/minimum-spend.ts'
import { priceText, readPrice } from '#shared/money/price-text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { changedFrom } from '../../ui/only-changed.ts'
import { findFault } from '../../ui/price-fault.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

export type Plan = Output<'pricing.listPlans'>['data'][number]
type Month = { id: number; price: number }
type Values = { name: string; flat: number; months: Month[] }

const priceOf = (text: string) => readPrice(text, 2) ?? 0

const textsOf = ({ name, flat, months }: Values) => ({
  planName: name.trim(),
  months: months.map(({ price }) => priceText(price)),
  flatMonth: priceText(flat),
})

/** Makes a plan, or changes one. */
export function PlanForm({ plan, onClose }: { plan: Plan | undefined; onClose: () => void }) {
  const create = useSend('pricing.createPlan')
  const update = useSend('pricing.updatePlan')
  const { values, setValues, began, met, isDirty } = useKept({
    name: plan?.planName ?? '',
    flat: priceOf(plan?.flatMonth ?? '0'),
    months: (plan?.months ?? []).map((text, id): Month => ({ id, price: priceOf(text) })),
  })
  const { name, flat, months } = values
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const setMonths = (next: Month[]) => {
    mend('months')
    set({ months: next })
  }
  const settle = useLeaveGuard(isDirty, onClose)
  const { errors, setErrors, mend } = useFieldErrors()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    if (findFault([flat, months])) return
    if (name.trim() === '') return setErrors({ planName: 'Enter a name for the plan.' })
    const sent = textsOf(values)
    try {
      const { message } = plan
        ? await update.send({
            idMinimumSpend: plan.idMinimumSpend,
            ...changedFrom(textsOf(began), sent, textsOf(met)),
          })
        : await create.send(sent)
      settle()
      notify('success', message)
      onClose()
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messageOf(error, messages.busy))
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
            set({ name: currentTarget.value })
          }}
        />
        {months.map(({ id, price }, at) => (
          <Group key={id} gap="xs" align="flex-end" wrap="nowrap">
            <PriceInput
              label={`Month ${at + 1}`}
              flex={1}
              decimals={2}
              price={price}
              error={at === 0 && errors.months}
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
            set({ flat: next })
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
