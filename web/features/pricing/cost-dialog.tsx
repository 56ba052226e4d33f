import { Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { type CompanyRow, costLinesOf } from './company-row.ts'
import { CostForm } from './cost-form.tsx'
import { DialogButtons, type Stands } from './dialog-buttons.tsx'
import { type CostAnswer, useCosts } from './use-costs.ts'
import { usePriceRights } from './use-price-rights.ts'

type Props = { row: CompanyRow; onClose: () => void }

/** What an agency pays the platform. */
export default function CostDialog({ row, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const { maySetCosts } = usePriceRights()
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={maySetCosts ? 'Set Cost for Agency' : 'Cost for Agency'}
      size="lg"
    >
      <AgencyCosts row={row} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

/** On a page it stays, and Cancel shows what is kept again. */
export function AgencyCosts({ row, ...place }: { row: CompanyRow } & Stands) {
  const { maySetCosts } = usePriceRights()
  const found = useCall('settings.get', {
    companyId: row.companyId,
    settingName: 'costagency',
    rootId: row.companyRootId,
  })
  const { data } = found
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        What {row.companyName} pays the platform.
        {maySetCosts && ' A change holds for leads from now on; leads that exist keep their price.'}
      </Text>
      {data?.settingName === 'costagency' && <Content row={row} answer={data} {...place} />}
      <NotYet of={found} title="The costs could not be loaded" rows={6} height={28} />
    </>
  )
}

function Content({ row, answer, onDone, isPage }: { row: CompanyRow; answer: CostAnswer } & Stands) {
  const { maySetCosts } = usePriceRights()
  const costs = useCosts(row.companyId, answer, false)
  const save = async () => {
    if (await costs.save()) onDone?.()
  }
  return (
    <>
      <CostForm costs={costs} lines={costLinesOf(row)} readOnly={!maySetCosts} />
      <DialogButtons
        onCancel={onDone ?? costs.reset}
        isSaving={costs.sending}
        mayUpdate={maySetCosts}
        isPage={isPage}
        onSave={() => void save()}
      />
    </>
  )
}
