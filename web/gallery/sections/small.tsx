import { Text } from '@mantine/core'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Case, Cases, Section } from '../section.tsx'

export function SmallSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Id to copy">
          <CopyableId value="cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBC" />
        </Case>
        <Case name="Times">
          <RelativeTime at="2026-11-20T15:04:00Z" /> · <RelativeTime at="2024-01-01T00:00:00Z" /> ·{' '}
          <RelativeTime at="unknown" />
        </Case>
        <Case name="Folded away">
          <Disclosure label="More settings">
            <Text>They were here all the time.</Text>
          </Disclosure>
          <Disclosure label="Open from the start" defaultOpened>
            <Text>Seen at once.</Text>
          </Disclosure>
          <Disclosure label="Not available" disabled>
            <Text>Never seen.</Text>
          </Disclosure>
        </Case>
      </Cases>
    </Section>
  )
}
