import { Text } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'

/** In the place of the card's form, or of what else a role with Settings alone may do (`what`): whom to ask. */
export function AskForCard({ what }: { what?: string }) {
  const { companyName, isViewMode } = useMe()
  return (
    <Text role="note">
      {isViewMode && !what
        ? 'The card cannot be changed while viewing as someone else.'
        : `Your role does not let you ${what ?? 'change the card'} of ${companyName}. Please ask a default administrator of ${companyName}, or a colleague whose role has Settings.`}
    </Text>
  )
}
