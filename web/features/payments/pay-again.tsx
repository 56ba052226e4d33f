import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { refreshMe } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { underWay } from '../../api/work-under-way.ts'
import { notify } from '../../ui/notify.tsx'
import { confirmAtBank } from './confirm-at-bank.ts'

const NOT_ARRIVED = 'The confirmation of your bank has not arrived. Please try again.'
type Props = { companyId: string; label: string; children?: ReactNode }

/** Asks the card on file once more for all that it failed to pay. `children` stand beside the button. */
export function PayAgain({ companyId, label, children }: Props) {
  const { send: ask } = useSend('payments.payAgain')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  async function pay(): Promise<void> {
    let answer = await ask({ companyId })
    // The bank may ask its owner, for one payment after the other. No matter what the browser says, the server looks how it stands.
    for (let asked = ''; answer.result === 'action'; ) {
      const { clientSecret, account } = answer
      if (clientSecret === asked) return setFault(NOT_ARRIVED)
      const { publicKey } = await send('payments.getCard', { companyId })
      const refused = await confirmAtBank(publicKey, account, clientSecret)
      answer = await ask({ companyId })
      if (refused && answer.result === 'action' && answer.clientSecret === clientSecret) return setFault(refused)
      asked = clientSecret
    }
    if (answer.result === 'declined') return setFault(answer.message)
    notify(answer.result === 'success' ? 'success' : 'info', answer.message)
    // What was forced is free again, without another sign-in.
    await refreshMe()
  }

  const press = async () => {
    setBusy(true)
    setFault('')
    await underWay(pay).catch((error: unknown) => setFault(messageOf(error)))
    setBusy(false)
  }
  return (
    <Stack gap="xs" align="flex-start">
      {fault && (
        <Text size="sm" fw={600} role="alert">
          It was not paid. {fault}
        </Text>
      )}
      <Group gap="xs">
        <Button loading={busy} onClick={() => void press()}>
          {label}
        </Button>
        {children}
      </Group>
    </Stack>
  )
}
