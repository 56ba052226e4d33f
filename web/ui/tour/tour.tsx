import { Box, Button, FocusTrap, Group, Portal, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './tour.module.css'
import { type Spot, useSpot } from './use-spot.ts'
import type { TourControls } from './use-tour.ts'

export type TourStep = {
  title: string
  content: ReactNode
  /** A CSS selector of what the step is about; without one the step stands in the middle. */
  target?: string
}

const CARD_WIDTH = 340
const CARD_ROOM = 220
const GAP = 14

/** Under its target where there is room, else above it, and always inside the window. */
function placeOf(spot: Spot | undefined) {
  if (!spot) return {}
  const below = spot.top + spot.height + CARD_ROOM < window.innerHeight
  const left = Math.max(GAP, Math.min(spot.left, window.innerWidth - CARD_WIDTH - GAP))
  return {
    '--tour-left': `${left}px`,
    '--tour-top': below ? `${spot.top + spot.height + GAP}px` : 'auto',
    '--tour-bottom': below ? 'auto' : `${Math.max(GAP, window.innerHeight - spot.top + GAP)}px`,
    '--spot-top': `${spot.top}px`,
    '--spot-left': `${spot.left}px`,
    '--spot-width': `${spot.width}px`,
    '--spot-height': `${spot.height}px`,
  }
}

/** Shows the step that a tour stands at; nothing while it does not run. */
export function Tour({ steps, tour }: { steps: readonly TourStep[]; tour: TourControls }) {
  const id = useId()
  const step = steps[tour.step]
  const spot = useSpot(step?.target)
  if (!step) return null
  const first = tour.step === 0
  const last = tour.step === steps.length - 1
  return (
    <Portal>
      <Box className={classes.stage} __vars={placeOf(spot)} data-placed={spot ? true : undefined}>
        {spot && <div className={classes.spot} />}
        <FocusTrap active key={tour.step}>
          <div className={classes.card} role="dialog" aria-modal="true" aria-labelledby={id}>
            <Text size="xs" c="dimmed">
              {tour.step + 1} of {steps.length}
            </Text>
            <Title order={3} id={id}>
              {step.title}
            </Title>
            <Text component="div" mt={4}>
              {step.content}
            </Text>
            <Group justify="space-between" mt="md" gap="xs" wrap="nowrap">
              <Button variant="subtle" color="gray" size="xs" onClick={tour.skip}>
                Skip tour
              </Button>
              <Group gap="xs" wrap="nowrap">
                <Button variant="default" size="xs" disabled={first} onClick={tour.previous}>
                  Previous
                </Button>
                <Button size="xs" data-autofocus onClick={last ? tour.finish : tour.next}>
                  {last ? 'Finish' : 'Next'}
                </Button>
              </Group>
            </Group>
          </div>
        </FocusTrap>
      </Box>
    </Portal>
  )
}
