import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { onboardingFault } from '#shared/money/onboarding.ts'
import { priceText, readPrice } from '#shared/money/price-text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

/** What agencies pay once for the developer API. */
export function DeveloperFee({ mayChange }: { mayChange: boolean }) {
  const { companyId, companyRootId } = useMe()
  const asked = { companyId, settingName: 'developerfee', rootId: companyRootId } as const
  const found = useCall('settings.get', asked)
  const { data } = found
  if (data?.settingName === 'developerfee') return <Form saved={data.data.amount} mayChange={mayChange} />
  return <NotYet of={found} title="The fee could not be loaded" rows={3} height={16} />
}

function Form({ saved, mayChange }: { saved: string; mayChange: boolean }) {
  const { companyId } = useMe()
  const { send, sending } = useSend('settings.save')
  const answered = readPrice(saved, 2) ?? 0
  const { values: fee, setValues: setFee, met, isDirty, sending: leaves } = useKept<number>(answered)
  const { errors, setErrors, mend } = useFieldErrors()
  useLeaveGuard(isDirty)
  const save = async () => {
    const amount = priceText(fee)
    const found = onboardingFault(amount)
    setErrors(found ? { 'value.amount': found } : {})
    if (found) return
    const isKept = leaves(fee)
    try {
      const { message } = await send({
        companyId,
        settingName: 'developerfee',
        value: { amount },
        seen: { amount: priceText(met) },
      })
      isKept()
      notify('success', message)
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messageOf(error))
    }
  }
  return (
    <Paper p="lg" maw={640}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Developer API
          </Title>
          <Text size="sm" c="dimmed">
            Charged once to the card of an agency when it accepts the developer agreement, and again after the mode was
            switched off in between. 0 charges nothing.
          </Text>
        </div>
        <Group align="flex-start">
          <PriceInput
            label="One-time fee"
            decimals={2}
            readOnly={!mayChange}
            price={fee}
            onChange={(price) => {
              mend('value.amount')
              setFee(price)
            }}
            error={errors['value.amount']}
          />
        </Group>
        {mayChange && (
          <Group justify="flex-end">
            <Button loading={sending} onClick={() => void save()}>
              Save fee
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
