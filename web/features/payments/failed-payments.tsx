import { Alert, Stack, Table, Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import type { BillingMethod } from '#shared/model/billing.ts'
import { add, parseCents, ZERO } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import type { Output } from '../../api/terms.ts'
import { dayAndTime } from '../../ui/time-ago.ts'

type Failed = Output<'payments.getCard'>['failed']

export const totalOf = (failed: Failed) =>
  failed.reduce((sum, { amount }) => add(sum, parseCents(amount) ?? ZERO), ZERO)

const ways = {
  credit_card: 'Pay it again, or save another card, which pays it at once.',
  data_wallet: 'Top up your Data Wallet, or choose the credit card below, to pay it at once.',
} as const satisfies Record<BillingMethod, string>

const BY_HAND =
  'No card pays what is disputed: it is owed until the dispute is won, or until you settle it with the company that you pay.'

/** What became of the sum that is named. */
const becameOf = (failed: Failed): string => {
  if (isAllDisputed(failed)) return 'was taken back by the bank'
  return failed.some(({ disputed }) => disputed)
    ? 'could not be charged, or was taken back by the bank'
    : 'could not be charged'
}

/** Whether a bank took all of it back: then no card mends it. */
export const isAllDisputed = (failed: Failed) => failed.length > 0 && failed.every(({ disputed }) => disputed)

/** `children`: the button that mends it. */
type Props = { failed: Failed; method: BillingMethod; children?: ReactNode }

/** What could not be charged: which campaign, how much, why, and what happens next. */
export function FailedPayments({ failed, method, children }: Props) {
  const total = totalOf(failed)
  const disputed = failed.filter((payment) => payment.disputed)
  const isDisputed = isAllDisputed(failed)
  const next = failed.flatMap(({ nextTryAt }) => nextTryAt ?? [])
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={isDisputed ? 'A payment is disputed' : 'A payment failed'}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">
          {toCurrency(total)} {becameOf(failed)}, and your campaigns are stopped. {!isDisputed && ways[method]}
          {!isDisputed && next.length === 0 && ' It is not tried again by itself.'}
          {disputed.length > 0 && ` ${BY_HAND}`}
        </Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>For</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
              <Table.Th>Next try</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failed.map((payment) => (
              <Table.Tr key={`${payment.failedAt} ${payment.description} ${payment.campaignId}`}>
                <Table.Td>
                  <span dir="auto">{payment.campaignName || payment.description}</span>
                  <Text size="xs">{payment.reason}</Text>
                </Table.Td>
                <Table.Td ta="right">${payment.amount}</Table.Td>
                <Table.Td>{payment.nextTryAt ? dayAndTime(payment.nextTryAt) : 'None'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {!isDisputed && children}
      </Stack>
    </Alert>
  )
}
