import { SimpleGrid, Text } from '@mantine/core'
import type { UserData } from '../../api/session-store.ts'

/** The company for those who may not change it. */
export function CompanyFacts({ user }: { user: UserData }) {
  const facts = [
    ['Company name', user.companyName],
    ['Industry', user.industryName],
    [
      'Address',
      [user.address, user.city, `${user.stateCode} ${user.zip}`.trim(), user.countryCode].filter(Boolean).join(', '),
    ],
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} component="dl" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value || '—'}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
