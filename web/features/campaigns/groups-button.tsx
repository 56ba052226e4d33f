import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/use-may.ts'

const GroupsDialog = lazy(() => import('./groups-dialog.tsx'))

/** Opens the groups of the person's own company; not there for people who may not see them. */
export function GroupsButton() {
  const mayGroup = useMay()('group:read', 'GET')
  const [isOpen, setOpen] = useState(false)
  if (!mayGroup) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Groups
      </Button>
      <Suspense fallback={null}>{isOpen && <GroupsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
