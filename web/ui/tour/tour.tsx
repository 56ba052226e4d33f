import { Box, Button, FocusTrap, Group, Portal, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { placeOf } from './place.ts'
import classes from './tour.module.css'
import { type Spot, useSpot } from './use-spot.ts'
import type { TourControls } from './use-tour.ts'

export type TourStep = {
  title: string
  content: ReactNode
  /** A CSS selector of what the step is about; without one the step stands in the middle. */
  target?: string
}

const px = (value: number | undefined) => (value === undefined ? 'auto' : `${value}px`)

function varsOf(spot: Spot | undefined) {
  if (!spot) return {}
  const place = placeOf(spot, { width: window.innerWidth, height: window.innerHeight })
  return {
    '--tour-left': px(place.left),
    '--tour-top': px('top' in place ? place.top : undefined),
    '--tour-bottom': px('bottom' in place ? place.bottom : undefined),
    '--spot-top': px(spot.top),
    '--spot-left': px(spot.left),
    '--spot-width': px(spot.width),
    '--spot-height': px(spot.height),
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
      <Box className={classes.stage} __vars={varsOf(spot)} data-placed={spot ? true : undefined}>
        {spot && <div className={classes.spot} />}
        <FocusTrap active key={tour.step}>
          <div className={classes.card} role="dialog" aria-modal="true" aria-labelledby={id}>
            <Text size="xs" c="dimmed">
              {tour.step + 1} of {steps.length}
            </Text>
            <Title order={2} size="h3" id={id}>
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
