import type { RouteId } from '#shared/access/routes.ts'
import { PageShape, type Shape } from '../ui/page-shape.tsx'
import { BrandMark } from './brand-mark.tsx'
import classes from './page-skeleton.module.css'

/** Pages that do not begin with a list. */
const shapes: Partial<Record<RouteId, Shape>> = {
  profile: 'form',
  profileSetup: 'form',
  profileSetupV1: 'form',
  questionnaire: 'form',
  questionnaireAdd: 'form',
  cardSetting: 'form',
  salesConnectAccount: 'form',
  generalSetting: 'form',
  campaign: 'figures',
  agencyList: 'figures',
  lineDashboard: 'figures',
}

export function PageSkeleton({ id }: { id: RouteId | undefined }) {
  return <PageShape shape={(id && shapes[id]) ?? 'table'} />
}

/**
 * Where people begin, by its address: the table of pages is on its way itself. Who signs in lands on one of them. It says the
 * same of them as the table above, so that one shape does not follow the other.
 */
const isBeginning = (path: string) => /\/(login|dashboard|agency-list)?$/.test(path)

/** The frame while it is not yet known who is there. It has the frame's measures, so that nothing jumps. */
export function ShellSkeleton() {
  return (
    <div className={classes.frame}>
      <div className={classes.sidebar} data-surface="sidebar">
        <div className={classes.brand}>
          <BrandMark />
        </div>
      </div>
      <div>
        <div className={classes.bar} data-surface="box" />
        <main className={classes.main} data-surface="template">
          <PageShape shape={isBeginning(location.pathname) ? 'figures' : 'table'} />
        </main>
      </div>
    </div>
  )
}

/** What a visitor waits for: the card that stands beside the tenant's face, or the sheet of a text below it. */
export function VisitorSkeleton({ isText }: { isText: boolean }) {
  return <PageShape shape={isText ? 'text' : 'card'} />
}
