import { Dialog } from './dialog.tsx'
import { PasswordStep } from './password-step.tsx'

type Props = {
  opened: boolean
  onConfirm: (password: string) => Promise<void>
  onCancel: () => void
  errorOf: (error: unknown) => string
}

/** The question for the own password, over a form that stays as it was typed. */
export function PasswordDialog({ opened, onCancel, ...step }: Props) {
  return (
    <Dialog opened={opened} onClose={onCancel} title="Confirm it is you">
      <PasswordStep {...step} onCancel={onCancel} />
    </Dialog>
  )
}
