import { Text } from '@mantine/core'
import { DateTime } from '../../ui/date-time.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { longName } from '../long-name.ts'
import { Case, Cases, Section } from '../section.tsx'

const people = [
  { name: 'Ada Agency', detail: 'ada.agency@example.com' },
  { name: 'José Ángel Núñez', detail: 'jose@example.com' },
  { name: 'محمد بن عبد الرحمن آل سعود', detail: 'mohammed@example.com' },
  { name: 'יעל כהן', detail: 'yael@example.com' },
  { name: '陳大文', detail: 'chan@example.com' },
  { name: 'नीलिमा शर्मा', detail: 'neelima@example.com' },
  { name: '👩🏽‍🚀 Ripley', detail: 'ripley@example.com' },
  { name: longName, detail: 'an.address.that.is.longer.than.any.column.would.like@a-very-long-domain.example.com' },
]

/** Names, dates and states as they stand in lists and on pages. */
export function PeopleSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        {people.map(({ name, detail }) => (
          <Case key={name} name="Person">
            <PersonName name={name} detail={detail} />
          </Case>
        ))}
        <Case name="Person, without a picture">
          <PersonName name="Cleo Client" picture={null} />
        </Case>
        <Case name="In a line that is read from the right">
          <div dir="rtl">
            <PersonName name="محمد عبد الرحمن" detail="mohammed@example.com" />
            <Status tone="warning" reason="The card was declined.">
              متوقف
            </Status>
          </div>
        </Case>
        <Case name="Dates, exact on hover">
          <DateTime at="2026-11-20T15:04:00Z" /> · <RelativeTime at="2026-11-20T15:04:00Z" /> ·{' '}
          <DateTime at="unknown" />
          <Text size="xs" c="dimmed" mt={4}>
            In New York: <DateTime at="2026-11-21T04:30:00Z" timeZone="America/New_York" />
          </Text>
        </Case>
        <Case name="Status">
          <Status tone="success">Active</Status>
        </Case>
        <Case name="Status with its reason">
          <Status tone="danger" reason="The card Visa 4242 was declined on Nov 20. Add another card to go on.">
            Stopped
          </Status>
        </Case>
        <Case name="Status with a long reason">
          <Status tone="warning" reason={`Waiting for ${longName} to sign the agreement.`}>
            Waiting
          </Status>
        </Case>
      </Cases>
    </Section>
  )
}
