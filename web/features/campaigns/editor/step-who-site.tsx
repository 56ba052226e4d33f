import { Stack, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { refusalForPage, wholePageAddress } from '#shared/campaigns/page-address.ts'
import { URL_MAX } from '#shared/model/campaign.ts'
import { StepSection } from './section.tsx'
import type { EditorState } from './use-editor.ts'

type Props = { editor: EditorState; takesFocus: boolean /** How the pixel gets onto the page. */; embed?: ReactNode }

/** Site ID: the pages that are watched. */
export function StepWhoSite({ editor, takesFocus, embed }: Props) {
  const { values, faults, change, show } = editor
  const page = (field: 'siteUrl' | 'thankYouUrl', label: string, description: string) => (
    <TextInput
      type="url"
      label={label}
      description={description}
      placeholder="https://www.example.com/"
      dir="ltr"
      maxLength={URL_MAX}
      required={field === 'siteUrl'}
      value={values[field]}
      error={faults[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
      onBlur={() => {
        const address = wholePageAddress(values[field])
        if (address !== values[field]) change({ [field]: address })
        const why = refusalForPage(address)
        if (why) show({ ...faults, [field]: why })
      }}
    />
  )
  return (
    <StepSection title="Whose visitors?" takesFocus={takesFocus}>
      <Stack gap="md">
        {page('siteUrl', 'Page', 'Visits of its whole site count.')}
        {page('thankYouUrl', 'Thank-you page', 'Who gets here has become a customer, and is no lead any more.')}
        <Switch
          label="Google Tag Manager puts the pixel on the site"
          checked={values.isGtmInstalled}
          onChange={({ currentTarget }) => change({ isGtmInstalled: currentTarget.checked })}
        />
        {embed}
      </Stack>
    </StepSection>
  )
}
