import { Select, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProductLine } from '#shared/model/company.ts'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { useLeaveHere } from '../../ui/place.tsx'
import { TabList } from '../../ui/tab-list.tsx'
import type { LineChoice } from './cost-form.tsx'
import { DialogButtons, type Stands } from './dialog-buttons.tsx'
import { PriceForm } from './price-form.tsx'
import { type PriceAnswer, usePrice } from './use-price.ts'
import { usePriceRights } from './use-price-rights.ts'

export type Priced = {
  /** A person of the client; one of the agency for what its new clients begin with. */
  clientId: string
  /** The client's name; empty for the agency's own list. */
  name: string
  lines: readonly LineChoice[]
}
type Props = { of: Priced; onClose: () => void }

/** What a client pays an agency, product by product. */
export default function PriceDialog({ of, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={onClose}
      title={of.name ? `Set price for ${of.name}` : 'Default prices'}
      size="lg"
    >
      <Text size="sm" c="dimmed" mb="md">
        {of.name
          ? 'A change holds for leads from now on; leads that exist keep their price.'
          : 'What new clients begin with. Clients that have prices of their own keep them.'}
      </Text>
      <ClientPrices of={of} onDone={close} />
    </Dialog>
  )
}

/** One product at a time: what was typed for one goes when another is opened. On a page it stays, and Cancel shows what is kept again. */
export function ClientPrices({ of, ...place }: { of: Priced } & Stands) {
  const [line, setLine] = useState<string | null>(of.lines[0]?.line ?? null)
  const leaveHere = useLeaveHere()
  return (
    <Tabs value={line} onChange={(next) => leaveHere(() => setLine(next))} keepMounted={false}>
      <TabList>
        {of.lines.map(({ line, label }) => (
          <Tabs.Tab key={line} value={line}>
            {label}
          </Tabs.Tab>
        ))}
      </TabList>
      {of.lines.map(({ line }) => (
        <Tabs.Panel key={line} value={line}>
          <Product clientId={of.clientId} line={line} {...place} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

type ProductProps = { clientId: string; line: ProductLine }

function Product({ clientId, line, ...place }: ProductProps & Stands) {
  const [campaign, setCampaign] = useState('')
  const leaveHere = useLeaveHere()
  const about = { clientId: clientId, productLine: line }
  // What there is to choose from stays, no matter what becomes of the prices of one campaign.
  const all = useCall('pricing.getPrice', { ...about, campaignId: '' })
  const found = useCall('pricing.getPrice', { ...about, campaignId: campaign })
  const { data } = found
  const campaigns = all.data?.campaigns ?? []
  return (
    <Stack gap="md">
      {campaigns.length > 0 && (
        <Select
          label="For"
          allowDeselect={false}
          data={[
            { value: '', label: 'New campaigns' },
            ...campaigns.map(({ id, name, isActive }) => ({
              value: id,
              label: isActive ? `${name} (active)` : name,
            })),
          ]}
          value={campaign}
          onChange={(value) => leaveHere(() => setCampaign(value ?? ''))}
        />
      )}
      {/* One campaign's prices are never in the form of another: they could be saved for it. */}
      {data ? (
        <Editor key={campaign} clientId={clientId} line={line} campaign={campaign} answer={data} {...place} />
      ) : (
        <NotYet of={found} title="The prices could not be loaded" rows={6} height={28} />
      )}
    </Stack>
  )
}

function Editor(props: ProductProps & Stands & { campaign: string; answer: PriceAnswer }) {
  const { clientId, line, campaign, answer, onDone, isPage } = props
  const { maySetPrices } = usePriceRights()
  const state = usePrice({ clientId: clientId, productLine: line, campaignId: campaign }, line, answer)
  const save = async () => {
    if (await state.save()) onDone?.()
  }
  return (
    <>
      <PriceForm
        state={state}
        line={line}
        terms={answer.terms}
        termLocked={answer.termLocked}
        readOnly={!maySetPrices}
      />
      <DialogButtons
        onCancel={onDone ?? state.reset}
        isSaving={state.sending}
        mayUpdate={maySetPrices}
        isPage={isPage}
        onSave={() => void save()}
      />
    </>
  )
}
