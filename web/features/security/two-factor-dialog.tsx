import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TwoFactorSteps, titles } from './two-factor-steps.tsx'

/** The second step of one's own sign-in. One dialog goes through its stages, so that none ever stands on another. */
export default function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [stage, setStage] = useState<keyof typeof titles>('choice')
  const mustStay = stage === 'codes'
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={titles[stage]}
      closeOnEscape={!mustStay}
      closeOnClickOutside={!mustStay}
      withCloseButton={!mustStay}
    >
      <TwoFactorSteps onDone={() => setOpen(false)} onStage={setStage} />
    </Dialog>
  )
}
