import { Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { salesLabels } from '#shared/model/sales-kinds.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { TryAgain } from '../../ui/try-again.tsx'
import { BulkDialog, type Change } from './bulk-dialog.tsx'
import type { CompanyRow } from './use-company-list.ts'

const KEEP = 'keep'
const NOBODY = 'nobody'
const places = [
  { key: 'salesRep', label: salesLabels.representative, id: 'salesRepId', name: 'salesRep' },
  { key: 'salesAE', label: salesLabels.accountExecutive, id: 'accountExecutiveId', name: 'accountExecutive' },
  { key: 'salesRef', label: salesLabels.referrer, id: 'referralId', name: 'referral' },
] as const
type Place = (typeof places)[number]['key']
type Choice = Record<Place, string>

const keepAll: Choice = { salesRep: KEEP, salesAE: KEEP, salesRef: KEEP }
const idAfter = (choice: string, now: string) => (choice === KEEP ? now : choice === NOBODY ? '' : choice)

type Props = { rows: readonly CompanyRow[]; onClose: () => void; onDone: () => void }

/** Says of many agencies who looks after them. A place that is left as it is stays as it is in each. */
export default function BulkSales({ rows, onClose, onDone }: Props) {
  const me = useMe()
  const { data, error, reload } = useCall('sales.list', { companyId: me.companyId })
  const { send } = useSend('sales.assign')
  const [choice, setChoice] = useState<Choice>(keepAll)
  const nameOf = (id: string) => data?.data.find((person) => person.id === id)?.name ?? id
  const options = [
    { value: KEEP, label: 'Leave as it is' },
    { value: NOBODY, label: 'Nobody' },
    ...(data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []),
  ]
  const changes = rows.flatMap((row): Change[] => {
    const changed = places.filter(({ key, id }) => idAfter(choice[key], row[id]) !== row[id])
    if (changed.length === 0) return []
    const said = (names: string[]) => names.map((name) => name || 'nobody').join(', ')
    const input = {
      companyId: row.companyId,
      ...Object.fromEntries(places.map(({ key, id }) => [key, idAfter(choice[key], row[id])])),
    }
    return [
      {
        row,
        steps: [
          {
            from: said(changed.map(({ name }) => row[name])),
            to: said(changed.map(({ key }) => (choice[key] === NOBODY ? '' : nameOf(choice[key])))),
          },
        ],
        run: () => send(input),
      },
    ]
  })
  return (
    <BulkDialog
      title="Assign sales people"
      label="Assign"
      count={rows.length}
      changes={changes}
      isDirty={places.some(({ key }) => choice[key] !== KEEP)}
      unchanged={rows.length - changes.length}
      onClose={onClose}
      onDone={onDone}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {places.map(({ key, label }) => (
          <Select
            key={key}
            label={label}
            data={options}
            searchable
            allowDeselect={false}
            value={choice[key]}
            error={
              !data &&
              error !== undefined && (
                <TryAgain onRetry={() => void reload()}>The sales people could not be loaded.</TryAgain>
              )
            }
            onChange={(id) => setChoice({ ...choice, [key]: id ?? KEEP })}
          />
        ))}
      </SimpleGrid>
    </BulkDialog>
  )
}
