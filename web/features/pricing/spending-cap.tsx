import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { fromCents, priceCurrency, priceText, readPrice } from '#shared/money/price-text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { showDay } from '../../ui/days.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

type Cap = Output<'pricing.spendingCap'>
const centsOf = (text: string) => (readPrice(text, 2) ?? 0) / 100
const shown = (text: string) => priceCurrency(fromCents(centsOf(text)))

/** Why the campaigns of a client get no leads at present, where that is its bound for a month. */
export function CapNotice({ companyId }: { companyId: string }) {
  const { data } = useCall('pricing.spendingCap', { companyId })
  return data?.isReached ? <Reached cap={data} /> : null
}

function Reached({ cap }: { cap: Cap }) {
  return (
    <Alert color="yellow" title="The bound of this month is reached" mb="md">
      All campaigns of this client together may cost {shown(cap.monthlyCap)} in a month, so they take no further leads
      before {showDay(cap.clearsOn)}. They go on by themselves then, or as soon as the bound is raised.
    </Alert>
  )
}

/** The most that all campaigns of a client may cost in a month. */
export function SpendingCap({ companyId, name }: { companyId: string; name: string }) {
  const found = useCall('pricing.spendingCap', { companyId })
  const { data, reload } = found
  if (data) return <Form cap={data} companyId={companyId} name={name} onSaved={() => void reload()} />
  return <NotYet of={found} title="The monthly bound could not be loaded" rows={3} height={24} />
}

type FormProps = { cap: Cap; companyId: string; name: string; onSaved: () => void }

function Form({ cap, companyId, name, onSaved }: FormProps) {
  const kept = centsOf(cap.monthlyCap)
  const { values: cents, setValues: setCents, met, isDirty, sending: leaves } = useKept<number>(kept)
  const { errors, setErrors, mend } = useFieldErrors()
  const { send, sending } = useSend('pricing.setSpendingCap')
  useLeaveGuard(isDirty)
  const save = async () => {
    setErrors({})
    const isKept = leaves(cents)
    try {
      const textOf = (amount: number) => priceText(fromCents(amount))
      const { message } = await send({ companyId, monthlyCap: textOf(cents), seen: { monthlyCap: textOf(met) } })
      isKept()
      notify('success', message)
      onSaved()
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messageOf(error))
    }
  }
  const used = kept === 0 ? 0 : Math.min(100, (100 * centsOf(cap.used)) / kept)
  return (
    <Paper p="lg" withBorder component="section" aria-label="Monthly bound">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Monthly bound
          </Title>
          <Text size="sm" c="dimmed">
            The most that the leads of all campaigns of {name} may cost in a calendar month. It is never exceeded; fees
            do not count.
          </Text>
        </div>
        {cap.isReached && <Reached cap={cap} />}
        {kept > 0 && (
          <div>
            <Text size="sm">
              {shown(cap.used)} of {shown(cap.monthlyCap)} used this month
            </Text>
            <Progress mt={4} value={used} aria-label="Used this month" {...(cap.isReached && { color: 'yellow' })} />
          </div>
        )}
        <MoneyInput
          label="The most in a month"
          description="Empty for no bound."
          maw={320}
          cents={cents || undefined}
          error={errors.monthlyCap}
          onChange={(next) => {
            mend('monthlyCap')
            setCents(next ?? 0)
          }}
        />
        <Group>
          <Button onClick={() => void save()} loading={sending}>
            Save bound
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
