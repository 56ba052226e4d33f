import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useCall } from '../../api/use-call.ts'
import { Section } from './section.tsx'

/** Whom a client may turn to. Nothing is shown where the agency names nobody, or while it cannot be learnt. */
export function CustomerCareSection() {
  const { data } = useCall('staff.customerCare', {})
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Customer care" description="The people of your agency whom you may turn to.">
      <Stack gap="xs">
        {data.data.map(({ name, email, phone }) => (
          <Group key={email} gap="md">
            <Text>{name}</Text>
            <Anchor href={`mailto:${email}`} size="sm">
              {email}
            </Anchor>
            {phone && <Text size="sm">{phone}</Text>}
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
