import { Anchor, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { PAID_BY_WALLET, paidWithName } from '#shared/model/card-name.ts'
import { parseCents, ZERO } from '#shared/money/cents.ts'
import { MINUS, toCurrency } from '#shared/money/format.ts'
import { priceCurrency, readCentiCents } from '#shared/money/price-text.ts'
import { send } from '../../api/client.ts'
import { fetchPaper } from '../../api/papers.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { showDay } from '../../ui/days.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { toCount } from '../../ui/format.ts'
import { dayAndTime } from '../../ui/time-ago.ts'
import classes from './invoices.module.css'
import { PayAgain } from './pay-again.tsx'

const LineLeads = lazy(() => import('./line-leads.tsx'))

export type InvoiceRow = Output<'payments.invoices'>['data'][number]

const disputeWords = {
  inquiry: 'A bank asks about it.',
  open: 'Disputed: its bank took it back and has not decided yet.',
  won: 'It was disputed, and stands.',
  lost: 'Disputed: its bank took it back.',
  dropped: 'A bank asked about it, and let it be.',
} as const satisfies Record<NonNullable<InvoiceRow['dispute']>['state'], string>

/** Dollars as the server writes them: what is taken off comes with a minus before it. */
const signed = (text: string, show: (plain: string) => string) =>
  text.startsWith('-') ? `${MINUS}${show(text.slice(1))}` : show(text)
export const money = (text: string) => signed(text, (plain) => toCurrency(parseCents(plain) ?? ZERO))
/** A lead may cost a part of a cent. */
const price = (text: string) => signed(text, (plain) => priceCurrency(readCentiCents(plain)))

export const openPaper =
  (companyId: string, { invoiceNumber: number }: Pick<InvoiceRow, 'invoiceNumber'>) =>
  () =>
    fetchPaper(() => send('payments.invoiceFile', { companyId, number }))

const periodOf = ({ periodStart: from, periodEnd: to }: InvoiceRow) =>
  from === '' || from === to ? from && showDay(from) : `${showDay(from)} to ${showDay(to)}`

/** From whom to whom, and for which campaign and days. */
function Facts({ row }: { row: InvoiceRow }) {
  const { issuer, companyId, companyName, client, campaigns, term } = row
  const facts = [
    ['Issued by', issuer],
    ['Billed to', companyName],
    ['Client', client && client.id !== companyId ? client.name : ''],
    ['Campaign', campaigns.map(({ name }) => name).join(', ')],
    ['Term', term ?? ''],
    ['Period', periodOf(row)],
  ].filter(([, value]) => value !== '')
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" dir="auto">
            {value}
          </Text>
        </div>
      ))}
    </dl>
  )
}

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <Table.Tr fw={isTotal ? 600 : 400}>
      <Table.Th scope="row" fw="inherit">
        {label}
      </Table.Th>
      <Table.Td className={classes.wide} />
      <Table.Td className={classes.amount}>{amount}</Table.Td>
    </Table.Tr>
  )
}

const countOf = ({ qty, unit }: InvoiceRow['lines'][number]) => (qty === null ? '' : `${toCount(qty)} × ${price(unit)}`)

function Lines({ companyId, row }: { companyId: string; row: InvoiceRow }) {
  const [asked, setAsked] = useState<number>()
  const maySeeLeads = useMay()('lead:read', 'GET')
  const { lines, discount, subtotal, total, refunded, platformFee } = row
  const counted = `${classes.amount} ${classes.wide}`
  return (
    <>
      <Table className={classes.lines} verticalSpacing={4} aria-label={`Lines of ${row.invoiceNumber}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th className={counted}>{lines.some(({ qty }) => qty !== null) && 'Quantity × price'}</Table.Th>
            <Table.Th className={classes.amount}>Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(lines).map(([place, line]) => (
            <Table.Tr key={place}>
              <Table.Td>
                <span dir="auto">{line.label}</span>
                <Text component="span" size="xs" c="dimmed" className={classes.narrow}>
                  {countOf(line)}
                </Text>
                {line.leads && maySeeLeads && (
                  <>
                    {' '}
                    <Anchor component="button" type="button" size="xs" onClick={() => setAsked(Number(place))}>
                      Show leads<VisuallyHidden> of {line.label}</VisuallyHidden>
                    </Anchor>
                  </>
                )}
              </Table.Td>
              <Table.Td className={counted}>{countOf(line)}</Table.Td>
              <Table.Td className={classes.amount}>{money(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {parseCents(discount) !== ZERO && (
            <>
              <Sum label="Subtotal" amount={money(subtotal)} />
              <Sum label="Discount" amount={money(`-${discount}`)} />
            </>
          )}
          <Sum label="Total" amount={`${money(total)} ${row.currency}`} isTotal />
          {refunded !== '' && <Sum label="Refund" amount={money(`-${refunded}`)} />}
          {platformFee !== '' && <Sum label="Wholesale, which the platform keeps of it" amount={money(platformFee)} />}
        </Table.Tfoot>
      </Table>
      {asked !== undefined && (
        <Suspense fallback={null}>
          <LineLeads companyId={companyId} row={row} line={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** An invoice as a document: who asks whom, for what, what it is made of, and what became of it. A phone's card has no room for its file: it is here. */
export function InvoiceDetails({ companyId, row }: { companyId: string; row: InvoiceRow }) {
  const me = useMe()
  const isOwn = useMay()('card:update', 'POST') && me.companyId === companyId && !me.isViewMode
  return (
    <Stack gap="sm" className={classes.details}>
      <Facts row={row} />
      <Lines companyId={companyId} row={row} />
      <Text size="sm" c="dimmed">
        {row.attempts === 1 ? 'Tried once.' : row.attempts > 1 && `Tried ${row.attempts} times.`}
        {row.paidWith && ` Paid with ${paidWithName(row.paidWith)}.`}
        {row.status === 'settled' && ' Paid outside the platform.'}
        {row.refunded &&
          ` ${money(row.refunded)} went back to the ${row.paidWith === PAID_BY_WALLET ? PAID_BY_WALLET : 'card'}.`}
        {row.dispute && ` ${disputeWords[row.dispute.state]} ${row.dispute.reason}`}
        {row.reason && ` ${row.reason}`}
        {row.nextTryAt !== null && ` Tried again ${dayAndTime(row.nextTryAt)}.`}
      </Text>
      {row.status === 'failed' && isOwn && <PayAgain companyId={companyId} label="Pay again" />}
      <Group gap="xs">
        <DownloadButton
          open={openPaper(companyId, row)}
          name={`${row.invoiceNumber}.pdf`}
          size="compact-sm"
          w="fit-content"
        >
          Download PDF
        </DownloadButton>
      </Group>
    </Stack>
  )
}
