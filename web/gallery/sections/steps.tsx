import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { notify } from '../../ui/notify.tsx'
import { Tour } from '../../ui/tour/tour.tsx'
import { useTour } from '../../ui/tour/use-tour.ts'
import { Wizard } from '../../ui/wizard/wizard.tsx'
import { Case, Section } from '../section.tsx'

const stops = [
  { title: 'Tables', content: 'Lists of everything.', target: '#tables-title' },
  { title: 'Fields', content: 'What can be typed.', target: '#fields-title' },
  { title: 'That is all', content: 'A step without a target stands in the middle.' },
]

function Setup() {
  const [agreed, setAgreed] = useState(false)
  const steps = [
    { key: 'personal', label: 'Personal', content: <Text>Name, e-mail and phone.</Text> },
    {
      key: 'company',
      label: 'Company with a long name',
      check: () => agreed,
      content: (
        <Checkbox
          label="I am done here"
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
      ),
    },
    { key: 'card', label: 'Card', content: <Text>A card for the first charge.</Text> },
  ]
  return (
    <Wizard
      label="profile setup"
      steps={steps}
      finishLabel="Go To Dashboard"
      onFinish={() => void notify('success', 'Finished.')}
    />
  )
}

export function StepsSection(props: { id: string; title: string }) {
  const tour = useTour(stops.length)
  return (
    <Section {...props}>
      <Stack>
        <Case name="Wizard">
          <Setup />
        </Case>
        <Case name="Guided tour">
          <Group>
            <Button variant="default" onClick={() => tour.start()}>
              Start the tour
            </Button>
            <Text size="sm" c="dimmed">
              Step {tour.step}
            </Text>
          </Group>
          <Tour steps={stops} tour={tour} />
        </Case>
      </Stack>
    </Section>
  )
}
