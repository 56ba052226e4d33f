import { Button, Group } from '@mantine/core'
import { CancelButton } from '../../ui/cancel-button.tsx'

/** A form in a dialog goes when it is done; one on a page stays. */
export type Stands = { onDone: () => void; isPage?: never } | { onDone?: never; isPage: true }

type Props = {
  onCancel: () => void
  isSaving: boolean
  mayUpdate: boolean
  onSave?: () => void
  isPage?: boolean | undefined
}

/** The buttons under a form in a dialog. Without `onSave` the form is sent by its own submit. */
export function DialogButtons({ onCancel, isSaving, mayUpdate, onSave, isPage = false }: Props) {
  // A page has nothing to close.
  if (isPage && !mayUpdate) return null
  return (
    <Group justify="flex-end" gap="xs" data-foot>
      <CancelButton onCancel={onCancel}>{mayUpdate ? 'Cancel' : 'Close'}</CancelButton>
      {mayUpdate && (
        <Button type={onSave ? 'button' : 'submit'} loading={isSaving} onClick={onSave}>
          Save
        </Button>
      )}
    </Group>
  )
}
