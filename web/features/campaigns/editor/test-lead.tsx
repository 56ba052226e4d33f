import { Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import type { Output } from '../../../api/terms.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { Part } from './section.tsx'
import type { CampaignData } from './values.ts'

type Sent = Output<'campaigns.sendTestLead'>

/** What a tool says of itself mostly begins with its name. */
const named = (name: string, words: string) => (words.startsWith(`${name} `) ? words : `${name}: ${words}`)

/** Sends a person who is none to the connected tools, and says for each what became of it. */
export function TestLead({ saved }: { saved: CampaignData }) {
  const me = useMe()
  const may = useMay()
  const { send, sending } = useSend('campaigns.sendTestLead')
  const [sent, setSent] = useState<Sent>()
  const [fault, setFault] = useState('')
  if (!may('campaign:update', 'POST') || me.isViewMode) return null
  const attempt = async () => {
    setSent(undefined)
    setFault('')
    try {
      setSent(await send({ companyId: saved.companyId, campaignId: saved.id }))
    } catch (error) {
      const isEarly = error instanceof ApiError && error.status === 429
      setFault(isEarly ? messages.testLeadTooSoon : messageOf(error))
    }
  }
  return (
    <Part title="Test">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          A test lead goes to these tools and webhooks, and is no lead: nobody pays for it, and no report counts it.
        </Text>
        <Button variant="default" loading={sending} onClick={() => void attempt()}>
          Send test lead
        </Button>
        <div role="status">
          {fault && (
            <Text size="sm" c="var(--mantine-color-error)">
              {fault}
            </Text>
          )}
          {sent && <Text size="sm">{sent.message}</Text>}
          {sent && sent.data.length > 0 && (
            <List size="sm">
              {sent.data.map(({ id, name, status, message }) => (
                <List.Item key={id}>{status === 'sent' ? `${name}: sent` : named(name, message || 'failed')}</List.Item>
              ))}
            </List>
          )}
        </div>
      </Stack>
    </Part>
  )
}
