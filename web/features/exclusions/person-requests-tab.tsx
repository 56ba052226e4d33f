import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { PersonRequestKind } from '#shared/model/person-request.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { emailFault } from '../../ui/email-fault.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { toCount } from '../../ui/format.ts'
import { HeldNote } from '../../ui/held-note.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { useDownload } from './use-download.ts'

type Request = Output<'exclusions.personRequests'>['data'][number]

const POLL_MS = 4000
const isOpen = ({ status }: Request) => status === 'waiting' || status === 'running'
const kinds: Record<Request['kind'], string> = { export: 'Copy', erase: 'Erasure' }
const states = {
  waiting: { word: 'Waiting', tone: 'default' },
  running: { word: 'In progress', tone: 'info' },
  done: { word: 'Done', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
} as const

const leadsOf = (count: number) => `${toCount(count)} ${count === 1 ? 'lead' : 'leads'}`

/** What came of it so far. */
function outcomeOf({ kind, status, campaigns, leads, files, reason, isKept }: Request): string {
  if (status === 'failed') return reason ?? ''
  if (status === 'waiting')
    return kind === 'erase' ? 'Begins within two minutes. The person becomes no lead any more.' : 'Begins in a moment.'
  if (status === 'running')
    return `${toCount(campaigns)} ${campaigns === 1 ? 'campaign' : 'campaigns'} looked through, ${leadsOf(leads)} found`
  const inFiles = `${toCount(files)} ${files === 1 ? 'file' : 'files'}`
  if (kind === 'erase') return `${leadsOf(leads)} blanked, the address taken out of ${inFiles}`
  const found = files > 0 ? `${leadsOf(leads)}, and rows in ${inFiles}` : leadsOf(leads)
  return isKept ? found : `${found}. The copy is no longer kept: ask for a new one.`
}

/** Requests of people who want to know what is held on them, or to be erased. */
export default function PersonRequestsTab() {
  const { companyId, isRootCompany, isViewMode } = useMe()
  const mayAsk = useMay()('privacy:update', 'POST')
  const requests = useCall(
    'exclusions.personRequests',
    { companyId },
    { every: POLL_MS, until: ({ data }) => !data.some(isOpen) },
  )
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { send: ask, sending } = useSend('exclusions.requestPerson')
  const { download, isSaving } = useDownload()

  const request = async (kind: PersonRequestKind) => {
    const wrong = emailFault(email)
    setFault(wrong)
    if (wrong) return
    const address = email.trim()
    const isSure =
      kind === 'export' ||
      (await confirm({
        title: 'Erase this person?',
        children: `All that is held on ${address} is blanked in the leads of ${
          isRootCompany ? 'every agency' : 'all your clients'
        }, and they become no lead again. Counts and bills stay as they are. This cannot be taken back.`,
        confirmLabel: 'Erase',
        danger: true,
      }))
    if (!isSure) return
    try {
      const { message } = await ask({ companyId, email: address, kind })
      notify('success', message)
      setEmail((typed) => (typed === email ? '' : typed))
    } catch (error) {
      if (isDeclined(error)) return
      const said = fieldsOf(error)?.email
      if (said) setFault(said)
      else notify('danger', messageOf(error))
    }
    await requests.reload()
  }
  const save = ({ id: requestId }: Request) =>
    void download(() => send('exclusions.personExport', { companyId, requestId }))

  const columns: Column<Request>[] = [
    { key: 'kind', label: 'Request', card: 'title', render: ({ kind }) => kinds[kind] },
    { key: 'asked', label: 'Asked', card: 'fact', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'status',
      label: 'Status',
      card: 'fact',
      width: 'wide',
      render: (row) => (
        <Status tone={states[row.status].tone} reason={outcomeOf(row)}>
          {states[row.status].word}
        </Status>
      ),
    },
    {
      key: 'copy',
      label: 'Copy',
      card: 'fact',
      render: (row) =>
        mayAsk && row.isKept ? (
          <Button variant="default" size="xs" disabled={isSaving} onClick={() => save(row)}>
            Download
          </Button>
        ) : (
          '—'
        ),
    },
  ]
  return (
    <Stack gap="lg">
      {isViewMode && <HeldNote>This cannot be done while viewing as someone else.</HeldNote>}
      {mayAsk && (
        <Paper p="lg" component="section" aria-label="New request" maw={640}>
          <Stack gap="md">
            <Title order={2} size="h4">
              Copy or erase what is held on a person
            </Title>
            <Text size="sm" c="dimmed">
              By an e-mail address: a copy of all that is held on the person below your company, or their erasure. The
              address itself is not kept.
            </Text>
            <EmailInput
              label="E-mail address of the person"
              autoComplete="off"
              value={email}
              error={fault}
              onChange={(text) => {
                setFault(null)
                setEmail(text)
              }}
            />
            <Group gap="xs">
              <Button variant="default" loading={sending} onClick={() => void request('export')}>
                Make a copy
              </Button>
              <Button color="red" variant="light" loading={sending} onClick={() => void request('erase')}>
                Erase the person
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
      <DataTable
        label="Requests about people"
        columns={columns}
        rows={requests.data?.data}
        keyOf={({ id }) => id}
        nameOf={({ kind, id }) => `${kinds[kind]} ${id}`}
        error={
          requests.error === undefined || requests.data
            ? undefined
            : {
                title: 'The requests could not be loaded',
                text: messageOf(requests.error),
                onRetry: () => void requests.reload(),
              }
        }
        empty={{ title: 'No requests yet', text: 'Copies and erasures that were asked for are listed here.' }}
      />
    </Stack>
  )
}
