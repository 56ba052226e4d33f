import type { RouteId } from '#shared/access/routes.ts'
import { PageShape, type Shape } from '../ui/page-shape.tsx'
import classes from './page-skeleton.module.css'

/** Pages that are no list. */
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
}

export function PageSkeleton({ id }: { id: RouteId | undefined }) {
  return <PageShape shape={(id && shapes[id]) ?? 'table'} />
}

/** The frame while it is not yet known who is there. It has the frame's measures, so that nothing jumps. */
export function ShellSkeleton() {
  return (
    <div className={classes.frame}>
      <div className={classes.sidebar} data-surface="sidebar" />
      <main className={classes.main} data-surface="template">
        <PageShape />
      </main>
    </div>
  )
}

/** What a visitor waits for: the card that stands beside the tenant's face, or a text below it. */
export function VisitorSkeleton({ isText }: { isText: boolean }) {
  if (isText) return <PageShape />
  return (
    <div className={classes.card}>
      <PageShape shape="form" />
    </div>
  )
}
