import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs'
import IconCoinOff from '@tabler/icons-react/dist/esm/icons/IconCoinOff.mjs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { companyPath } from '#shared/access/routes.ts'
import { messages } from '#shared/messages.ts'
import { fromCents, priceCurrency, readCentiCents, readCents } from '#shared/money/price-text.ts'
import { failureText, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { showDay } from '../../ui/days.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './companies.module.css'
import { UnknownRefunds } from './unknown-refunds.tsx'

type Row = Output<'payments.listUnpaid'>['data'][number]

const money = (text: string) => priceCurrency(readCentiCents(text))

function whyNoTry({ attempts, disputed, unknown }: Pick<Row, 'attempts' | 'disputed' | 'unknown'>): string {
  if (unknown) return 'Not known yet'
  return disputed ? 'Disputed, not tried' : `No more tries after ${attempts}`
}

const columns: Column<Row>[] = [
  {
    key: 'company',
    label: 'Company',
    card: 'title',
    render: ({ companyId, companyName, agencyName, companyType }) => (
      <>
        <Anchor component={Link} to={companyPath(companyId, 'money')} size="sm" dir="auto">
          {companyName}
        </Anchor>
        {companyType === 'client' && (
          <Text size="xs" c="dimmed" dir="auto">
            Client of {agencyName}
          </Text>
        )}
      </>
    ),
  },
  { key: 'what', label: 'For', render: ({ description }) => <span dir="auto">{description}</span> },
  { key: 'amount', label: 'Amount', numeric: true, card: 'fact', render: ({ amount }) => money(amount) },
  {
    key: 'root',
    label: 'Your part',
    numeric: true,
    card: 'fact',
    under: 'amount',
    needsRoom: true,
    render: ({ rootAmount }) => money(rootAmount),
  },
  { key: 'since', label: 'Unpaid since', needsRoom: true, render: ({ failedAt }) => <RelativeTime at={failedAt} /> },
  {
    key: 'next',
    label: 'Next try',
    card: 'fact',
    render: ({ nextTryAt, ...row }) =>
      nextTryAt ? (
        <span>{showDay(nextTryAt.slice(0, 10))}</span>
      ) : (
        <Badge size="sm" color={row.unknown ? 'yellow' : 'red'}>
          {whyNoTry(row)}
        </Badge>
      ),
  },
  // The bank's sentence is written for the person who holds the card.
  {
    key: 'reason',
    label: 'Reason',
    needsRoom: true,
    render: ({ reason, unknown }) => (
      <span dir="auto">{unknown ? 'The account is not connected.' : reason.replace(/^Your card\b/, 'The card')}</span>
    ),
  },
]

type Props = { companyId: string; onClose: () => void }

/**
 * What companies owe after their cards declined, oldest first, and what nobody could look up; and the buttons that record that it was
 * paid otherwise, or was never charged.
 */
export default function UnpaidList({ companyId, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const { data, error, isValidating, isFormer, reload } = useCall(
    'payments.listUnpaid',
    { companyId, ...(cursor !== undefined && { cursor }) },
    { keep: true },
  )
  const { send, sending } = useSend('payments.settleManually')
  const maySettle = useMay()('settlement:update', 'PUT')
  const refresh = useRefreshLists()
  const rows = data?.data
  const total = (rows ?? []).reduce((sum, { rootAmount }) => sum + readCents(rootAmount), 0)

  async function settle(row: Row): Promise<void> {
    const isSure = await confirm({
      title: `Settle all that ${row.companyName} failed to pay?`,
      children:
        'It counts as paid outside the platform, and no card is charged. Campaigns that stopped for it are paused and must be started by hand. This cannot be undone.',
      confirmLabel: 'Settle',
      danger: true,
    })
    if (isSure) await say({ userId: row.userId })
  }

  async function sayNotCharged(row: Row): Promise<void> {
    const isSure = await confirm({
      title: `Was nothing charged to ${row.companyName}?`,
      children:
        'Say so only after you looked for the payment in the account that was asked. It is owed again, its campaigns stop, and its card may be charged. If it was charged after all, the client pays twice.',
      confirmLabel: 'It was not charged',
      danger: true,
    })
    if (isSure) await say({ userId: row.userId, notCharged: true })
  }

  async function say(what: { userId: string; notCharged?: true }): Promise<void> {
    try {
      notify('success', (await send(what)).message)
      await Promise.all([reload(), refresh()])
    } catch (fault) {
      notify('danger', what.notCharged ? failureText(fault) : messages.settleFailed)
    }
  }

  const actionsOf = (row: Row): RowAction[] => [
    {
      key: 'settle',
      // Whom it is about the row says beside it.
      label: 'Settle what is owed',
      icon: <IconCoin size={16} />,
      disabled: row.userId === '' || sending,
      onClick: () => void settle(row),
    },
    ...(row.unknown
      ? [
          {
            key: 'not-charged',
            label: 'Say that it was not charged',
            icon: <IconCoinOff size={16} />,
            disabled: row.userId === '' || sending,
            onClick: () => void sayNotCharged(row),
          },
        ]
      : []),
  ]

  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Unpaid invoices"
      size="80rem"
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          What agencies and their clients owe after a card declined or a bank took a payment back, oldest first. Their
          campaigns stand still. A client that never pays costs you the wholesale of its last period. What is not known
          yet may have been paid: it is looked up as soon as that works.
        </Text>
        {rows && rows.length > 0 && (
          <Text size="sm">
            Of these invoices <b>{priceCurrency(fromCents(total))}</b> is yours.
          </Text>
        )}
        {data && (
          <UnknownRefunds
            companyId={companyId}
            refunds={data.refunds ?? []}
            charges={data.charges ?? []}
            mayEnd={maySettle}
            onDone={() => Promise.all([reload(), refresh()])}
          />
        )}
        {/* In whole: a cell of the table cuts it, and it says what to do. */}
        {(rows ?? [])
          .filter(({ unknown }) => unknown)
          .map((row) => (
            <Alert
              key={row.id}
              color="yellow"
              title={<span dir="auto">{`${row.companyName}: ${row.description}`}</span>}
            >
              <Text size="sm" className={classes.long}>
                {row.reason}
              </Text>
            </Alert>
          ))}
        <DataTable
          label="Unpaid invoices"
          columns={columns}
          rows={rows}
          keyOf={(row) => row.id}
          nameOf={(row) => `${row.companyName}: ${row.description}`}
          refreshing={isValidating && data !== undefined}
          error={
            error === undefined || data
              ? undefined
              : { title: 'The list could not be loaded', text: messageOf(error), onRetry: () => void reload() }
          }
          actions={(row) => (maySettle ? actionsOf(row) : [])}
          empty={
            data?.refunds || data?.charges
              ? {
                  title: 'No invoices on this page',
                  text: 'Only the refunds above stand here.',
                }
              : cursors.length > 0 || data?.nextCursor
                ? {
                    title: 'Nothing on this page',
                    text: 'What stood here was paid or settled, or its company was removed.',
                  }
                : {
                    title: 'Nothing is unpaid',
                    text: 'Payments that a bank declines are listed here until they are paid.',
                  }
          }
        />
        {(cursors.length > 0 || data?.nextCursor) && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
              Older
            </Button>
            <Button
              variant="default"
              disabled={!data?.nextCursor}
              // As long as the page before still stands here, its end is no place to go on from.
              onClick={() => !isFormer && data?.nextCursor && setCursors([...cursors, data.nextCursor])}
            >
              Newer
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
