import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Output } from '../../api/terms.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

type Next = NonNullable<Output<'leads.initDates'>['next']>
type Props = {
  next: Next | null
  timeZone: string
  isClient: boolean
  /** The campaigns of the product, where the reader may open them. */
  campaignsPath: string | undefined
}

type Told = { title: string; text: ReactNode; link?: string }

function tell({ what, at, campaignName }: Next, timeZone: string, isClient: boolean): Told {
  const name = <bdi dir="auto">“{campaignName}”</bdi>
  switch (what) {
    case 'make':
      return {
        title: 'No campaigns yet',
        text: isClient
          ? 'As soon as a campaign runs here, the people it finds are listed on this page.'
          : 'As soon as a client has a campaign that runs, the people it finds are listed on this page.',
        link: 'Go to the campaigns',
      }
    case 'start':
      return {
        title: 'No campaign runs',
        text: <>{name} finds people as soon as it is started.</>,
        link: 'Go to the campaign',
      }
    case 'pixel':
      return {
        title: 'Waiting for the pixel',
        text: (
          <>
            {name} runs, but its pixel was not seen on the website yet. Put the pixel on the site, then visitors who can
            be identified are listed here within minutes.
          </>
        ),
        link: 'Go to the campaign and its pixel',
      }
    case 'visit':
      return {
        title: 'Waiting for the first visitor',
        text: (
          <>
            The pixel of {name} works: it was last heard of {at && <RelativeTime at={at} timeZone={timeZone} />}.
            Visitors who can be identified are listed here within minutes.
          </>
        ),
      }
    case 'pull':
      return {
        title: 'Looking for the first people',
        text: at ? (
          <>
            {name} looks for people next <RelativeTime at={at} timeZone={timeZone} />. Those it finds are listed here
            right after.
          </>
        ) : (
          <>{name} looks for people soon. Those it finds are listed here right after.</>
        ),
      }
    default:
      return what satisfies never
  }
}

/** What stands where leads will be: what happens next, and who has to do it. */
export function FirstDay({ next, timeZone, isClient, campaignsPath }: Props) {
  if (!next)
    return (
      <EmptyState title="No leads yet" drawing="chart">
        The people that this campaign finds are listed on this page.
      </EmptyState>
    )
  const { title, text, link } = tell(next, timeZone, isClient)
  const query = next.campaignNumber ? `?q=${next.campaignNumber}` : ''
  return (
    <EmptyState
      title={title}
      drawing="chart"
      action={
        link &&
        campaignsPath && (
          <Button component={Link} to={`${campaignsPath}${query}`}>
            {link}
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
