import { Anchor, Text } from '@mantine/core'
import classes from './editor.module.css'
import { EmbedPanel } from './embed-panel.tsx'
import { Part, StepSection } from './section.tsx'
import { StartPanel } from './start-panel.tsx'
import { sentencesOf } from './summary-words.ts'
import { TestLead } from './test-lead.tsx'
import { ToolsPanel } from './tools-panel.tsx'
import type { EditorState } from './use-editor.ts'
import type { StepKey } from './values.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

type Props = {
  editor: EditorState
  takesFocus: boolean
  clientName: string
  onStep: (step: StepKey) => void
}

const changeWords: Partial<Record<StepKey, string>> = {
  who: 'Change who',
  when: 'Change when',
  delivery: 'Change the delivery',
}

/** The campaign in words, and what can be done with it. */
export function StepSummary({ editor, takesFocus, clientName, onStep }: Props) {
  const { values, line, saved } = editor
  const sentences = sentencesOf(values, line)
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
          title={{ who: 'Who', when: 'When', delivery: 'Delivery' }[step]}
          action={
            <Anchor
              component="button"
              type="button"
              size="sm"
              aria-label={changeWords[step]}
              onClick={() => onStep(step)}
            >
              Change
            </Anchor>
          }
        >
          <ul className={classes.sentences}>
            {sentences
              .filter((each) => each.step === step)
              .map(({ text }) => (
                <li key={text} dir="auto">
                  <Text size="sm">{text}</Text>
                </li>
              ))}
          </ul>
        </Part>
      ))}
      {saved && line === 'local' && (
        <Part title="The code on your site">
          <EmbedPanel saved={saved} typed={editor.values} />
        </Part>
      )}
      {saved && (
        <Part title="Where leads go">
          <ToolsPanel saved={saved} />
          <WebhooksPanel saved={saved} />
        </Part>
      )}
      {saved && <TestLead saved={saved} />}
      {saved && <StartPanel editor={editor} saved={saved} onStep={onStep} />}
    </StepSection>
  )
}
