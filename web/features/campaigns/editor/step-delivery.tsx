import { Checkbox, Group, NumberInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { campaignQuestions } from '#shared/campaigns/questions.ts'
import { MOST_RECIPIENTS, type RequiredField, requiredFields } from '#shared/model/campaign.ts'
import { useMe } from '../../../api/session-store.ts'
import { TagInput } from '../../../ui/tag-input.tsx'
import { recipientsFault } from './faults.ts'
import { Questions } from './questions.tsx'
import { Part, StepSection } from './section.tsx'
import type { EditorState } from './use-editor.ts'

type Props = {
  editor: EditorState
  takesFocus: boolean /** A client does not decide what is hidden from clients. */
  isClient: boolean
}

const requiredWords: Record<RequiredField, string> = {
  FirstName: 'First name',
  LastName: 'Last name',
  Email: 'E-mail',
  Phone: 'Phone',
  Address: 'Address',
}

/** What a lead carries, what it must have, and who hears of it. */
export function StepDelivery({ editor, takesFocus, isClient }: Props) {
  const { values, faults, change, show, line } = editor
  const { isViewMode } = useMe()
  const recipients = (field: 'reportTo' | 'noticeTo', label: string, description: string) => (
    <TagInput
      label={label}
      description={
        isViewMode
          ? 'Who gets the leads is not changed while viewing as someone else.'
          : `${description} Enter or a comma ends one. At most ${MOST_RECIPIENTS}.`
      }
      disabled={isViewMode === true}
      value={values[field]}
      error={faults[field] ?? Object.entries(faults).find(([path]) => path.startsWith(`${field}.`))?.[1]}
      // As mail programs write lists.
      splitChars={[',', ';', ' ', '\t', '\n']}
      onChange={(tags) => {
        const emails = [...new Set(tags.flatMap((tag) => tag.split(/[\s,;]+/)).filter(Boolean))]
        change({ [field]: emails })
        const why = recipientsFault(emails)
        if (why) show({ ...faults, [field]: why })
      }}
    />
  )
  const tick = (field: 'hasPhone' | 'hasHomeAddress' | 'requiresEmail' | 'hidesPhone', label: string) => (
    <Checkbox
      label={label}
      checked={values[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
    />
  )
  return (
    <StepSection title="What is delivered, and to whom?" takesFocus={takesFocus}>
      <Part title="What a lead carries">
        {tick('hasPhone', 'Phone numbers')}
        {tick('hasHomeAddress', 'Home addresses')}
        {!isClient && tick('hidesPhone', 'Hide phone numbers from the client')}
        <Checkbox.Group
          label="Required"
          description="Nobody is a lead who lacks one of these."
          descriptionProps={{ mt: 'xs' }}
          value={values.requiredFields}
          error={faults.requiredFields}
          onChange={(names) => change({ requiredFields: requiredFields.filter((field) => names.includes(field)) })}
        >
          <Group gap="md" mt="xs">
            {requiredFields.map((field) => (
              <Checkbox key={field} value={field} label={requiredWords[field]} />
            ))}
          </Group>
        </Checkbox.Group>
        {tick('requiresEmail', 'An e-mail address is required')}
      </Part>
      <Part title="Report">
        <Radio.Group
          label="Leads are reported"
          value={values.reportType}
          error={faults.reportType}
          onChange={(text) => change({ reportType: text === 'CSV' ? 'CSV' : 'GoogleSheet' })}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="GoogleSheet" label="In a Google sheet" description="Each lead as it comes." />
            <Radio value="CSV" label="By e-mail" description="Those of a day as a CSV file, the next morning." />
          </Stack>
        </Radio.Group>
        {recipients('reportTo', 'Reports to', 'E-mail addresses.')}
      </Part>
      <Part title="Notices">
        {recipients('noticeTo', 'Notices to', 'E-mail addresses.')}
        <NumberInput
          label="Notice every so many leads"
          description="0 sends none."
          maw={240}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          value={values.noticeEvery}
          error={faults.noticeEvery}
          onChange={(count) => change({ noticeEvery: Number(count) || 0 })}
        />
      </Part>
      <Part title="Ids of other systems">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Organization"
            maxLength={100}
            value={values.clientOrganizationId}
            error={faults.clientOrganizationId}
            onChange={({ currentTarget }) => change({ clientOrganizationId: currentTarget.value })}
          />
          <TextInput
            label="Campaign"
            maxLength={100}
            value={values.clientCampaignId}
            error={faults.clientCampaignId}
            onChange={({ currentTarget }) => change({ clientCampaignId: currentTarget.value })}
          />
        </SimpleGrid>
      </Part>
      <Part title="About this campaign">
        <Questions
          questions={campaignQuestions[line]}
          answers={values.answers}
          error={faults.answers}
          onChange={(answers) => change({ answers })}
        />
      </Part>
    </StepSection>
  )
}
