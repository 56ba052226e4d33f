import { Button, Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { messages } from '#shared/messages.ts'
import { messageOf } from '../../api/api-error.ts'
import { confirmPayment } from '../../api/cards.ts'
import type { UserData } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { askAsBank } from '../../ui/bank-question.tsx'
import { HeldNote } from '../../ui/held-note.tsx'
import { notify } from '../../ui/notify.tsx'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const rampUp = (amounts: readonly number[]) =>
  amounts.map((amount, month) => `Month ${month + 1}: ${dollars.format(amount)}`)

const STILL_WAITS = 'Your bank still waits for your confirmation. Accept again to see it.'

type Props = {
  user: UserData
  terms: Output<'developer.agreement'>
  needsTick: boolean
  /** The text of the agreement. */
  text: ReactNode
  onCancel: () => void
}

/** What the developer API costs and asks for, to be accepted before there are keys. */
export function DeveloperAgreement({ user, terms, needsTick, text, onCancel }: Props) {
  const { send, sending } = useSend('developer.agree')
  const mayAgree = useMay()('api-key:update', 'PUT')
  const [isTicked, setTicked] = useState(false)
  const [fault, setFault] = useState('')

  const agree = async () => {
    if (needsTick && !isTicked) return setFault(messages.mustAgree)
    try {
      const accept = () =>
        send({
          userId: user.id,
          hasDeveloperAgreement: true,
          companyName: user.companyName,
          companyId: user.companyId,
          locationMenu: 'Developer',
          documentType: 'developer',
          version: terms.version,
          chargeNow: terms.firstTimeCharge,
        })
      const first = await accept()
      const refused = first.confirmation && (await confirmPayment({ ...first.confirmation, askAsBank }))
      // How the payment stands is known where it was made, no matter what the browser says of it.
      const { result, message } = first.confirmation ? await accept() : first
      notify(result === 'success' ? 'success' : 'danger', result === 'success' ? message : (refused ?? STILL_WAITS))
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  return (
    <Stack gap="md">
      <Text size="sm">
        {terms.firstTimeCharge > 0 && (
          <>First-time charge {dollars.format(terms.firstTimeCharge)}, taken from the card on file when you agree. </>
        )}
        At least {dollars.format(terms.minimumSpendMax)} a month
        {terms.minimumSpendAmountList.length > 0 ? ', and in the first months:' : '.'}
      </Text>
      {terms.minimumSpendAmountList.length > 0 && (
        <ul>
          {rampUp(terms.minimumSpendAmountList).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <ScrollArea.Autosize mah="45vh" type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
        {text}
      </ScrollArea.Autosize>
      {needsTick && (
        <Checkbox
          label="I have read this agreement and accept it for my company"
          checked={isTicked}
          disabled={!mayAgree}
          error={fault}
          onChange={({ currentTarget }) => {
            setTicked(currentTarget.checked)
            setFault('')
          }}
        />
      )}
      {!mayAgree && (
        <HeldNote>
          {user.isViewMode ? NOT_IN_VIEW : 'Your role does not let you accept this agreement for your company.'}
        </HeldNote>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={sending} disabled={!mayAgree} onClick={() => void agree()}>
          Agree and continue
        </Button>
      </Group>
    </Stack>
  )
}
