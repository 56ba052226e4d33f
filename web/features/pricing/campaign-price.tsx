import { Button, Group, Stack } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import type { ProductLine } from '#shared/model/company.ts'
import { useCall } from '../../api/use-call.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { PriceForm } from './price-form.tsx'
import { type PriceAnswer, usePrice } from './use-price.ts'
import { usePriceRights } from './use-price-rights.ts'

/** `clientId`: a person of the client. */
type Props = {
  clientId: string
  campaignId: string
  line: ProductLine
  /** Holds what saves the prices that were changed; answers whether they may be left as they are then. */
  saving: RefObject<(() => Promise<boolean>) | null>
}

/** What one campaign costs its client, as a part of another page. */
export function CampaignPrice({ clientId, campaignId, line, saving }: Props) {
  const found = useCall('pricing.getPrice', { clientId, productLine: line, campaignId })
  const { data } = found
  if (data)
    return (
      <Editor
        key={campaignId}
        about={{ clientId, productLine: line, campaignId }}
        line={line}
        answer={data}
        saving={saving}
      />
    )
  return <NotYet of={found} title="The prices could not be loaded" rows={6} height={28} />
}

type About = { clientId: string; productLine: ProductLine; campaignId: string }

type EditorProps = Pick<Props, 'line' | 'saving'> & { about: About; answer: PriceAnswer }

function Editor({ about, line, answer, saving }: EditorProps) {
  const { maySetPrices } = usePriceRights()
  const state = usePrice(about, line, answer)
  const { isDirty, save } = state
  useEffect(() => {
    saving.current = async () => !isDirty || (await save())
    return () => {
      saving.current = null
    }
  })
  return (
    <Stack gap="lg">
      <PriceForm
        state={state}
        line={line}
        terms={answer.terms}
        termLocked={answer.termLocked}
        readOnly={!maySetPrices}
      />
      {maySetPrices && (
        <Group>
          <Button variant="default" loading={state.sending} onClick={() => void state.save()}>
            Save prices
          </Button>
        </Group>
      )}
    </Stack>
  )
}
