import { Checkbox, Radio, Stack, Textarea } from '@mantine/core'
import { NOTE_MAX, type Question } from '#shared/questionnaire.ts'

type Props = {
  question: Question
  given: readonly string[]
  error: string | undefined
  onChange: (given: string[]) => void
}

/** One question in the form that its kind asks for. */
export function QuestionField({ question, given, error, onChange }: Props) {
  const common = { label: question.text, error, withAsterisk: !question.isOptional }
  return <div data-question={question.id}>{fieldOf()}</div>

  function fieldOf() {
    switch (question.kind) {
      case 'one':
        return (
          <Radio.Group {...common} name={question.id} value={given[0] ?? ''} onChange={(id) => onChange([id])}>
            <Stack gap="xs" mt="xs">
              {question.answers.map(({ id, text }) => (
                <Radio key={id} value={id} label={text} />
              ))}
            </Stack>
          </Radio.Group>
        )
      case 'many':
        return (
          <Checkbox.Group {...common} value={[...given]} onChange={onChange}>
            <Stack gap="xs" mt="xs">
              {question.answers.map(({ id, text }) => (
                <Checkbox key={id} value={id} label={text} />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      case 'text':
        return (
          <Textarea
            {...common}
            rows={4}
            maxLength={NOTE_MAX}
            value={given[0] ?? ''}
            onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? [] : [currentTarget.value])}
          />
        )
      default:
        return question.kind satisfies never
    }
  }
}
