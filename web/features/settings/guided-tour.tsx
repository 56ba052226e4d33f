import { useCallback, useEffect, useState } from 'react'
import { send } from '../../api/client.ts'
import { markTourSeen, wasTourSeen } from '../../api/tour-mark.ts'
import { Tour, type TourStep } from '../../ui/tour/tour.tsx'
import { useTour } from '../../ui/tour/use-tour.ts'

const all: readonly TourStep[] = [
  {
    title: 'Welcome',
    content: 'A minute to find your way around. You can leave at any time, and take the tour again later.',
  },
  {
    title: 'Your pages',
    content: 'Everything you work with is here, in the order in which you will need it.',
    target: 'aside nav[aria-label="Main"]:has(a)',
  },
  {
    title: 'Go anywhere',
    content: 'Open any page or setting by typing a part of its name. Ctrl K, or ⌘ K on a Mac, does the same.',
    target: '[data-tour="palette"]',
  },
  {
    title: 'Light or dark',
    content: 'Choose what is easier on your eyes. Until you do, your system decides.',
    target: 'section[aria-label="Top bar"] [aria-label^="Switch to"]',
  },
  {
    title: 'You',
    content: 'Your profile, password and second step of log-in, and the way out.',
    target: 'aside [data-opens-menu]',
  },
]

/** What cannot be seen just now, such as the sidebar on a phone, is not pointed at. */
const isInView = ({ target }: TourStep) =>
  target === undefined || (document.querySelector<HTMLElement>(target)?.getClientRects().length ?? 0) > 0

type Props = {
  userId: string
  /** Starts by itself for somebody who has not seen it; otherwise only when it is asked for. */
  startsItself: boolean
  /** Raised each time that somebody asks for the tour. */
  asked: number
}

/** The tour of a person's first visit. Whether they left or finished it, it does not start by itself again. */
export default function GuidedTour({ userId, startsItself, asked }: Props) {
  const [steps, setSteps] = useState<readonly TourStep[]>([])
  const finished = useCallback(() => {
    if (wasTourSeen(userId)) return
    markTourSeen(userId)
    void send('settings.finishTour', {}).catch(() => undefined)
  }, [userId])
  const tour = useTour(steps.length, { onStop: finished })
  const { start } = tour

  useEffect(() => {
    if (asked > 0) setSteps(all.filter(isInView))
  }, [asked])

  useEffect(() => {
    if (!startsItself || wasTourSeen(userId)) return
    const late = new AbortController()
    send('settings.tour', {}, { signal: late.signal })
      .then(({ seen }) => {
        if (late.signal.aborted) return
        if (seen) markTourSeen(userId)
        else setSteps(all.filter(isInView))
      })
      .catch(() => undefined)
    return () => late.abort()
  }, [startsItself, userId])

  // A tour begins when its steps are laid out, also the second time.
  useEffect(() => {
    if (steps.length > 0) start()
  }, [steps, start])

  return <Tour steps={steps} tour={tour} />
}
