import { Button, Group, type GroupProps } from '@mantine/core'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { DialogFoot } from '../../ui/dialog.tsx'

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
  const Foot = isPage ? PageFoot : DialogFoot
  return (
    <Foot>
      <CancelButton onCancel={onCancel}>{mayUpdate ? 'Cancel' : 'Close'}</CancelButton>
      {mayUpdate && (
        <Button type={onSave ? 'button' : 'submit'} loading={isSaving} onClick={onSave}>
          Save
        </Button>
      )}
    </Foot>
  )
}

const PageFoot = (props: GroupProps) => <Group justify="flex-end" gap="xs" mt="lg" {...props} />
