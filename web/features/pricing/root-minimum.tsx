import { Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { priceText, readPrice } from '#shared/money/price-text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { changedFrom } from '../../ui/only-changed.ts'
import { findFault } from '../../ui/price-fault.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

type Saved = Extract<Output<'settings.get'>, { settingName: 'rootminspend' }>['data']
const priceOf = (text: string) => readPrice(text, 2) ?? 0

/** What agencies without a plan must spend. */
export function RootMinimum({ mayChange }: { mayChange: boolean }) {
  const { companyId, companyRootId } = useMe()
  const found = useCall('settings.get', {
    companyId: companyId,
    settingName: 'rootminspend',
    rootId: companyRootId,
  })
  const { data } = found
  if (data?.settingName === 'rootminspend') return <Form saved={data.data} mayChange={mayChange} />
  return <NotYet of={found} title="The minimum could not be loaded" rows={4} height={16} />
}

const textsOf = ({
  isOn,
  first,
  second,
  monthly,
}: Record<'first' | 'second' | 'monthly', number> & { isOn: boolean }) => ({
  status: isOn,
  firstMonth: priceText(first),
  secondMonth: priceText(second),
  monthly: priceText(monthly),
})

function Form({ saved, mayChange }: { saved: Saved; mayChange: boolean }) {
  const { companyId } = useMe()
  const { send, sending } = useSend('settings.save')
  const {
    values,
    setValues,
    began,
    met,
    isDirty,
    sending: leaves,
  } = useKept({
    isOn: saved.status,
    first: priceOf(saved.firstMonth),
    second: priceOf(saved.secondMonth),
    monthly: priceOf(saved.monthly),
  })
  const { isOn, first, second, monthly } = values
  const set = (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes }))
  const { errors, setErrors, mend } = useFieldErrors()
  useLeaveGuard(isDirty)
  const save = async () => {
    if (findFault([first, second, monthly])) return
    setErrors({})
    const kept = leaves(values)
    const { seen, ...value } = changedFrom(textsOf(began), textsOf(values), textsOf(met))
    try {
      const { message } = await send({
        companyId: companyId,
        settingName: 'rootminspend',
        value,
        seen,
      })
      kept()
      notify('success', message)
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messageOf(error))
    }
  }
  const field = (name: 'first' | 'second' | 'monthly', path: string) => ({
    decimals: 2 as const,
    readOnly: !mayChange,
    price: values[name],
    error: errors[path],
    onChange: (price: number) => {
      mend(path)
      set({ [name]: price })
    },
  })
  return (
    <Paper p="lg" maw={640}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Agencies without a plan
          </Title>
          <Text size="sm" c="dimmed">
            The difference to what an agency spent is charged to its card the day after its month ends.
          </Text>
        </div>
        <Switch
          label="They must spend a minimum"
          disabled={!mayChange}
          checked={isOn}
          onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <PriceInput label="First month" {...field('first', 'value.firstMonth')} />
          <PriceInput label="Second month" {...field('second', 'value.secondMonth')} />
          <PriceInput label="Every month after" {...field('monthly', 'value.monthly')} />
        </SimpleGrid>
        {mayChange && (
          <Group justify="flex-end">
            <Button loading={sending} onClick={() => void save()}>
              Save minimum
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
