import { Alert, Anchor, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { findLineRoute } from '#shared/access/routes.ts'
import { dayIn } from '#shared/dates.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { timeNow } from '../../../api/server-time.ts'
import { useMe } from '../../../api/session-store.ts'
import { useTenant } from '../../../api/tenant.ts'
import { roleOf } from '../../../api/use-may.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { mayLeave } from '../../../ui/leave.ts'
import { Page } from '../../../ui/page.tsx'
import { PlaceContext, usePlace } from '../../../ui/place.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Wizard, type WizardStep } from '../../../ui/wizard/wizard.tsx'
import { useLines } from '../use-lines.ts'
import { ConflictNote } from './conflict-note.tsx'
import classes from './editor.module.css'
import { EmbedPanel } from './embed-panel.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { StepSection } from './section.tsx'
import { StepCampaign } from './step-campaign.tsx'
import { StepDelivery } from './step-delivery.tsx'
import { StepSummary } from './step-summary.tsx'
import { StepWhen } from './step-when.tsx'
import { StepWhoSearch } from './step-who-search.tsx'
import { StepWhoSite } from './step-who-site.tsx'
import { type Start, useEditor } from './use-editor.ts'
import { usePrices } from './use-prices.ts'
import { type CampaignData, faultCount, type StepKey, stepOfFault } from './values.ts'

export type PriceOf = {
  clientUserId: string
  campaignId: string
  line: ProductLine
  saving: RefObject<(() => Promise<boolean>) | null>
}
export type EditorSlots = {
  /** Prices of a campaign are kept by another part of the application. */
  priceOf: (about: PriceOf) => ReactNode
  maySetPrices: boolean
  /** Where the lists are. */
  onDone: (line: ProductLine) => void
}

type Props = EditorSlots & {
  start: Start
  /** The step that is open first, where a link names one. */
  first: StepKey | undefined
  asks: { line: boolean; client: boolean }
  clientName: string
  agencyId: string | undefined
  onMade: (data: CampaignData) => void
}

/** Makes a campaign step by step, or changes one in any order. */
export function Editor({ start, first, asks, clientName, agencyId, onMade, priceOf, maySetPrices, onDone }: Props) {
  const editor = useEditor(start, onMade)
  const prices = usePrices(editor)
  const pricePlace = usePlace('part')
  const reviewPlace = usePlace('part')
  const savePrices = useRef<(() => Promise<boolean>) | null>(null)
  const isClient = roleOf(useMe()) === 'client'
  const root = useRef<HTMLDivElement>(null)
  const [hasMoved, setMoved] = useState(false)
  const [wanted, setWanted] = useState<{ key: StepKey; isFaulty?: boolean } | undefined>(first && { key: first })
  const [turn, setTurn] = useState(0)
  const { saved, line, values, faults, isSaving } = editor
  const wasSaved = start.saved !== null
  const nameOfClient = isClient ? '' : (saved?.companyName ?? prices.clientName ?? clientName)
  const today = dayIn(values.timeZone, timeNow())

  const { open } = editor
  useEffect(() => {
    if (!open) return
    setWanted({ ...open, isFaulty: true })
    setTurn((before) => before + 1)
  }, [open])
  useEffect(() => {
    if (turn === 0) return
    const timer = setTimeout(() => {
      const first = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      first?.focus({ preventScroll: true })
      // Not to the very top, where the bar of the page would hide it.
      first?.scrollIntoView({ block: 'center' })
    })
    return () => clearTimeout(timer)
  }, [turn])

  // A draft is saved on the way on; what was there before, or runs by now, changes only when somebody saves it.
  const savesByButton = wasSaved || (saved !== null && saved.status !== 'paused')

  const check = (step: StepKey) => async () => {
    const more = step === 'campaign' && !editor.companyId ? { client: 'Choose a client.' } : {}
    const isGood = editor.check(step, more)
    if (!isGood) setTurn((before) => before + 1)
    if (!isGood) return false
    // The last step saves by its own button, which must not do it twice.
    if (savesByButton || step === 'campaign' || step === 'summary') return true
    // What the server refuses marks the step that it is about, which need not be this one.
    return (await editor.save({ isQuiet: true })) || 'stay'
  }
  const jump = (key: StepKey) => {
    setMoved(true)
    setWanted({ key })
  }
  const step = (key: StepKey, label: string, content: ReactNode): WizardStep => ({
    key,
    label,
    content: <div key={key}>{content}</div>,
    check: check(key),
    isFaulty: Object.keys(faults).some((path) => stepOfFault(path) === key),
  })
  const shared = { editor, takesFocus: hasMoved }
  const steps: WizardStep[] = [
    step('campaign', 'Basics', <StepCampaign {...shared} asks={asks} agencyId={agencyId} />),
    step(
      'who',
      'Who',
      editor.isSearch ? (
        <StepWhoSearch {...shared} />
      ) : (
        <StepWhoSite {...shared} embed={saved && <EmbedPanel saved={saved} typed={editor.values} />} />
      ),
    ),
    step('when', 'When', <StepWhen {...shared} />),
    step('delivery', 'Data', <StepDelivery {...shared} isClient={isClient} />),
    ...(maySetPrices
      ? [
          {
            ...step(
              'price',
              'Price',
              <StepSection
                title="What does it cost?"
                takesFocus={hasMoved}
                description="These prices are for this campaign alone. They are saved on their own."
              >
                {saved && prices.clientUserId ? (
                  <PlaceContext value={pricePlace}>
                    {priceOf({ clientUserId: prices.clientUserId, campaignId: saved.id, line, saving: savePrices })}
                  </PlaceContext>
                ) : saved && prices.onRetryClient ? (
                  <ErrorState title="The prices could not be loaded" onRetry={prices.onRetryClient} />
                ) : (
                  <Text size="sm">{saved ? 'Loading' : 'Save the campaign first, then set its prices.'}</Text>
                )}
              </StepSection>,
            ),
            check: async () => (await savePrices.current?.()) ?? true,
            mayLeave: () => mayLeave(pricePlace),
          },
        ]
      : []),
    {
      ...step(
        'summary',
        'Review',
        <PlaceContext value={reviewPlace}>
          <StepSummary
            {...shared}
            clientName={nameOfClient}
            prices={prices}
            maySetPrices={maySetPrices}
            today={today}
            onStep={jump}
          />
        </PlaceContext>,
      ),
      mayLeave: () => mayLeave(reviewPlace),
      // What is saved is started by a button of its own, beside which the way out stands back.
      hasMainButton: saved !== null && !editor.isDirty,
    },
  ]
  const finish = async () => {
    const hadNothing = saved !== null && !editor.isDirty
    if (hadNothing) onDone(line)
    else await editor.save()
  }
  const { sideMenu } = useTenant()
  const lineName = useLines().nameOf(line)
  const list = saved || !asks.line ? findLineRoute(sideMenu, 'lineCampaignManagement', line) : undefined
  const faultTotal = faultCount(faults)
  return (
    <Page
      kind="table"
      title={saved ? saved.campaignName : 'New campaign'}
      trail={list ? [{ label: `${lineName} campaigns`, to: list.path }] : []}
      description={[lineName, nameOfClient, ...(saved ? [saved.campaignNumber] : [])].filter(Boolean).join(' · ')}
      action={
        savesByButton ? (
          <Button loading={isSaving} onClick={() => void editor.save()}>
            Save changes
          </Button>
        ) : undefined
      }
    >
      <div className={classes.page}>
        <Stack gap="md" ref={root}>
          {editor.draftAt !== undefined && editor.isDirty && (
            <Alert color="gray" title="What you typed before is still here">
              <Group gap="xs">
                <Text size="sm">
                  Kept in this browser <RelativeTime at={editor.draftAt} />, and not saved yet.
                </Text>
                <Anchor component="button" type="button" size="sm" onClick={editor.startOver}>
                  Start over
                </Anchor>
              </Group>
            </Alert>
          )}
          <ConflictNote editor={editor} />
          <VisuallyHidden role="alert">
            {faultTotal > 0 &&
              `${faultTotal === 1 ? 'One answer needs' : `${faultTotal} answers need`} your attention.`}
          </VisuallyHidden>
          <Wizard
            label="Campaign"
            tabWidth={104}
            steps={steps}
            {...(wasSaved && { reached: steps.length - 1 })}
            open={wanted}
            finishLabel={saved && !editor.isDirty ? 'Done' : 'Save'}
            onMove={() => setMoved(true)}
            onFinish={finish}
          />
          {saved && !wasSaved && saved.status === 'paused' && (
            <Text size="sm" c="dimmed">
              This draft is kept as a paused campaign: it stands in the list, nobody is looked for, and nothing is paid.
            </Text>
          )}
        </Stack>
        <EstimatePanel editor={editor} prices={prices} today={today} />
      </div>
    </Page>
  )
}
