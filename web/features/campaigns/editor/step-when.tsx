import { Checkbox, MultiSelect, NumberInput, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { informationTypesOf } from '#shared/campaigns/rules.ts'
import { type ReidentificationWindow, reidentificationWindows } from '#shared/model/campaign.ts'
import type { LeadKind } from '#shared/money/price-list.ts'
import { useCall } from '../../../api/use-call.ts'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { TryAgain } from '../../../ui/try-again.tsx'
import { Part, StepSection } from './section.tsx'
import type { EditorState } from './use-editor.ts'

type Props = { editor: EditorState; takesFocus: boolean }

const kinds: Record<LeadKind, { label: string; description: string }> = {
  basic: { label: 'Basic', description: 'Name, e-mail, phone and address, as far as they are known.' },
  advanced: { label: 'Advanced', description: 'Also what is known of household, income and interests.' },
  b2b: { label: 'Company', description: 'Also company, position and work address.' },
}
const windowWords: Record<ReidentificationWindow, string> = {
  never: 'Never: each person once',
  '1 week': 'After one week',
  '1 month': 'After one month',
  '3 months': 'After three months',
  '6 months': 'After six months',
  '1 year': 'After one year',
}
const isKind = (text: string): text is LeadKind => Object.hasOwn(kinds, text)
const usual = [
  ...['America/Chicago', 'America/New_York', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix'],
  ...['America/Anchorage', 'Pacific/Honolulu'],
]
const asChoice = (value: string) => ({ value, label: value.replaceAll('_', ' ') })
const zones = [
  { group: 'United States', items: usual.map(asChoice) },
  {
    group: 'Others',
    items: Intl.supportedValuesOf('timeZone')
      .filter((zone) => !usual.includes(zone))
      .map(asChoice),
  },
]
const known = new Set(zones.flatMap(({ items }) => items.map(({ value }) => value)))

function InformationTypes({ editor, kind }: { editor: EditorState; kind: 'advanced' | 'b2b' }) {
  const { values, faults, change } = editor
  const { data, error, reload } = useCall('settings.informationTypes', { type: kind })
  const field = kind === 'b2b' ? 'b2bInformationIds' : 'advancedInformationIds'
  const chosen = values[field]
  // What was taken off the list stays with campaigns that have it.
  const offered = [...(data?.data ?? []), ...(data?.removed.filter(({ id }) => chosen.includes(id)) ?? [])]
  const items = offered.map(({ id, name }) => ({ value: id, label: name }))
  const strangers = chosen.filter((id) => !offered.some((each) => each.id === id))
  return (
    <MultiSelect
      label={kind === 'b2b' ? 'Company information' : 'Advanced information'}
      description="All that is known, where nothing is chosen."
      searchable
      clearable
      hidePickedOptions
      data={[...items, ...strangers.map((id) => ({ value: id, label: id }))]}
      value={chosen}
      error={
        error === undefined ? (
          faults[field]
        ) : (
          <TryAgain onRetry={() => void reload()}>The list could not be loaded. What was chosen stays.</TryAgain>
        )
      }
      onChange={(ids) => change({ [field]: ids })}
    />
  )
}

/** When it runs, when a person counts again, and what is wanted of each. */
export function StepWhen({ editor, takesFocus }: Props) {
  const { values, faults, change, checkFields, line } = editor
  const offered = informationTypesOf[line]
  const day = (field: 'startOn' | 'endOn', label: string, description: string) => (
    <TextInput
      type="date"
      label={label}
      description={description}
      value={values[field]}
      error={faults[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
      // Each of the two may be wrong because of the other; an empty one is not.
      onBlur={() => checkFields(['startOn', 'endOn'])}
    />
  )
  return (
    <StepSection title="When, and how many?" takesFocus={takesFocus}>
      <Part title="Days">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {day('startOn', 'First day', 'Empty: as soon as it is started.')}
          {day('endOn', 'Last day', 'Empty: until somebody stops it.')}
        </SimpleGrid>
        <Select
          label="Time zone"
          description="Days begin and limits are counted by it. It stays once there are leads."
          searchable
          allowDeselect={false}
          data={known.has(values.timeZone) ? zones : [values.timeZone, ...zones]}
          value={values.timeZone}
          error={faults.timeZone}
          nothingFoundMessage="No time zone is called this."
          onChange={(timeZone) => timeZone && change({ timeZone })}
        />
      </Part>
      <Part title="The same person again">
        <Select
          label="A person is a lead again"
          allowDeselect={false}
          data={reidentificationWindows.map((value) => ({ value, label: windowWords[value] }))}
          value={values.reidentification}
          error={faults.reidentification}
          onChange={(text) => {
            const reidentification = reidentificationWindows.find((each) => each === text)
            if (reidentification) change({ reidentification })
          }}
        />
        <Checkbox
          label="Also leave out people whom another campaign of this client found"
          checked={values.reidentifiesAcross}
          onChange={({ currentTarget }) => change({ reidentifiesAcross: currentTarget.checked })}
        />
      </Part>
      <Part title="A bound for its cost">
        <MoneyInput
          label="The most that its leads may cost in a month"
          description="No further lead is delivered or charged until the next month begins. Empty for no bound."
          maw={320}
          cents={values.monthlyCapCents || undefined}
          error={faults.monthlyCapCents}
          onChange={(monthlyCapCents) => change({ monthlyCapCents: monthlyCapCents ?? 0 })}
        />
      </Part>
      <Part title="Too few leads">
        <Switch
          label="Tell me when there are too few leads"
          checked={values.hasMinimumLeads}
          onChange={({ currentTarget }) => change({ hasMinimumLeads: currentTarget.checked })}
        />
        {values.hasMinimumLeads && (
          <NumberInput
            label="Fewer than this many a week"
            maw={240}
            min={0}
            max={1_000_000}
            allowDecimal={false}
            allowNegative={false}
            value={values.minimumLeads}
            error={faults.minimumLeads}
            onChange={(count) => change({ minimumLeads: Number(count) || 0 })}
          />
        )}
      </Part>
      {(offered.length > 1 || offered[0] !== 'basic') && (
        <Part title="What is known of each lead">
          {offered.length > 1 && (
            <Radio.Group
              label="Information"
              value={values.informationType}
              error={faults.informationType}
              onChange={(text) => isKind(text) && change({ informationType: text })}
            >
              <Stack gap="xs" mt={6}>
                {offered.map((kind) => (
                  <Radio key={kind} value={kind} {...kinds[kind]} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {values.informationType !== 'basic' && <InformationTypes editor={editor} kind={values.informationType} />}
        </Part>
      )}
    </StepSection>
  )
}
