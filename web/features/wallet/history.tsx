import { Button, Group, NativeSelect, ScrollArea, Stack } from '@mantine/core'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { useCall } from '../../api/use-call.ts'
import { downloadFile, sayNotDownloaded } from '../../ui/download-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { TransactionRow } from './transaction-row.tsx'
import classes from './wallet.module.css'

type Props = { companyId: string; isReadOnly: boolean; months: readonly { value: string; label: string }[] }

/** How tall the list may grow before it scrolls. */
const HISTORY_HEIGHT = 320

/** What went in and out, month by month. */
export function History({ companyId, isReadOnly, months }: Props) {
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const [isSaving, setSaving] = useState(false)
  const found = useCall('wallet.history', {
    companyId: companyId,
    date: month,
  })
  const { data } = found
  const rows = data?.transactionHistory

  const download = async () => {
    setSaving(true)
    const place = await send('wallet.download', { companyId, month }).catch(() => undefined)
    if (place) await downloadFile(() => fetchFile(place.url), place.filename)
    else sayNotDownloaded()
    setSaving(false)
  }

  return (
    <Stack gap="sm" component="section" aria-label="Transactions">
      <Group justify="space-between">
        <Heading size="h3">Transactions</Heading>
        <Group gap="xs" align="flex-end">
          <NativeSelect
            aria-label="Month"
            data={[...months]}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <Button variant="default" loading={isSaving} onClick={() => void download()}>
            Download CSV
          </Button>
        </Group>
      </Group>
      <ScrollArea.Autosize
        mah={HISTORY_HEIGHT}
        type="auto"
        offsetScrollbars
        viewportProps={{ tabIndex: 0 }}
        data-history
      >
        <NotYet of={found} title="The transactions could not be loaded" rows={4} height={32} />
        {rows?.length === 0 && (
          <EmptyState title="Nothing in this month">
            Top-ups and what is charged to the wallet are listed here.
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <ul className={classes.list}>
            {rows.map((row) => (
              <TransactionRow key={row.id} companyId={companyId} row={row} mayLook={!isReadOnly} />
            ))}
          </ul>
        )}
      </ScrollArea.Autosize>
    </Stack>
  )
}
