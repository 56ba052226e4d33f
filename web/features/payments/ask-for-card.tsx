import { Text } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'

/** In the place of the card's form, for the person who may not pay for their company: whom to ask. */
export function AskForCard() {
  const { companyName, isViewMode } = useMe()
  return (
    <Text role="note">
      {isViewMode
        ? 'The card cannot be changed while viewing as someone else.'
        : `Your role does not let you change the card of ${companyName}. Please ask a default administrator of ${companyName}, or a colleague whose role has Settings.`}
    </Text>
  )
}
