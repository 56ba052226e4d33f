import { Button, Group, List, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useCall } from '../../../api/use-call.ts'
import { useSend } from '../../../api/use-send.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { NotYet } from '../../../ui/not-yet.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { type Builder, builders, isBuilder } from './site-builders.ts'
import type { CampaignData } from './values.ts'

type Props = {
  saved: CampaignData
  /** The addresses as they stand in the form by now. */
  typed: Pick<CampaignData, 'siteUrl' | 'thankYouUrl'>
}

const unknownThankYou =
  'Visitors who reach the page that carries it have become customers, and are no leads any more. Paste it there in place of the other code, or name the page above.'

/** What carries the campaign's code onto a site: the code itself, how it gets there, and whether it is there. */
export function EmbedPanel({ saved, typed }: Props) {
  const found = useCall('campaigns.getResource', { orgId: saved.companyId, campaignId: saved.id })
  const { data } = found
  const [builder, setBuilder] = useState<Builder>(saved.isGtmInstalled ? 'gtm' : 'other')
  if (!data) return <NotYet of={found} title="The code could not be loaded" rows={4} height={28} />
  const { pixelSnippet, gtmSnippet, thankYouSnippet, codeOrigin, pixelSeenAt } = data.data
  const { steps, thankYou } = builders[builder]
  return (
    <Stack gap="md">
      <Select
        label="The site is built with"
        maw={320}
        allowDeselect={false}
        data={Object.entries(builders).map(([value, { label }]) => ({ value, label }))}
        value={builder}
        onChange={(text) => isBuilder(text) && setBuilder(text)}
      />
      <CodeBlock
        label={builder === 'gtm' ? 'Code for Google Tag Manager' : 'Code for every page'}
        code={builder === 'gtm' ? gtmSnippet : pixelSnippet}
      />
      <List type="ordered" size="sm">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        A site with a content security policy must name {codeOrigin} twice: as script-src and as connect-src.
      </Text>
      {saved.siteUrl && (
        <Check
          campaignId={saved.id}
          type="page"
          url={saved.siteUrl}
          isSaved={typed.siteUrl === saved.siteUrl}
          label="Is it on your page?"
        />
      )}
      <Text size="sm">
        {pixelSeenAt === null ? (
          'No visit was reported yet. Visits are taken while the campaign runs.'
        ) : (
          <>
            Last visit reported: <RelativeTime at={pixelSeenAt} />
          </>
        )}
      </Text>
      <CodeBlock label="Code for the thank-you page" code={thankYouSnippet} />
      <Text size="sm" c="dimmed">
        {saved.thankYouUrl ? thankYou : unknownThankYou}
      </Text>
      {saved.thankYouUrl && (
        <Check
          campaignId={saved.id}
          type="thankyou"
          url={saved.thankYouUrl}
          isSaved={typed.thankYouUrl === saved.thankYouUrl}
          label="Is it on your thank-you page?"
        />
      )}
    </Stack>
  )
}

type CheckProps = {
  campaignId: string
  type: 'page' | 'thankyou'
  url: string
  /** Whether this is the address that stands in the form. */
  isSaved: boolean
  label: string
}
type Said = { text: string; isGood: boolean }

/** Why a look at a page failed: a page that did not let itself be read has a sentence of its own. */
function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.busy
  if (error.status === 504) return messages.crawlBlocked
  return Object.values(error.fields)[0] ?? messageOf(error)
}

function Check({ campaignId, type, url, isSaved, label }: CheckProps) {
  const { send, sending } = useSend('campaigns.checkEmbedCode')
  const [said, setSaid] = useState<Said>()
  const check = async () => {
    setSaid(undefined)
    try {
      const { status, message } = await send({ campaignId, url, type })
      setSaid({ text: message, isGood: status === 'exist' })
    } catch (error) {
      setSaid({ text: failureOf(error), isGood: false })
    }
  }
  return (
    <Group gap="sm">
      <Button variant="default" loading={sending} onClick={() => void check()}>
        {label}
      </Button>
      <Text size="sm" role="status" {...(said && !said.isGood && { c: 'var(--mantine-color-error)' })}>
        {said?.text}
      </Text>
      {!isSaved && (
        <Text size="sm" c="dimmed">
          Looks at {url}, as it was saved. Save the new address to look there.
        </Text>
      )}
    </Group>
  )
}
