import { Alert, Table, Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { salesLabels } from '#shared/model/sales-kinds.ts'
import { parseCents, ZERO } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import type { Output } from '../../api/terms.ts'
import { dayAndTime } from '../../ui/time-ago.ts'

type Unpaid = Output<'sales.commission'>['unpaid']

/** What sales people did not get of what the agency paid, and why. */
export function UnpaidShares({ shares }: { shares: Unpaid }) {
  if (shares.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="Commissions that are not paid" mt="lg">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shares.map(({ sales, amount, createdAt, reason, isTried }) => (
            <Table.Tr key={`${sales} ${createdAt}`}>
              <Table.Td>
                {salesLabels[sales]}, {dayAndTime(createdAt, SYSTEM_ZONE)}
                <Text size="xs">
                  {reason} {isTried ? 'It is tried again each day.' : 'It is not tried any more: pay it elsewhere.'}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{toCurrency(parseCents(amount) ?? ZERO)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  )
}

type TakenBack = Output<'sales.commission'>['takenBack']

/** What came back of shares that were paid, because something of their payments went back, and what stands in the way of the rest. */
export function TakenBackShares({ shares }: { shares: TakenBack }) {
  if (shares.length === 0) return null
  return (
    <Alert color="gray" title="Commissions that were taken back" mt="lg">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th ta="right">Taken back</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shares.map(({ sales, amount, back, createdAt, reason, isTried }) => (
            <Table.Tr key={`${sales} ${createdAt}`}>
              <Table.Td>
                {salesLabels[sales]}, {dayAndTime(createdAt, SYSTEM_ZONE)}
                {reason && (
                  <Text size="xs">
                    {reason}{' '}
                    {isTried ? 'It is tried again each day.' : 'It is not tried any more: settle it elsewhere.'}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">
                {toCurrency(parseCents(back) ?? ZERO)} of {toCurrency(parseCents(amount) ?? ZERO)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  )
}
