import { Button } from '@mantine/core'
import { useState } from 'react'
import { tones } from '../../theme/tones.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageShape } from '../../ui/page-shape.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { StatsCard } from '../../ui/stats-card.tsx'
import { Case, Cases, Section } from '../section.tsx'

const counts = { found: 1284, not_found: 92, pending: 7, total: 1383 }

function Failing() {
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    setTimeout(() => setRetrying(false), 1000)
  }
  return (
    <ErrorState title="The report could not be loaded" onRetry={retry} retrying={retrying}>
      The server did not answer in time. Nothing was lost.
    </ErrorState>
  )
}

export function StatesSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Empty">
          <EmptyState title="No clients yet" drawing="people" action={<Button mt="xs">Add a client</Button>}>
            Clients whose campaigns you run are listed here.
          </EmptyState>
        </Case>
        {(['list', 'chart', 'money', 'files', 'search'] as const).map((name) => (
          <Case key={name} name={`Empty, drawing ${name}`}>
            <EmptyState title="Nothing here yet" drawing={name}>
              What would be here, and how it comes to be.
            </EmptyState>
          </Case>
        ))}
        {(['table', 'form', 'figures', 'card', 'text'] as const).map((shape) => (
          <Case key={shape} name={`A page on its way, ${shape}`} plain>
            <PageShape shape={shape} />
          </Case>
        ))}
        <Case name="Failed">
          <Failing />
        </Case>
        <Case name="Loading">
          <SkeletonLines />
        </Case>
        {tones.map((type) => (
          <Case key={type} name={`Counts, ${type}`} plain>
            <StatsCard title="Keywords" counts={counts} type={type} />
          </Case>
        ))}
        <Case name="Counts, loading" plain>
          <StatsCard title="Keywords" counts={undefined} />
        </Case>
        <Case name="Counts, nothing" plain>
          <StatsCard title="Keywords" counts={{ total: 0 }} />
        </Case>
      </Cases>
    </Section>
  )
}
