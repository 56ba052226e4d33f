import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { linesOf } from '#shared/access/lines.ts'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { NAME_MAX } from '#shared/model/campaign.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import { useTenant } from '../../../api/tenant.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { TryAgain } from '../../../ui/try-again.tsx'
import { StepSection } from './section.tsx'
import type { EditorState } from './use-editor.ts'

type Props = {
  editor: EditorState
  takesFocus: boolean
  /** What the address or the campaign itself says already is not asked. */
  asks: { line: boolean; client: boolean }
  /** Whose groups they are. */
  agencyId: string | undefined
}

const finds: Record<ProductLine, string> = {
  local: 'People who visit a website',
  locator: 'People who search for certain words in an area',
  enhance: 'The same, with more about each person',
  b2b: 'People in companies, with their work details',
}
const isLine = (text: string): text is ProductLine => productLines.some((line) => line === text)
const MOST_OFFERED = 50

function ClientSelect({ value, error, onChange }: { value: string; error?: string; onChange: (id: string) => void }) {
  const me = useMe()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, SEARCH_WAIT_MS)
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const none = 'none'
  const list = useCall(
    'companies.list',
    {
      companyId: me.companyId,
      group: none,
      rootId: none,
      type: none,
      module: none,
      sort: 'companyName',
      order: 'asc',
      search: asked === chosen?.label ? none : asked.replaceAll('/', ' ').trim() || none,
      page: 1,
      perPage: MOST_OFFERED,
    },
    { keep: true },
  )
  const found = list.data?.data.map((row) => ({ value: row.companyId, label: row.companyName })) ?? []
  const data = chosen && !found.some((each) => each.value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      label="Client"
      required
      searchable
      allowDeselect={false}
      placeholder="Choose a client"
      // Its fault moves the focus here, and would lie under the list.
      openOnFocus={false}
      nothingFoundMessage={list.isLoading ? 'Loading' : 'No client is called this.'}
      data={data}
      filter={({ options }) => options}
      value={value || null}
      searchValue={text}
      onSearchChange={setText}
      error={error ?? (list.error === undefined ? undefined : messageOf(list.error))}
      onChange={(id) => {
        setChosen(data.find((each) => each.value === id))
        onChange(id ?? '')
      }}
    />
  )
}

function GroupSelect({ editor, agencyId }: Pick<Props, 'editor'> & { agencyId: string }) {
  const { data, error, reload } = useCall('campaigns.listGroups', { companyId: agencyId, userModule: 'none' })
  const { values, faults, change } = editor
  const groups = data?.params ?? []
  const isFailed = !data && error !== undefined
  if (groups.length === 0 && !values.companyGroupId && !isFailed) return null
  return (
    <Select
      label="Group"
      description="Groups sort the lists; they change nothing else."
      clearable
      // A group that cannot be named is there all the same.
      disabled={!data}
      placeholder={values.companyGroupId && !data ? '' : 'No group'}
      data={groups.map((group) => ({ value: group.companyGroupId, label: group.companyGroupName }))}
      value={values.companyGroupId || null}
      error={
        isFailed ? (
          <TryAgain onRetry={() => void reload()}>The groups could not be loaded. What was chosen stays.</TryAgain>
        ) : (
          faults.companyGroupId
        )
      }
      onChange={(id) => change({ companyGroupId: id ?? '' })}
    />
  )
}

export function StepCampaign({ editor, takesFocus, asks, agencyId }: Props) {
  const { values, faults, change, line, setAbout } = editor
  const lines = linesOf(useTenant().sideMenu)
  const may = useMay()
  return (
    <StepSection title="What is it called?" takesFocus={takesFocus}>
      <Stack gap="md">
        {!asks.client && faults.client && (
          <Text size="sm" c="red" role="alert">
            {faults.client}
          </Text>
        )}
        <TextInput
          label="Name of the campaign"
          required
          dir="auto"
          maxLength={NAME_MAX}
          value={values.campaignName}
          error={faults.campaignName}
          onChange={({ currentTarget }) => change({ campaignName: currentTarget.value })}
        />
        {asks.client && (
          <ClientSelect
            value={editor.companyId}
            {...(faults.client && { error: faults.client })}
            onChange={(companyId) => setAbout({ companyId })}
          />
        )}
        {asks.line && (
          <Radio.Group
            label="Product"
            required
            value={line}
            error={faults.line}
            onChange={(text) => isLine(text) && setAbout({ line: text })}
          >
            <Stack gap="xs" mt={6}>
              {lines.map((each) => (
                <Radio key={each.line} value={each.line} label={each.name} description={finds[each.line]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {agencyId && may('group:read', 'GET') && <GroupSelect editor={editor} agencyId={agencyId} />}
      </Stack>
    </StepSection>
  )
}
