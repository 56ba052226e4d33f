import { Anchor, Stack, Text } from '@mantine/core'
import { areRefusedRowsKept } from '#shared/retention.ts'
import { timeNow } from '../../api/server-time.ts'
import type { Output } from '../../api/terms.ts'
import { toCount } from '../../ui/format.ts'
import { Heading } from '../../ui/heading.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './job-list.module.css'

export type Job = Output<'exclusions.progress'>['data']['jobProgress'][number]

const waitingFor: Partial<Record<Job['status'], string>> = {
  waiting: 'Waiting for the file',
  queued: 'Waiting for its turn',
}

export function OpenJobs({ jobs }: { jobs: readonly Job[] }) {
  if (jobs.length === 0) return null
  return (
    <section aria-label="In progress">
      <Heading size="h3" mb="xs">
        In progress
      </Heading>
      <Stack gap="sm">
        {jobs.map((job) => {
          const wait = waitingFor[job.status]
          return (
            <div key={job.id}>
              <ProgressBar
                label={job.filename}
                value={job.percentage}
                {...(job.totalRow > 0 && { counts: { done: job.currentRow, total: job.totalRow } })}
              />
              {wait && (
                <Text size="xs" c="dimmed" mt={4}>
                  {wait}
                </Text>
              )}
            </div>
          )
        })}
      </Stack>
    </section>
  )
}

function outcomeOf(job: Job): string {
  if (job.status === 'purged') return job.reason ?? 'The list was purged before this file was read.'
  if (job.status === 'failed') return job.reason ?? 'This file could not be read.'
  const duplicates = job.duplicates === 1 ? 'duplicate' : 'duplicates'
  return `${toCount(job.accepted)} added, ${toCount(job.duplicates)} ${duplicates}, ${toCount(job.rejected)} rejected`
}

type DoneProps = { jobs: readonly Job[]; onDownloadRejected: (job: Job) => void }

export function DoneJobs({ jobs, onDownloadRejected }: DoneProps) {
  if (jobs.length === 0) return null
  return (
    <section aria-label="Latest uploads">
      <Heading size="h3" mb="xs">
        Latest uploads
      </Heading>
      <ul className={classes.list}>
        {jobs.map((job) => (
          <li key={job.id} className={classes.job}>
            <div className={classes.head}>
              <Text size="sm" fw={500} truncate dir="auto">
                {job.filename}
              </Text>
              <Text size="xs" c="dimmed" className={classes.time}>
                <RelativeTime at={job.createdAt} />
              </Text>
            </div>
            <Text size="sm" c={job.status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
              {outcomeOf(job)}
            </Text>
            {job.status === 'done' && job.reason && (
              <Text size="sm" c="dimmed">
                {job.reason}
              </Text>
            )}
            {job.status === 'done' && job.rejected > 0 && areRefusedRowsKept(job.createdAt, timeNow()) && (
              <Anchor component="button" type="button" size="sm" onClick={() => onDownloadRejected(job)}>
                Download rejected rows
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
