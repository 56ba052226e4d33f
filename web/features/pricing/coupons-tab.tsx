import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { priceCurrency, readPrice } from '#shared/money/price-text.ts'
import { messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { CouponForm } from './coupon-form.tsx'

type Coupon = Output<'pricing.listCoupons'>['data'][number]

const worth = ({ type, value }: Coupon) => (type === 'percent' ? `${value}%` : priceCurrency(readPrice(value, 2) ?? 0))

const columns: Column<Coupon>[] = [
  {
    key: 'code',
    label: 'Code',
    card: 'title',
    render: ({ code, isValid }) => (
      <Group gap="xs" wrap="nowrap">
        {code}
        {!isValid && (
          <Badge size="sm" color="gray">
            Over
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'worth', label: 'Takes off', numeric: true, render: worth, card: 'fact' },
  { key: 'uses', label: 'Used', numeric: true, render: ({ uses, maxUses }) => `${uses} of ${maxUses}`, card: 'fact' },
  { key: 'expiry', label: 'Last day', render: ({ expiry }) => expiry || '—' },
]

/** Coupons that make the onboarding charge less. */
export default function CouponsTab() {
  const may = useMay()
  const { data, error, isValidating, reload } = useCall('pricing.listCoupons', {})
  const { send } = useSend('pricing.removeCoupon')
  const [isAdding, setAdding] = useState(false)
  const remove = async ({ code }: Coupon) => {
    const children = 'Nobody can use the code any more. Charges that it made less stay as they are.'
    if (!(await confirm({ title: `Delete ${code}?`, children, confirmLabel: 'Delete', danger: true }))) return
    try {
      notify('success', (await send({ code })).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
  }
  const actions = (coupon: Coupon): RowAction[] =>
    may('onboarding:update', 'DELETE')
      ? [
          {
            key: 'delete',
            label: 'Delete',
            icon: <IconTrash size={16} />,
            danger: true,
            onClick: () => void remove(coupon),
          },
        ]
      : []
  const add = may('onboarding:update', 'POST') && (
    <Button disabled={isAdding} onClick={() => setAdding(true)}>
      Add coupon
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Codes that agencies enter when they save their first card. Uses count when a charge went well.
        </Text>
        {add}
      </Group>
      {isAdding && (
        <Paper p="lg">
          <OwnPlace>
            <CouponForm onClose={() => setAdding(false)} />
          </OwnPlace>
        </Paper>
      )}
      <DataTable
        label="Coupons"
        columns={columns}
        rows={data?.data}
        keyOf={({ code }) => code}
        nameOf={({ code }) => code}
        refreshing={isValidating && data !== undefined}
        actions={actions}
        error={
          error === undefined
            ? undefined
            : { title: 'The coupons could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={{ title: 'No coupons yet', text: 'A coupon makes the onboarding charge of an agency less.' }}
      />
    </Stack>
  )
}
