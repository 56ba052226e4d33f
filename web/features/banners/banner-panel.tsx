import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { BannerFields } from './banner-fields.tsx'
import { useBannerForm } from './use-banner-form.ts'
import type { BannerRow } from './values.ts'

type Props = { row: BannerRow; onClose: () => void; onSaved: () => void }

/** Changes a banner, with its list in view. */
export default function BannerPanel({ row, onClose, onSaved }: Props) {
  const [isOpen, setOpen] = useState(true)
  const form = useBannerForm(row.companyId, row, () => {
    setOpen(false)
    onSaved()
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <SidePanel
      opened={isOpen}
      size="lg"
      isDirty={form.isDirty}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Edit ${row.name}`}
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button type="submit" form="banner" loading={form.isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form id="banner" noValidate onSubmit={save}>
        <BannerFields
          companyId={row.companyId}
          row={row}
          values={form.values}
          faults={form.faults}
          onChange={form.change}
        />
      </form>
    </SidePanel>
  )
}
