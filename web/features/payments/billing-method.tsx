import { Anchor, Paper, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { billingMethods, type BillingMethod as Method } from '#shared/model/billing.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { refreshMe } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

const labels = { credit_card: 'Credit card', data_wallet: 'Data Wallet' } as const satisfies Record<Method, string>

/** For agencies that pay directly: what their charges are taken from. Saved with the choice. */
export function BillingMethod({ companyId, method }: { companyId: string; method: Method }) {
  const { send } = useSend('payments.setBillingMethod')
  // What is being saved. The choices stay open meanwhile: one that was shut would lose the keyboard its place.
  const [chosen, setChosen] = useState<Method>()
  const [refusal, setRefusal] = useState('')
  const choose = async (text: string) => {
    const next = billingMethods.find((each) => each === text)
    if (!next || chosen !== undefined) return
    setRefusal('')
    if (next === method) return
    setChosen(next)
    try {
      notify('success', (await send({ companyId, billingMethod: next })).message)
      // What could not be paid may be paid now, and what was forced is free again.
      await refreshMe()
    } catch (error) {
      if (fieldsOf(error)) setRefusal(messageOf(error))
      else notify('danger', messageOf(error))
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <Paper p="lg" withBorder>
      <Radio.Group
        label="Pay from"
        description="What the platform charges for campaigns is taken from it."
        value={chosen ?? method}
        error={
          refusal && (
            <>
              {refusal}{' '}
              <Anchor component={Link} to={pathTo('wallet')} inherit>
                Go to the Data Wallet
              </Anchor>
            </>
          )
        }
        onChange={(text) => void choose(text)}
      >
        <Stack gap="xs" my="xs">
          {billingMethods.map((each) => (
            <Radio key={each} value={each} label={labels[each]} />
          ))}
        </Stack>
      </Radio.Group>
    </Paper>
  )
}
