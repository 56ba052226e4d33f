import { Anchor, Group, Text } from '@mantine/core'

/** Where the table of places comes from, as its licence asks for. */
export function PlaceSource() {
  return (
    <Text size="xs" c="dimmed">
      Places by GeoNames (CC BY 4.0).{' '}
      <Anchor href="/licences" target="_blank">
        Licences
      </Anchor>
    </Text>
  )
}

/** The states and cities that a campaign can name, as a file for people who work with lists. */
export function PlacesCsv() {
  return (
    <Group gap="md">
      <Anchor href="/us-states-and-cities.csv" download size="sm">
        Download CSV of states and cities
      </Anchor>
      <PlaceSource />
    </Group>
  )
}
