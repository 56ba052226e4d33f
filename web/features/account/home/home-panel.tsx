import { Anchor, Badge, Paper, Tabs, Text } from '@mantine/core'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { companyPath, pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useTenant } from '../../../api/tenant.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx'
import classes from './home-panel.module.css'
import { type Home, hasWords, mendPath, stepPath, stepWords, titles, UNPAID_AGENCIES } from './lines.ts'

type OnList = { onList?: (() => void) | undefined }

function AttentionLine({ of, to, onList }: OnList & { of: Home['attention'][number]; to: string }) {
  return (
    <li className={classes.line}>
      <Anchor
        component={Link}
        to={to}
        size="sm"
        fw={500}
        dir="auto"
        {...(to === UNPAID_AGENCIES && { onClick: onList })}
      >
        {titles[of.kind](of)}
      </Anchor>
      {(of.reasons.length > 0 || of.at) && (
        <Text size="xs" c="dimmed" dir="auto">
          {of.reasons.join(' · ')} {of.at && of.kind === 'account' && 'wanted '}
          {of.at && <RelativeTime at={of.at} />}
        </Text>
      )}
    </li>
  )
}

function AttentionList({ attention, onList }: OnList & Pick<Home, 'attention'>) {
  const { sideMenu } = useTenant()
  if (attention.length === 0)
    return (
      <EmptyState title="Nothing needs your attention">What fails, expires or falls silent is said here.</EmptyState>
    )
  return (
    <ul className={classes.list}>
      {attention.map((one) => (
        <AttentionLine
          key={`${one.kind} ${one.campaignNumber} ${one.companyId} ${one.slug} ${one.name}`}
          of={one}
          to={mendPath(one, sideMenu)}
          onList={onList}
        />
      ))}
    </ul>
  )
}

function StepList({ steps }: Pick<Home, 'steps'>) {
  const { sideMenu } = useTenant()
  return (
    <ul className={classes.list}>
      {steps.map(({ step, done }) => (
        <li key={step} className={classes.step}>
          {done ? (
            <IconCircleCheck size={18} className={classes.done} aria-hidden />
          ) : (
            <IconCircle size={18} className={classes.open} aria-hidden />
          )}
          {done ? (
            <Text size="sm" c="dimmed">
              {stepWords[step]} (done)
            </Text>
          ) : (
            <Anchor component={Link} to={stepPath(step, sideMenu)} size="sm" fw={500}>
              {stepWords[step]}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  )
}

function ActivityList({ activity }: Pick<Home, 'activity'>) {
  const may = useMay()
  if (activity.length === 0)
    return <EmptyState title="Nothing lately">What is changed here is listed for 30 days.</EmptyState>
  return (
    <>
      <ul className={classes.list}>
        {activity.map(({ at, what, who, company }) => (
          <li key={`${at} ${what}`} className={classes.line}>
            <Text size="sm" dir="auto">
              {what}
              {company && ` · ${company}`}
            </Text>
            <Text size="xs" c="dimmed" dir="auto">
              {who} · <RelativeTime at={at} />
            </Text>
          </li>
        ))}
      </ul>
      {may('log:read', 'GET') && (
        <Anchor component={Link} to={pathTo('auditLog')} size="sm" mt="sm" display="inline-block">
          All changes
        </Anchor>
      )}
    </>
  )
}

function NewcomerList({ newcomers }: Pick<Home, 'newcomers'>) {
  return (
    <ul className={classes.list}>
      {newcomers.map(({ companyId, name, at }) => (
        <li key={companyId} className={classes.line}>
          <Anchor component={Link} to={companyPath(companyId)} size="sm" fw={500} dir="auto">
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            <RelativeTime at={at} />
          </Text>
        </li>
      ))}
    </ul>
  )
}

type Part = { id: string; label: string; mark?: string; content: ReactNode }

function partsOf({ attention, steps, activity, newcomers }: Home, onList: OnList['onList']): Part[] {
  const done = steps.filter((step) => step.done).length
  return [
    {
      id: 'attention',
      label: 'Needs attention',
      ...(attention.length > 0 && { mark: String(attention.length) }),
      content: <AttentionList attention={attention} onList={onList} />,
    },
    ...(steps.length > 0
      ? [{ id: 'steps', label: 'Set up', mark: `${done}/${steps.length}`, content: <StepList steps={steps} /> }]
      : []),
    ...(newcomers.length > 0
      ? [{ id: 'newcomers', label: 'Newest', content: <NewcomerList newcomers={newcomers} /> }]
      : []),
    { id: 'activity', label: 'Recent', content: <ActivityList activity={activity} /> },
  ]
}

/** The first part that has something to do. An invitation waits for somebody else, so it does not stand before one's own set-up. */
const firstOf = ({ attention, steps, newcomers }: Home) => {
  if (attention.some(({ kind }) => kind !== 'invitations')) return 'attention'
  if (steps.length > 0) return 'steps'
  if (attention.length > 0) return 'attention'
  return newcomers.length > 0 ? 'newcomers' : 'activity'
}

/** What waits for the person in their company, each with the place where it is mended. It is as large as the room that it stands in; `onList` shows the list beside it. */
export function HomePanel({ onList }: OnList) {
  const { data: said, error, reload, isValidating } = useCall('account.home', {})
  const data = said && { ...said, attention: said.attention.filter(hasWords) }
  const [chosen, setChosen] = useState<string | null>(null)
  const parts = data && partsOf(data, onList)
  const open = data && (parts?.find(({ id }) => id === chosen)?.id ?? firstOf(data))
  return (
    <Paper component="section" className={classes.panel} aria-label="What waits for you" aria-busy={!data && !error}>
      {!data && error !== undefined && (
        <ErrorState
          title="What waits for you could not be loaded"
          onRetry={() => void reload()}
          retrying={isValidating}
        >
          {messageOf(error)}
        </ErrorState>
      )}
      {!data && error === undefined && (
        <div className={classes.content}>
          <SkeletonLines rows={6} />
        </div>
      )}
      {parts && open && (
        <Tabs value={open} onChange={setChosen} className={classes.tabs}>
          <Tabs.List className={classes.names}>
            {parts.map(({ id, label, mark }) => (
              <Tabs.Tab
                key={id}
                value={id}
                rightSection={
                  mark && (
                    <Badge size="sm" variant="light" color={id === 'attention' ? 'yellow' : 'gray'}>
                      {mark}
                    </Badge>
                  )
                }
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {parts.map(({ id, content }) => (
            <Tabs.Panel
              key={id}
              value={id}
              className={classes.content}
              // Of what was done lately there may be more than its room holds, and nothing in it that a key could go to.
              {...(id === 'activity' && { tabIndex: 0 })}
            >
              {id === open && content}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Paper>
  )
}
