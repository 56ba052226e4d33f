import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx'
import { TryAgain } from '../../../ui/try-again.tsx'
import classes from './editor.module.css'
import { EmbedPanel } from './embed-panel.tsx'
import { Part, StepSection } from './section.tsx'
import { StartPanel } from './start-panel.tsx'
import { limitText, priceSentencesOf, sentencesOf } from './summary-words.ts'
import { TestLead } from './test-lead.tsx'
import type { EditorState } from './use-editor.ts'
import type { Prices } from './use-prices.ts'
import type { StepKey } from './values.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

// What only a campaign that is saved has, at the end of its editor.
const ToolsPanel = lazy(async () => ({ default: (await import('./tools-panel.tsx')).ToolsPanel }))

type Props = {
  editor: EditorState
  takesFocus: boolean
  clientName: string
  prices: Prices
  maySetPrices: boolean
  /** By the calendar of the campaign. */
  today: string
  onStep: (step: StepKey) => void
}

const changeWords: Partial<Record<StepKey, string>> = {
  who: 'Change who',
  when: 'Change when',
  delivery: 'Change the delivery',
  price: 'Change the price',
}

const ChangeLink = ({ step, onStep }: { step: StepKey } & Pick<Props, 'onStep'>) => (
  <Anchor component="button" type="button" size="sm" aria-label={changeWords[step]} onClick={() => onStep(step)}>
    Change
  </Anchor>
)

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <ul className={classes.sentences}>
    {texts.map((text) => (
      <li key={text} dir="auto">
        <Text size="sm">{text}</Text>
      </li>
    ))}
  </ul>
)

function PriceWords({ prices: { price, isSet, onRetry }, editor, today }: Pick<Props, 'prices' | 'editor' | 'today'>) {
  if (price && isSet) return <Sentences texts={priceSentencesOf(price, editor.values.informationType, today)} />
  return (
    <Text size="sm" c="dimmed" component="div">
      {onRetry && <TryAgain onRetry={onRetry}>The price could not be loaded.</TryAgain>}
      {!onRetry && (isSet ? 'Loading' : 'Nobody has set a price for this product yet.')}
    </Text>
  )
}

/** The campaign in words, and what can be done with it. */
export function StepSummary({ editor, takesFocus, clientName, prices, maySetPrices, today, onStep }: Props) {
  const { values, line, saved } = editor
  const { price, isSet } = prices
  const sentences = sentencesOf(values, line)
  if (price && isSet) sentences.push({ step: 'when', text: `Limit of leads: ${limitText(price, today)}.` })
  return (
    <StepSection
      title="Summary"
      takesFocus={takesFocus}
      description={saved ? 'Read it once more.' : 'Read it once more, then save it. It is paused until you start it.'}
    >
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {/* Names of two directions stay apart from the words between them. */}
        <bdi>{values.campaignName}</bdi>
        {clientName && (
          <>
            {' for '}
            <bdi>{clientName}</bdi>
          </>
        )}
      </Text>
      {(['who', 'when', 'delivery'] as const).map((step) => (
        <Part
          key={step}
          title={{ who: 'Who', when: 'When, and how many', delivery: 'Delivery' }[step]}
          action={<ChangeLink step={step} onStep={onStep} />}
        >
          <Sentences texts={sentences.filter((each) => each.step === step).map(({ text }) => text)} />
        </Part>
      ))}
      <Part title="Price" action={maySetPrices && <ChangeLink step="price" onStep={onStep} />}>
        <PriceWords prices={prices} editor={editor} today={today} />
      </Part>
      {saved && line === 'local' && (
        <Part title="The code on your site">
          <EmbedPanel saved={saved} typed={editor.values} />
        </Part>
      )}
      {saved && (
        <Part title="Where leads go">
          <Suspense fallback={<SkeletonLines rows={2} height={38} />}>
            <ToolsPanel saved={saved} />
          </Suspense>
          <WebhooksPanel saved={saved} />
        </Part>
      )}
      {saved && <TestLead saved={saved} />}
      {saved && <StartPanel editor={editor} saved={saved} onStep={onStep} />}
    </StepSection>
  )
}
