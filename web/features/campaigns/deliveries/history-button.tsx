import { Box, Button, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx'
import type { Receiver } from './history.tsx'

const Deliveries = lazy(async () => ({ default: (await import('./deliveries.tsx')).Deliveries }))

/** Opens what became of leads at one webhook. */
export function HistoryButton({ of, name }: { of: Receiver; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
        Deliveries<VisuallyHidden> to {name}</VisuallyHidden>
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`Deliveries to ${name}`} size="64rem">
        {/* As high as a page of them, so that the dialog does not grow when they are there. */}
        <Box mih="calc(90dvh - 4.875rem)">
          <Suspense fallback={<SkeletonLines rows={6} height={38} />}>{isOpen && <Deliveries of={of} />}</Suspense>
        </Box>
      </Dialog>
    </>
  )
}
