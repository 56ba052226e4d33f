import { Text } from '@mantine/core'
import { timeNow } from '../../api/server-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { DomainAnswer } from './domain-state.tsx'
import classes from './own-domain.module.css'

type Leaving = DomainAnswer['leaving'][number]

function Farewell({ domain, until, isDown }: Leaving) {
  if (isDown)
    return `${domain} was given up and is taken down. Nobody else can use it here as long as its DNS record points here: delete the record to let it go, or set the domain again to take it back.`
  if (Date.parse(until) <= timeNow()) return `${domain} was given up and is being taken down.`
  return (
    <>
      {domain} was given up. Links to it work for a while: it is taken down <RelativeTime at={until} />.
    </>
  )
}

/** Domains that were given up, and what becomes of them. */
export const LeavingDomains = ({ leaving }: { leaving: readonly Leaving[] }) =>
  leaving.map((each) => (
    <Text key={each.domain} size="sm" c="dimmed" className={classes.long}>
      <Farewell {...each} />
    </Text>
  ))
