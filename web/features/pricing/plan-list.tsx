import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { priceCurrency, readPrice } from '#shared/money/price-text.ts'
import { messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { leave } from '../../ui/leave.ts'
import { notify } from '../../ui/notify.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { type Plan, PlanForm } from './plan-form.tsx'

const dollars = (text: string) => priceCurrency(readPrice(text, 2) ?? 0)
const SHOWN = 4

function monthsOf({ months }: Plan): string {
  if (months.length === 0) return 'None'
  const some = months.slice(0, SHOWN).map(dollars).join(', ')
  return months.length > SHOWN ? `${some} and ${months.length - SHOWN} more` : some
}

const columns: Column<Plan>[] = [
  {
    key: 'name',
    label: 'Plan',
    card: 'title',
    render: ({ planName, isDefault }) => (
      <Group gap="xs" wrap="nowrap">
        {planName}
        {isDefault && <Badge size="sm">Default</Badge>}
      </Group>
    ),
  },
  { key: 'months', label: 'First months', render: monthsOf, card: 'fact' },
  {
    key: 'flat',
    label: 'Every month after',
    numeric: true,
    render: ({ flatMonth }) => dollars(flatMonth),
    card: 'fact',
  },
]

/** The minimum-spend plans of the platform. */
export function PlanList({ mayChange }: { mayChange: boolean }) {
  const { data, error, isValidating, reload } = useCall('pricing.listPlans', {})
  const makeDefault = useSend('pricing.setDefaultPlan')
  const removal = useSend('pricing.removePlan')
  const may = useMay()
  const [editing, setEditing] = useState<Plan | 'new'>()
  const close = () => setEditing(undefined)
  const run = async (work: Promise<{ message: string }>) => {
    try {
      notify('success', (await work).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
  }
  const remove = async (plan: Plan) => {
    const children = 'Agencies can no longer be given this plan.'
    if (await confirm({ title: `Delete ${plan.planName}?`, children, confirmLabel: 'Delete', danger: true }))
      await run(removal.send({ idMinimumSpend: plan.idMinimumSpend }))
  }
  const actions = (plan: Plan): RowAction[] => [
    ...(mayChange
      ? [
          {
            key: 'edit',
            label: 'Edit',
            icon: <IconPencil size={16} />,
            onClick: () => leave('rows', () => setEditing(plan)),
          },
          {
            key: 'default',
            icon: <IconStar size={16} />,
            label: plan.isDefault ? 'New agencies begin without a plan' : 'Make default',
            onClick: () => void run(makeDefault.send({ idMinimumSpend: plan.isDefault ? '' : plan.idMinimumSpend })),
          },
        ]
      : []),
    ...(may('minimum-spend:update', 'DELETE')
      ? [
          {
            key: 'delete',
            label: 'Delete',
            icon: <IconTrash size={16} />,
            danger: true,
            onClick: () => void remove(plan),
          },
        ]
      : []),
  ]

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            Plans
          </Title>
          <Text size="sm" c="dimmed">
            What agencies must spend. A plan is given to an agency where it is edited.
          </Text>
        </div>
        {may('minimum-spend:update', 'POST') && (
          <Button disabled={editing === 'new'} onClick={() => leave('rows', () => setEditing('new'))}>
            Add plan
          </Button>
        )}
      </Group>
      {editing === 'new' && (
        <Paper p="lg">
          <OwnPlace kind="row">
            <PlanForm plan={undefined} onClose={close} />
          </OwnPlace>
        </Paper>
      )}
      <DataTable
        label="Minimum-spend plans"
        columns={columns}
        rows={data?.data}
        keyOf={(plan) => plan.idMinimumSpend}
        nameOf={(plan) => plan.planName}
        refreshing={isValidating && data !== undefined}
        actions={actions}
        error={
          error === undefined
            ? undefined
            : { title: 'The plans could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={{ title: 'No plans yet', text: 'Agencies without a plan follow what is set above.' }}
        instead={(plan) =>
          editing !== 'new' &&
          editing?.idMinimumSpend === plan.idMinimumSpend && <PlanForm plan={plan} onClose={close} />
        }
      />
    </Stack>
  )
}
