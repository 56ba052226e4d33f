import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import type { Found } from './use-search.ts'

type Props = { status: Found<unknown>['status']; failedText: string }

/** At the end of a field that searches: that it is at work, or that it could not. */
export function SearchMark({ status, failedText }: Props) {
  if (status === 'searching') return <Loader size={16} role="status" aria-label="Searching" />
  if (status !== 'failed') return null
  return (
    <Tooltip label={failedText}>
      <ActionIcon color="red" aria-label={failedText}>
        <IconAlertCircle size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
