import { Button, Checkbox, Group, Radio, Text, Textarea } from '@mantine/core'
import { NOTE_MAX, type Question } from '#shared/questionnaire.ts'
import type { Values } from './values.ts'

type Answers = Values['answers']
type Props = {
  questions: readonly Question[]
  answers: Answers
  error: string | undefined
  onChange: (answers: Answers) => void
}

const listOf = (answer: string | string[] | undefined): string[] =>
  answer === undefined ? [] : Array.isArray(answer) ? answer : [answer]
const textOf = (answer: string | string[] | undefined): string => listOf(answer).join(', ')

/** Questions that may all be left open. Answers to others, which came another way, stay as they are. */
export function Questions({ questions, answers, error, onChange }: Props) {
  const answer = (id: string, given: string | string[]) => {
    const { [id]: _, ...others } = answers
    onChange(given.length === 0 ? others : { ...others, [id]: given })
  }
  const fieldOf = ({ id, text, kind, answers: offered }: Question) => {
    const given = answers[id]
    switch (kind) {
      case 'one':
        return (
          <Radio.Group key={id} label={text} value={textOf(given)} onChange={(chosen) => answer(id, chosen)}>
            <Group gap="md" mt="xs">
              {offered.map((each) => (
                <Radio key={each.id} value={each.id} label={each.text} />
              ))}
              {given !== undefined && (
                <Button variant="subtle" size="compact-xs" aria-label={`Clear: ${text}`} onClick={() => answer(id, '')}>
                  Clear
                </Button>
              )}
            </Group>
          </Radio.Group>
        )
      case 'many':
        return (
          <Checkbox.Group key={id} label={text} value={listOf(given)} onChange={(chosen) => answer(id, chosen)}>
            <Group gap="md" mt="xs">
              {offered.map((each) => (
                <Checkbox key={each.id} value={each.id} label={each.text} />
              ))}
            </Group>
          </Checkbox.Group>
        )
      case 'text':
        return (
          <Textarea
            key={id}
            label={text}
            rows={3}
            dir="auto"
            maxLength={NOTE_MAX}
            value={textOf(given)}
            onChange={({ currentTarget }) => answer(id, currentTarget.value)}
          />
        )
      default:
        return kind satisfies never
    }
  }
  return (
    <>
      {questions.map(fieldOf)}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </>
  )
}
