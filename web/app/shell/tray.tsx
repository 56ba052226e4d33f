import { ActionIcon, Anchor, Indicator, Popover, Stack, Text, Title, Tooltip } from '@mantine/core'
import IconProgressCheck from '@tabler/icons-react/dist/esm/icons/IconProgressCheck.mjs'
import { useEffect, useRef, useState } from 'react'
import { onWorkStarted } from '../../api/started-work.ts'
import { useCall } from '../../api/use-call.ts'
import { notify } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { isUnderWay, type Job, outcomeOf, placeOf } from './job-words.ts'
import classes from './tray.module.css'

const POLL_MS = 3000

/** What the person began, asked for as long as any of it is under way. What ends meanwhile is told once. */
function useJobs(): readonly Job[] {
  const { data, reload } = useCall(
    'account.jobs',
    {},
    { every: POLL_MS, until: ({ data: jobs }) => !jobs.some(isUnderWay) },
  )
  const seen = useRef(new Map<string, Job['status']>())
  useEffect(() => onWorkStarted(() => void reload()), [reload])
  useEffect(() => {
    for (const job of data?.data ?? []) {
      const wasUnderWay = seen.current.get(job.id) === 'running'
      seen.current.set(job.id, job.status)
      if (!wasUnderWay || isUnderWay(job)) continue
      const isFailure = job.status === 'failed'
      notify(isFailure ? 'danger' : 'success', outcomeOf(job), {
        title: job.filename,
        ...(isFailure && { timeout: 0 }),
      })
    }
  }, [data])
  return data?.data ?? []
}

type Props = { onOpen: (job: Job) => void }

/** Finds uploads, imports and files again that go on without the page they were begun on. Not there while there are none. */
export function Tray({ onOpen }: Props) {
  const jobs = useJobs()
  const [isOpen, setOpen] = useState(false)
  if (jobs.length === 0) return null
  const count = jobs.filter(isUnderWay).length
  const label = count > 0 ? `Uploads and files, ${count} in progress` : 'Uploads and files'
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Tooltip label={label} disabled={isOpen}>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={label} onClick={() => setOpen(!isOpen)}>
            <Indicator label={count} size={16} offset={4} disabled={count === 0}>
              <IconProgressCheck size={18} aria-hidden />
            </Indicator>
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown data-surface="box">
        <Title order={2} mb="xs">
          Uploads and files
        </Title>
        <Stack component="ul" gap="sm" className={classes.list}>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobLine
                job={job}
                onOpen={() => {
                  setOpen(false)
                  onOpen(job)
                }}
              />
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function JobLine({ job, onOpen }: { job: Job; onOpen: () => void }) {
  return (
    <>
      {isUnderWay(job) ? (
        <ProgressBar
          label={job.filename}
          value={job.percentage}
          {...(job.totalRow > 0 && { counts: { done: job.currentRow, total: job.totalRow } })}
        />
      ) : (
        <>
          <Text size="sm" fw={500} truncate dir="auto" title={job.filename}>
            {job.filename}
          </Text>
          <Text size="sm" c={job.status === 'failed' ? 'red' : 'dimmed'} className={classes.words}>
            {outcomeOf(job)}
          </Text>
        </>
      )}
      <Text size="xs" c="dimmed">
        <RelativeTime at={job.createdAt} /> ·{' '}
        <Anchor component="button" type="button" inherit onClick={onOpen}>
          {placeOf(job.kind)}
        </Anchor>
      </Text>
    </>
  )
}
