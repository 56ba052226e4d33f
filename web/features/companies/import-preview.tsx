import { Alert, Button, Group, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { workStarted } from '../../api/started-work.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { toCount } from '../../ui/format.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './companies.module.css'
import { LeftRows } from './import-left.tsx'
import type { Job } from './use-import.ts'

type Preview = Output<'companies.importPreview'>
type Props = { job: Job; companyId: string; onDecided: () => void }

/** It was confirmed or ended elsewhere, so what is shown here holds no more. */
const isOver = (error: unknown) => error instanceof ApiError && (error.status === 409 || error.status === 404)

const clients = (count: number) => (count === 1 ? '1 new client' : `${toCount(count)} new clients`)

/** A company sends so many invitations a day: what does not fit leaves on the days that follow. */
function later({ invitations, invitationsToday: today }: Preview): string {
  const rest = invitations - today
  const others = rest === 1 ? 'one is mailed' : `${toCount(rest)} are mailed`
  const first = today === 1 ? 'one invitation is mailed' : `${toCount(today)} invitations are mailed`
  const all = 'All clients are added once you confirm.'
  return today === 0
    ? `${all} Files have no invitations left today: ${toCount(rest)} are mailed by themselves from tomorrow on.`
    : `${all} Today ${first}, and ${rest === 1 ? others : `the other ${others}`} by themselves on the days that follow, because a company sends a limited number of them a day.`
}

/** What a file would make, before anything of it is made: nobody is invited until somebody says so. */
export function ImportPreview({ job, companyId, onDecided }: Props) {
  const id = useId()
  const one = { companyId: companyId, importId: job.id }
  const found = useCall('companies.importPreview', one)
  const { data } = found
  const [deciding, setDeciding] = useState<'confirm' | 'drop'>()
  // Sent past `useSend`: that asks for this very preview again, which is no more once it is decided.
  const decide = async (what: 'confirm' | 'drop') => {
    setDeciding(what)
    try {
      if (what === 'confirm') await send('companies.confirmImport', one)
      else notify('success', (await send('companies.dropImport', one)).message)
      workStarted()
      onDecided()
    } catch (failure) {
      setDeciding(undefined)
      notify('danger', messageOf(failure))
      if (isOver(failure)) onDecided()
    }
  }
  return (
    <Paper component="section" p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Title order={3} size="h5" id={id} className={classes.long}>
            {job.filename}
          </Title>
          <Text size="sm" role="status">
            {clients(job.accepted)}, {toCount(job.duplicates)} known already, {toCount(job.rejected)} rejected. Nothing
            has been added yet.
          </Text>
        </div>
        {data && <Rows preview={data} />}
        <NotYet of={found} title="The preview could not be loaded" rows={4} height={16} />
        <LeftRows job={job} companyId={companyId} isMade={false} />
        <Text size="sm">
          {data && data.invitationsToday < data.invitations
            ? later(data)
            : job.accepted === 1
              ? 'One invitation is mailed once you confirm.'
              : `${toCount(job.accepted)} invitations are mailed once you confirm.`}
          {job.confirmUntil && (
            <>
              {' '}
              The file is forgotten <RelativeTime at={job.confirmUntil} />.
            </>
          )}
        </Text>
        {data?.refusal && <Alert color="yellow">{data.refusal}</Alert>}
        <Group gap="xs">
          <Button
            loading={deciding === 'confirm'}
            disabled={data?.refusal !== '' || deciding !== undefined}
            onClick={() => void decide('confirm')}
          >
            Add and invite {job.accepted === 1 ? '1 client' : `${toCount(job.accepted)} clients`}
          </Button>
          <Button
            variant="default"
            loading={deciding === 'drop'}
            disabled={deciding !== undefined}
            onClick={() => void decide('drop')}
          >
            Do not import
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Rows({ preview }: { preview: Preview }) {
  const { rows, left, invitations, job } = preview
  const hidden = invitations - rows.length
  const others = job.duplicates + job.rejected - left.length
  return (
    <>
      {rows.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            Will be added
          </Text>
          <ScrollArea.Autosize mah={200} type="auto" viewportProps={{ tabIndex: 0 }}>
            <ul className={classes.terms} aria-label="Clients that will be added">
              {rows.map(({ row, company, fullName, email }) => (
                <li key={row} className={classes.change}>
                  <span>{company}</span>
                  <Text component="span" size="xs" c="dimmed">
                    {fullName}, {email}
                  </Text>
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
          {hidden > 0 && (
            <Text size="xs" c="dimmed" mt={4}>
              and {toCount(hidden)} more
            </Text>
          )}
        </div>
      )}
      {left.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            Will be left out
          </Text>
          <ScrollArea.Autosize mah={200} type="auto" viewportProps={{ tabIndex: 0 }}>
            <ul className={classes.terms} aria-label="Rows that will be left out">
              {left.map(({ row, reason, cells }) => (
                <li key={row} className={classes.change}>
                  <span>
                    Row {toCount(row)}: {reason}
                  </span>
                  <Text component="span" size="xs" c="dimmed">
                    {cells.filter(Boolean).join(', ')}
                  </Text>
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
          {others > 0 && (
            <Text size="xs" c="dimmed" mt={4}>
              and {toCount(others)} more
            </Text>
          )}
        </div>
      )}
    </>
  )
}
