import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = {
  agency: { companyId: string; companyName: string }
  isOn: boolean
  onChanged: () => void
}

/** Operators see of an agency's wallet whether it may be filled, and switch that; what is in it they see in view mode alone. */
export function TopUpSwitch({ agency: { companyId, companyName }, isOn, onChanged }: Props) {
  const { send, sending } = useSend('wallet.enableTopUp')
  const toggle = async () => {
    const isSure = await confirm(
      isOn
        ? {
            title: `Switch off top-ups of ${companyName}?`,
            children:
              'Its Data Wallet cannot be topped up any more, neither by hand nor automatically. A top-up that was begun is finished. Credit that is left stays and can be spent.',
            confirmLabel: 'Switch off',
            danger: true,
          }
        : {
            title: `Switch on top-ups of ${companyName}?`,
            children:
              'Its people can top up the Data Wallet again. Automatic top-ups that they chose and did not stop go on: where the balance is low, the card is charged soon.',
            confirmLabel: 'Switch on',
          },
    )
    if (!isSure) return
    try {
      notify('success', (await send({ companyId, isTopUpEnabled: !isOn })).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    onChanged()
  }
  return (
    <Paper p="lg" mb="lg" withBorder maw={640} component="section" aria-label="Data Wallet">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} size="h5">
            Data Wallet
          </Title>
          <Text size="sm" c="dimmed">
            {isOn
              ? 'Top-ups are on, by hand and automatically.'
              : 'Top-ups are switched off. Credit that is left can still be spent.'}
          </Text>
        </div>
        <Button variant="default" loading={sending} onClick={() => void toggle()}>
          {isOn ? 'Switch top-ups off' : 'Switch top-ups on'}
        </Button>
      </Group>
    </Paper>
  )
}
