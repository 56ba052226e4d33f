import { Badge, Group, List, Stack, Text, Title } from '@mantine/core'
import type { Output } from '../../api/terms.ts'

export type Connection = Output<'payments.checkConnectedAccount'>['data']
type Status = Connection['status']

const shown = {
  '': { label: 'Not connected', color: 'gray', text: 'There is no payment account yet.' },
  pending: { label: 'Pending', color: 'yellow', text: 'The form at Stripe is not finished. Go on where you left it.' },
  inverification: {
    label: 'In verification',
    color: 'blue',
    text: 'Stripe has your details and looks at them. That can take a few days; there is nothing to do unless something is listed below.',
  },
  completed: { label: 'Completed', color: 'green', text: 'The account is connected. Money arrives there.' },
  failed: {
    label: 'Failed',
    color: 'red',
    text: 'Stripe refused the account, it was closed, or it was taken away from the platform.',
  },
} as const satisfies Record<Status, { label: string; color: string; text: string }>

/** How an account stands, and what is still asked for, in plain words. */
export function ConnectionState({
  title,
  connection,
  takesCards,
}: {
  title: string
  connection: Connection
  /** Whether the account charges cards itself, or only receives. */
  takesCards: boolean
}) {
  const { label, color, text } = shown[connection.status]
  const isBegun = connection.status !== ''
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Badge color={color}>{label}</Badge>
      </Group>
      <Text>{!isBegun && takesCards ? `${text} What your clients pay arrives there.` : text}</Text>
      {isBegun && (
        <Text size="sm" c="dimmed">
          {takesCards && `Charges are ${connection.chargesEnabled ? 'on' : 'off'}. `}
          {`Payouts are ${connection.payoutsEnabled ? 'on' : 'off'}.`}
        </Text>
      )}
      {connection.requirements.length > 0 && (
        <div>
          <Text fw={600}>Stripe still asks for</Text>
          <List>
            {connection.requirements.map((requirement) => (
              <List.Item key={requirement}>{requirement}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}
