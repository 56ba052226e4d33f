import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { toCount } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { DoneJobs, OpenJobs } from './job-list.tsx'
import { kindOf, type ListRef } from './list-ref.ts'
import { OneEntry } from './one-entry.tsx'
import { Purge } from './purge.tsx'
import { UploadArea } from './upload-area.tsx'
import { useDownload } from './use-download.ts'

const POLL_MS = 2000

type Props = {
  list: ListRef
  /** Where people on the list are kept out of, to end a sentence. */
  keptFrom: string
}

/** A list of people whom campaigns may not find. Progress is asked for only while this is open. */
export function Exclusions({ list, keptFrom }: Props) {
  const { companyId } = list
  const progress = useCall(
    'exclusions.progress',
    { companyId, ...kindOf(list) },
    { every: POLL_MS, until: ({ data }) => data.jobProgress.length === 0 },
  )
  const may = useMay()
  const mayAdd = may('exclusion:update', 'POST')
  const { download, isSaving } = useDownload()
  // That a file was submitted is no news any more once the list is empty.
  const [purges, setPurges] = useState(0)
  const jobs = progress.data?.data

  return (
    <Stack gap="lg" maw={640}>
      <Text size="sm" c="dimmed">
        People on this list are kept out of the leads of {keptFrom}. <br />
        {jobs ? `It holds ${toCount(jobs.total)} ${jobs.total === 1 ? 'record' : 'records'}.` : '\u00a0'}
      </Text>
      {mayAdd && (
        <UploadArea key={purges} list={list} done={jobs?.jobDone ?? []} onArrived={() => void progress.reload()} />
      )}
      <OneEntry list={list} onChanged={() => void progress.reload()} />
      {jobs && <OpenJobs jobs={jobs.jobProgress} />}
      {jobs && (
        <DoneJobs
          jobs={jobs.jobDone}
          onDownloadRejected={({ id: jobId }) =>
            void download(() => send('exclusions.downloadRejected', { companyId, jobId, ...kindOf(list) }))
          }
        />
      )}
      {!jobs && progress.isLoading && <SkeletonLines />}
      {!jobs && progress.error !== undefined && !progress.isLoading && (
        <ErrorState
          title="The uploads could not be loaded"
          onRetry={() => void progress.reload()}
          retrying={progress.isValidating}
        >
          {messageOf(progress.error)}
        </ErrorState>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          loading={isSaving}
          onClick={() => void download(() => send('exclusions.download', { companyId, ...kindOf(list) }))}
        >
          Download list
        </Button>
        <Anchor href="/sample-suppression.csv" download size="sm">
          Sample CSV
        </Anchor>
      </Group>
      {may('exclusion:update', 'DELETE') && <Purge list={list} onPurged={() => setPurges((times) => times + 1)} />}
    </Stack>
  )
}
