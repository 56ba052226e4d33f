import { Alert, Anchor, Button, Code, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { toCsvLine } from '#shared/csv.ts'
import { MAX_IMPORT_ROWS } from '#shared/model/client-import.ts'
import { useMe } from '../../api/session-store.ts'
import { saveBlob } from '../../ui/download.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { toCount } from '../../ui/format.ts'
import { InviteHint } from '../../ui/invite-hint.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import classes from './companies.module.css'
import { LeftRows } from './import-left.tsx'
import { ImportPreview } from './import-preview.tsx'
import { isOpen, type Job, useImport } from './use-import.ts'

type Props = { companyId: string; onClose: () => void; onDone: () => void }

const sample = [
  ['Company', 'Full name', 'E-mail', 'Phone', 'Country'],
  ['Bright Smiles Dental', 'Cleo Client', 'cleo@brightsmiles.example', '(312) 555-0123', 'US'],
]
const saveSample = () => saveBlob(new Blob(sample.map(toCsvLine), { type: 'text/csv' }), 'sample-clients.csv')

const some = (count: number, one: string, many: string) => `${toCount(count)} ${count === 1 ? one : many}`

function Outcome({ job, companyId }: { job: Job; companyId: string }) {
  if (job.status === 'failed')
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {job.reason}
      </Text>
    )
  if (job.status === 'ended')
    return <Text size="sm">Not imported. Nothing of it was added, and nobody was invited.</Text>
  return (
    <>
      <Text size="sm">
        {some(job.totalRow, 'row', 'rows')}: {some(job.accepted, 'client added', 'clients added')},{' '}
        {toCount(job.duplicates)} known already, {toCount(job.rejected)} rejected
      </Text>
      {job.invitationsWait > 0 && job.invitationsFrom && (
        <Text size="sm">
          {some(job.invitationsWait, 'invitation waits', 'invitations wait')}: the next are mailed by themselves{' '}
          <RelativeTime at={job.invitationsFrom} />.
        </Text>
      )}
      <LeftRows job={job} companyId={companyId} isMade />
    </>
  )
}

function JobItem({ job, companyId }: { job: Job; companyId: string }) {
  if (job.status === 'waiting')
    return (
      <>
        <ProgressBar label={`Checking ${job.filename}`} value={job.percentage} />
        <Text size="xs" c="dimmed" mt={4}>
          You see what it would add before anybody is invited. You may close this and come back.
        </Text>
      </>
    )
  if (job.status === 'running')
    return (
      <ProgressBar
        label={`Adding the clients of ${job.filename}`}
        value={job.percentage}
        {...(job.totalRow > 0 && { counts: { done: job.currentRow, total: job.totalRow } })}
      />
    )
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={500} truncate dir="auto" title={job.filename}>
          {job.filename}
        </Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          <RelativeTime at={job.createdAt} />
        </Text>
      </Group>
      <Outcome job={job} companyId={companyId} />
    </div>
  )
}

/** Clients out of a file: what it must look like, how far it is, and row by row what became of it. */
export default function ImportClients({ companyId, onClose, onDone }: Props) {
  const [isShown, setShown] = useState(true)
  const { state, upload, jobs, error, reload } = useImport(companyId)
  const isSending = state.step === 'sending'
  const checked = jobs?.filter(({ status }) => status === 'checked') ?? []
  const others = jobs?.filter(({ status }) => status !== 'checked') ?? []
  const openJobs = others.filter(isOpen).length
  const before = useRef(0)
  const forget = useRef<() => void>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const refusalForInvite = useMe().whyNotInvite
  const decided = () => {
    // What was pressed goes with the preview.
    choose.current?.focus()
    void reload()
  }
  useEffect(() => {
    // The list behind has new clients once a file is through.
    if (before.current > openJobs) onDone()
    before.current = openJobs
  }, [openJobs, onDone])

  return (
    <SidePanel
      opened={isShown}
      onClose={() => setShown(false)}
      onExitTransitionEnd={onClose}
      title="Import clients"
      size={560}
    >
      <Stack gap="lg">
        <InviteHint why={refusalForInvite} />
        <Stack gap="xs">
          <Text size="sm">
            A CSV file of up to {toCount(MAX_IMPORT_ROWS)} rows. Its first row names the columns: <Code>Company</Code>,{' '}
            <Code>Full name</Code> and <Code>E-mail</Code>, and if you like <Code>Phone</Code> and <Code>Country</Code>.
          </Text>
          <Text size="sm">
            The file is checked first, and you see what it would add. Clients are added and invited by mail once you
            confirm. Addresses that you have already are left as they are.
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={saveSample} className={classes.left}>
            Download a sample
          </Anchor>
        </Stack>
        <div>
          <FileButton
            accept=".csv,text/csv"
            onChange={(file) => {
              // The same file may be chosen again, once it was mended.
              forget.current?.()
              if (file) void upload(file)
            }}
            resetRef={forget}
            inputProps={{ 'aria-label': 'File of clients' }}
          >
            {(props) => (
              <Button
                {...props}
                ref={choose}
                variant={checked.length > 0 ? 'default' : 'filled'}
                loading={isSending}
                data-autofocus
              >
                Choose file
              </Button>
            )}
          </FileButton>
        </div>
        <div role="status">
          {isSending && <ProgressBar label="Sending the file" value={state.share * 100} />}
          {state.step === 'refused' && <Alert color="red">{state.reason}</Alert>}
        </div>
        {error !== undefined && !jobs && (
          <ErrorState title="Earlier files could not be loaded" onRetry={() => void reload()} />
        )}
        {checked.map((job) => (
          <ImportPreview key={job.id} job={job} companyId={companyId} onDecided={decided} />
        ))}
        {others.length > 0 && (
          <section aria-label="Latest files">
            <Title order={3} size="h5" mb="xs">
              Latest files
            </Title>
            <Stack gap="md">
              {others.map((job) => (
                <JobItem key={job.id} job={job} companyId={companyId} />
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </SidePanel>
  )
}
