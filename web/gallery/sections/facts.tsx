import { Button } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { PlaceContext, usePlace } from '../../ui/place.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { Status } from '../../ui/status.tsx'
import { type Moment, Timeline } from '../../ui/timeline.tsx'
import { longName } from '../long-name.ts'
import { Case, Cases, Section } from '../section.tsx'

const facts = [
  { label: 'Name', value: longName },
  { label: 'Status', value: <Status tone="success">Active</Status> },
  { label: 'Balance', value: <Money cents={123_450} /> },
  { label: 'Since', value: <DateTime at="2026-02-11T15:04:00Z" /> },
  { label: 'Id', value: <CopyableId value="cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBC" /> },
  { label: 'Referral', value: undefined },
  { label: 'A label that somebody made long', value: 'شركة الأمل للتجارة' },
]

const moments: Moment[] = [
  {
    key: '5',
    at: '2026-11-20T15:04:00Z',
    title: 'Card declined',
    tone: 'danger',
    by: 'the bank',
    children: 'Visa 4242',
  },
  { key: '4', at: '2026-11-19T15:04:00Z', title: 'Price changed to $1.20 a lead', by: 'Ada Agency' },
  { key: '3', at: '2026-11-02T15:04:00Z', title: 'First lead', tone: 'success' },
  { key: '2', at: '2026-11-01T15:04:00Z', title: `Invited ${longName}`, by: 'محمد عبد الرحمن' },
  { key: '1', at: '2026-10-30T15:04:00Z', title: 'Created', tone: 'primary', by: 'Ada Agency' },
]

const snippet = `<script async src="https://northlight.example/px/10482736.js"></script>
<noscript><img src="https://northlight.example/pixel.gif?campaign=cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBC" alt=""></noscript>`

/** A place of its own: the sample is always unsaved, and the gallery is left without a question. */
function Secret() {
  const [isMade, setMade] = useState(true)
  const place = usePlace('layer', false)
  if (!isMade)
    return (
      <Button variant="default" onClick={() => setMade(true)}>
        Make a key
      </Button>
    )
  return (
    <PlaceContext value={place}>
      <SecretOnce
        label="API key"
        secret="ll_live_01KA9X3M5V7Q2N8E4T6Y0WZRBC_01KA9X3M5V"
        onDone={() => setMade(false)}
      />
    </PlaceContext>
  )
}

export function FactsSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Facts">
          <Facts facts={facts} />
        </Case>
        <Case name="Facts, loading">
          <Facts facts={facts} loading />
        </Case>
        <Case name="Timeline">
          <Timeline moments={moments} empty="" />
        </Case>
        <Case name="Timeline, empty">
          <Timeline moments={[]} empty="What happens to the campaign is listed here." />
        </Case>
        <Case name="Timeline, loading">
          <Timeline moments={undefined} empty="" />
        </Case>
        <Case name="Code" plain>
          <CodeBlock label="Pixel, before the end of the page" code={snippet} />
        </Case>
        <Case name="Secret, shown once">
          <Secret />
        </Case>
      </Cases>
    </Section>
  )
}
