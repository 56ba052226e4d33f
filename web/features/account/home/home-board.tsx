import { SimpleGrid, VisuallyHidden } from '@mantine/core'
import type { HomeFigure } from '#shared/model/home.ts'
import { toCurrency } from '#shared/money/format.ts'
import { useMe } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { roleOf } from '../../../api/use-may.ts'
import { Figure } from '../../../ui/figure.tsx'
import { toCount } from '../../../ui/format.ts'
import classes from './home-board.module.css'
import { HomePanel } from './home-panel.tsx'
import type { Home } from './lines.ts'

type Shown = {
  figure: HomeFigure
  label: string
  /** What it is compared with; left out where it is compared with nothing. */
  against?: string
  moreIs?: 'good' | 'bad'
  isMoney?: boolean
}

const DAYS_BEFORE = 'the 30 days before'
const DAYS_AGO = '30 days ago'

const ofPlatform: readonly Shown[] = [
  { figure: 'agencies', label: 'Agencies', against: DAYS_AGO, moreIs: 'good' },
  { figure: 'new_agencies', label: 'New in 30 days', against: DAYS_BEFORE, moreIs: 'good' },
  { figure: 'unpaid_companies', label: 'Companies that owe' },
  { figure: 'failing_receivers', label: 'Receivers that fail' },
]
const ofSales: readonly Shown[] = [
  { figure: 'agencies', label: 'Your agencies', against: DAYS_AGO, moreIs: 'good' },
  { figure: 'commissions', label: 'Commissions, 30 days', against: DAYS_BEFORE, moreIs: 'good', isMoney: true },
  { figure: 'commissions_owed', label: 'Not paid yet', isMoney: true },
  { figure: 'commissions_back', label: 'Taken back, 30 days', against: DAYS_BEFORE, moreIs: 'bad', isMoney: true },
]

type Props = { shown: Shown; home: Home | undefined; onRetry: (() => void) | undefined }

function HomeFigureCard({ shown: { figure, label, against, moreIs, isMoney }, home, onRetry }: Props) {
  const found = home?.figures.find((each) => each.figure === figure)
  const show = (value: number) => (isMoney ? toCurrency(Math.round(value * 100)) : toCount(value))
  const before = found?.before ?? null
  return (
    <Figure
      label={label}
      value={found ? `${show(found.value)}${found.isCut ? '+' : ''}` : home && '—'}
      onRetry={onRetry}
      {...(against !== undefined && { against })}
      {...(found &&
        before !== null &&
        against !== undefined && { change: { now: found.value, before, against, ...(moreIs && { moreIs }) } })}
    />
  )
}

type BoardProps = {
  /** Shows the list below, which a line of what waits has filtered. */
  onList: () => void
}

/** How the platform or a sales person's agencies do, above their list: figures, and beside them what waits. */
export function HomeBoard({ onList }: BoardProps) {
  const { data, error, reload } = useCall('account.home', {})
  const shown = roleOf(useMe()) === 'sales' ? ofSales : ofPlatform
  const onRetry = !data && error !== undefined ? () => void reload() : undefined
  return (
    <div className={classes.board}>
      <div className={classes.figures}>
        <VisuallyHidden component="h2">Figures</VisuallyHidden>
        <SimpleGrid type="container" cols={{ base: 2, '960px': 4 }}>
          {shown.map((each) => (
            <HomeFigureCard key={each.figure} shown={each} home={data} onRetry={onRetry} />
          ))}
        </SimpleGrid>
      </div>
      <div className={classes.panel}>
        <HomePanel onList={onList} />
      </div>
    </div>
  )
}
