import { Button, Group, MultiSelect, Paper, Select, Stack, Switch, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { fieldsOf, messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import type { Output } from '../../../api/terms.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { NotYet } from '../../../ui/not-yet.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFieldErrors } from '../../../ui/use-field-errors.ts'
import { useKept } from '../../../ui/use-kept.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { SheetPanel } from './sheet-panel.tsx'
import type { CampaignData } from './values.ts'

type Tool = Output<'integrations.campaignTools'>['data'][number]
type Choice = Tool['choices'][number]
type Values = Record<string, string[]>

/** Which call knows what a tool has to choose from. */
const lookUps = {
  'gohighlevel.tags': 'integrations.gohighlevelTags',
  'gohighlevelv2.location': 'integrations.subAccounts',
  'sendgrid.lists': 'integrations.sendgridLists',
  'kartra.lists': 'integrations.kartraLists',
  'kartra.tags': 'integrations.kartraTags',
  'clickfunnels.tags': 'integrations.clickfunnelsTags',
  'mailboxpower.groups': 'integrations.mailboxpowerGroups',
} as const
type LookUp = keyof typeof lookUps
const isLookUp = (name: string): name is LookUp => name in lookUps

/** The outside tools that leads of a campaign go to, and where in each. */
export function ToolsPanel({ saved }: { saved: CampaignData }) {
  const me = useMe()
  const may = useMay()
  const mayChange = may('campaign:update', 'PUT') && !me.isViewMode
  const found = useCall('integrations.campaignTools', { campaignId: saved.id })
  const { data } = found
  if (!data) return <NotYet of={found} title="The integrations could not be loaded" rows={2} height={38} />
  const canConnect = !me.isRootCompany
  return (
    <Stack gap="sm">
      {data.data.map((tool) => (
        <ToolChoice key={tool.integrationSlug} tool={tool} saved={saved} mayChange={mayChange && tool.changeable} />
      ))}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {data.data.length === 0
            ? 'No outside tool is connected yet, such as a CRM or a mailing list.'
            : 'Further tools are connected under Integrations.'}
        </Text>
        {canConnect && (
          <Button component={Link} to={pathTo('integrations')} variant="default" size="xs">
            Open integrations
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** What was chosen of a thing is nothing of another one: choices that follow from this one begin anew. */
const emptied = (choices: readonly Choice[], { name }: Choice): Values =>
  Object.fromEntries(choices.filter(({ after }) => after === name).map((choice) => [choice.name, []]))

/** Whether each choice is the same: a server names them in an order of its own. */
const isSame = (choices: readonly Choice[], one: Values, other: Values): boolean =>
  choices.every(({ name }) => JSON.stringify(one[name] ?? []) === JSON.stringify(other[name] ?? []))

type Chosen = { isOn: boolean; values: Values }
type ToolProps = { tool: Tool; saved: CampaignData; mayChange: boolean }

function ToolChoice({ tool, saved, mayChange }: ToolProps) {
  const { send, sending } = useSend('integrations.chooseTool')
  const {
    values: chosen,
    setValues: setChosen,
    began,
    met,
    sending: leaves,
  } = useKept<Chosen>({ isOn: tool.enabled, values: tool.values })
  const { isOn, values } = chosen
  const { errors, setErrors, mend } = useFieldErrors()
  const { integrationSlug: slug, name, choices, ofAgency, ownerId, connected, lostReason } = tool
  const isDirty = isOn !== began.isOn || (isOn && !isSame(choices, values, began.values))
  useLeaveGuard(isDirty)
  // The buttons go with what there was to save, and the focus that was on one of them.
  const onOff = useRef<HTMLInputElement>(null)
  const wasDirty = useRef(isDirty)
  useEffect(() => {
    if (wasDirty.current && !isDirty && document.activeElement === document.body) onOff.current?.focus()
    wasDirty.current = isDirty
  }, [isDirty])

  const save = async () => {
    setErrors({})
    const isKept = leaves()
    try {
      const { message } = await send({
        campaignId: saved.id,
        integrationSlug: slug,
        enabled: isOn,
        values: isOn ? values : {},
        seen: { enabled: met.isOn, values: met.values },
      })
      isKept()
      notify('success', message)
    } catch (error) {
      const fields = fieldsOf(error)
      if (fields) setErrors(fields)
      else notify('danger', messageOf(error))
    }
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Switch
            ref={onOff}
            label={name}
            description={ofAgency ? 'By the connection of the agency.' : undefined}
            checked={isOn}
            disabled={!mayChange || (!connected && !isOn)}
            onChange={({ currentTarget }) => setChosen({ ...chosen, isOn: currentTarget.checked })}
          />
          {!connected && (
            <Status tone="danger" reason={lostReason || undefined}>
              {lostReason ? 'Connection lost' : 'Not connected'}
            </Status>
          )}
        </Group>
        {isOn &&
          connected &&
          ownerId !== '' &&
          choices.map((choice) => (
            <ChoiceField
              key={choice.name}
              choice={choice}
              slug={slug}
              ownerId={ownerId}
              saved={saved}
              within={choice.after ? values[choice.after]?.[0] : undefined}
              chosen={values[choice.name] ?? []}
              error={errors[choice.name]}
              isDisabled={!mayChange}
              onChange={(ids) => {
                setChosen({ isOn, values: { ...values, ...emptied(choices, choice), [choice.name]: ids } })
                mend(choice.name)
              }}
            />
          ))}
        {slug === 'google_sheets' && tool.enabled && <SheetPanel campaignId={saved.id} mayChange={mayChange} />}
        {isDirty && mayChange && (
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={() => {
                setChosen(began)
                setErrors({})
              }}
            >
              Cancel
            </Button>
            <Button loading={sending} onClick={() => void save()}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

type FieldProps = {
  choice: Choice
  slug: string
  /** The company whose tool it is. */
  ownerId: string
  saved: CampaignData
  /** What was chosen of the choice that this one comes after. */
  within: string | undefined
  chosen: readonly string[]
  error: string | undefined
  isDisabled: boolean
  onChange: (ids: string[]) => void
}

/** What the tool itself has to choose from. What was chosen and is gone there stays in view until it is taken out. */
function ChoiceField({ choice, slug, ownerId, saved, within, chosen, error, isDisabled, onChange }: FieldProps) {
  const name = `${slug}.${choice.name}`
  const lookUp = isLookUp(name) ? lookUps[name] : 'integrations.sendgridLists'
  const asked = { companyId: ownerId, campaignId: saved.id }
  const isOfSubAccount = name === 'gohighlevelv2.tags'
  const named = useCall(lookUp, isLookUp(name) ? asked : null)
  const ofSubAccount = useCall(
    'integrations.subAccountTags',
    isOfSubAccount && within ? { ...asked, locationId: within } : null,
  )
  const found = isOfSubAccount ? ofSubAccount : named
  if (choice.after && !within) return null
  if (!found.data) return <NotYet of={found} title={`${choice.label} could not be loaded`} rows={1} height={58} />
  const options = found.data.result
  const gone = chosen.filter((id) => !options.some((option) => option.id === id))
  const data = [
    ...options.map((option) => ({ value: option.id, label: option.name })),
    ...gone.map((id) => ({ value: id, label: 'No longer there' })),
  ]
  const shared = {
    label: choice.label,
    required: choice.required,
    data,
    error,
    disabled: isDisabled,
    searchable: true,
    clearable: true,
    limit: 100,
    nothingFoundMessage: 'Nothing found',
    placeholder: chosen.length === 0 ? (choice.required ? 'Choose' : 'None') : '',
  }
  if (choice.most === 1)
    return <Select {...shared} value={chosen[0] ?? null} onChange={(id) => onChange(id ? [id] : [])} />
  return <MultiSelect {...shared} maxValues={choice.most} value={[...chosen]} onChange={onChange} />
}
