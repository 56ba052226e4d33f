import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { CampaignSelect } from './campaign-select.tsx'
import { AboutLookup, type LookupRow } from './lookup-columns.tsx'

const kinds = [
  { value: 'all', label: 'Keywords and area' },
  { value: 'keyword', label: 'Keywords', description: 'They come beside those that the campaign has.' },
  { value: 'area', label: 'Area', description: 'It takes the place of the campaign’s area.' },
] as const
type Kind = (typeof kinds)[number]['value']
const isKind = (text: string): text is Kind => kinds.some(({ value }) => value === text)

type Props = { row: LookupRow; companyId: string; onClose: () => void }

/** Puts what a count was about into a campaign. */
export default function ApplyDialog({ row, companyId, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [kind, setKind] = useState<Kind>('all')
  const [campaignId, setCampaignId] = useState(row.campaignId)
  const [fault, setFault] = useState('')
  const { send, sending } = useSend('keywords.applyCount')
  const apply = async () => {
    if (!campaignId) {
      setFault('Choose a campaign.')
      return
    }
    try {
      notify('success', (await send({ id: row.id, type: kind, campaignId })).message)
      setOpen(false)
    } catch (error) {
      setFault(messageOf(error))
    }
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      isDirty={campaignId !== row.campaignId || kind !== 'all'}
      onExitTransitionEnd={onClose}
      title="Apply to a campaign"
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button loading={sending} onClick={() => void apply()}>
            Apply
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <AboutLookup row={row} />
        <CampaignSelect
          label="Campaign"
          required
          description="A running campaign uses it from its next pull."
          companyId={companyId}
          value={campaignId}
          error={fault}
          onChange={(id) => {
            setFault('')
            setCampaignId(id)
          }}
        />
        <Radio.Group label="What is applied" value={kind} onChange={(next) => isKind(next) && setKind(next)}>
          <Stack gap="xs" mt={6}>
            {kinds.map((each) => (
              <Radio key={each.value} {...each} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </Dialog>
  )
}
