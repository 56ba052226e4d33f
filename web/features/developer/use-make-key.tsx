import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Wanted } from './new-key.tsx'

/** Makes a key, after a look at the password. `question` is what stands over the screen meanwhile. */
export function useMakeKey(user: UserData) {
  const { send, sending } = useSend('developer.generate')
  const [failure, setFailure] = useState('')

  const make = async (wanted: Wanted) => {
    try {
      const asked = { companyId: user.companyId, email: user.email, ...wanted }
      return (await send(asked)).user
    } catch (error) {
      if (!isDeclined(error)) setFailure(messageOf(error))
      return undefined
    }
  }
  const question = (
    <Dialog
      opened={failure !== ''}
      onClose={() => setFailure('')}
      title="No key was made"
      actions={<Button onClick={() => setFailure('')}>OK</Button>}
    >
      <Text size="sm">{failure}</Text>
    </Dialog>
  )
  return { make, making: sending, question }
}
