import { ActionIcon, Alert, Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  INFORMATION_NAME_MAX,
  type InformationKind,
  type InformationList,
  type InformationType,
  MOST_INFORMATION_TYPES,
  refusalForTypes,
} from '#shared/model/information-type.ts'
import { ApiError, fieldsOf, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import classes from './theme-form.module.css'

type Row = InformationType & { key: number }
type Props = { kind: InformationKind; saved: InformationList; mayChange: boolean; onReload: () => void }

const kindTexts: Record<InformationKind, { title: string; text: string }> = {
  advanced: {
    title: 'Advanced information',
    text: 'What campaigns of Site ID and Enhance ID can ask for beside a person’s address.',
  },
  b2b: { title: 'B2B information', text: 'What campaigns of B2B ID can ask for about a person’s company.' },
}

/** What is wrong with the rows, by their keys. */
function faultsOf(saved: InformationList, rows: readonly Row[]): Record<number, string> {
  const empty = rows.find(({ name }) => name.trim() === '')
  if (empty) return { [empty.key]: 'Enter a name.' }
  const wrong = refusalForTypes(saved, rows)
  const row = wrong && rows[wrong.row]
  return row ? { [row.key]: wrong.message } : {}
}

type RemovedProps = { removed: readonly InformationType[]; mayChange: boolean; onBack: (type: InformationType) => void }

function Removed({ removed, mayChange, onBack }: RemovedProps) {
  if (removed.length === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Not offered any more. Campaigns that name them keep them.
      </Text>
      {removed.map((type) => (
        <Group key={type.id} gap="xs">
          <Badge color="gray" tt="none">
            {type.name}
          </Badge>
          {mayChange && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Offer ${type.name} again`}
              onClick={() => onBack(type)}
            >
              Offer again
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}

/** One list of types: names can change, rows come and go, and what is removed can come back. */
export function InformationForm({ kind, saved: latest, mayChange, onReload }: Props) {
  const titleId = useId()
  // The list that is changed here: a newer one of somebody else takes nothing away that is typed.
  const [saved, setSaved] = useState(latest)
  const next = useRef(0)
  const rowsOf = ({ types }: InformationList): Row[] => types.map((type) => ({ ...type, key: next.current++ }))
  const [rows, setRows] = useState<Row[]>(() => rowsOf(latest))
  const [removed, setRemoved] = useState(latest.removed)
  const [faults, setFaults] = useState<Record<number, string>>({})
  const [lost, setLost] = useState('')
  const { send, sending } = useSend('settings.saveInformationTypes')
  const named = rows.map(({ id, name }) => ({ id, name: name.trim() }))
  const isDirty = JSON.stringify(named) !== JSON.stringify(saved.types)
  const settle = useLeaveGuard(isDirty)
  const begin = (list: InformationList) => {
    setSaved(list)
    setRows(rowsOf(list))
    setRemoved(list.removed)
    setFaults({})
    setLost('')
  }
  if (latest.revision > saved.revision && !isDirty) begin(latest)

  const change = (key: number, name: string) => {
    setFaults({})
    setRows(rows.map((row) => (row.key === key ? { ...row, name } : row)))
  }
  const add = (type: InformationType = { id: '', name: '' }) => {
    setRows([...rows, { ...type, key: next.current++ }])
    setRemoved(removed.filter(({ id }) => id !== type.id))
  }
  const remove = ({ key, id, name }: Row) => {
    setFaults({})
    setRows(rows.filter((row) => row.key !== key))
    if (id) setRemoved([...removed, { id, name: saved.types.find((type) => type.id === id)?.name ?? name }])
  }
  const latestRows = useRef(rows)
  latestRows.current = rows
  const keep = (list: InformationList, sent: readonly Row[]) => {
    if (latestRows.current === sent) return begin(list)
    // What was typed while it was on its way is still to be saved; what was new has its id by now.
    const idOf = ({ key }: Row) => list.types[sent.findIndex((row) => row.key === key)]?.id
    setSaved(list)
    setRows((now) => now.map((row) => ({ ...row, id: row.id || (idOf(row) ?? '') })))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(saved, rows)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    try {
      const { message, ...kept } = await send({ type: kind, data: named, revision: saved.revision })
      keep({ types: kept.data, removed: kept.removed, revision: kept.revision }, rows)
      notify('success', message)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') return setLost(error.message)
      const fields = Object.entries(fieldsOf(error) ?? {})
      const byRow = fields.flatMap(([name, text]) => {
        const row = rows[Number(/^data\.(\d+)\./.exec(name)?.[1] ?? Number.NaN)]
        return row ? [[row.key, text] as const] : []
      })
      setFaults(Object.fromEntries(byRow))
      if (byRow.length === 0) notify('danger', messageOf(error))
    }
  }

  return (
    <Paper component="form" p="lg" maw={640} noValidate onSubmit={save} aria-labelledby={titleId}>
      <fieldset disabled={!mayChange} className={classes.fields}>
        <Stack gap="md">
          <div>
            <Title order={2} size="h3" id={titleId}>
              {kindTexts[kind].title}
            </Title>
            <Text size="sm" c="dimmed">
              {kindTexts[kind].text}
            </Text>
          </div>
          {rows.length === 0 && <Text size="sm">There is nothing to choose yet.</Text>}
          <Stack gap="xs">
            {rows.map((row, at) => (
              <Group key={row.key} gap="xs" align="start" wrap="nowrap">
                <TextInput
                  flex={1}
                  aria-label={`Name of type ${at + 1}`}
                  maxLength={INFORMATION_NAME_MAX}
                  value={row.name}
                  error={faults[row.key]}
                  autoFocus={row.id === '' && row.name === ''}
                  onChange={({ currentTarget }) => change(row.key, currentTarget.value)}
                />
                {mayChange && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    size={36}
                    aria-label={`Remove ${row.name || `type ${at + 1}`}`}
                    onClick={() => remove(row)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </Group>
            ))}
          </Stack>
          <Removed removed={removed} mayChange={mayChange} onBack={add} />
          {lost && (
            <Alert color="red" role="alert" title="Not saved">
              <Stack gap="xs" align="start">
                {lost}
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    settle()
                    begin(saved)
                    onReload()
                  }}
                >
                  Show the list as it is now
                </Button>
              </Stack>
            </Alert>
          )}
          {mayChange && (
            <Group justify="space-between">
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                disabled={rows.length >= MOST_INFORMATION_TYPES}
                onClick={() => add()}
              >
                Add a type
              </Button>
              <Button type="submit" loading={sending} aria-label={`Save ${kindTexts[kind].title}`}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </Paper>
  )
}
