import { Button, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { type Question, questions } from '#shared/questionnaire.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

const wordsOf = ({ kind, answers }: Question, given: readonly string[]) =>
  kind === 'text' ? given.join() : given.map((id) => answers.find((answer) => answer.id === id)?.text ?? id).join(', ')

/** What the company answered, for the person who looks it up. */
export default function QuestionnairePage() {
  const { id } = useMe()
  const found = useCall('account.questionnaire', { userId: id })
  const { data } = found
  const toForm = (label: string) => (
    <Button component={Link} to={pathTo('questionnaireAdd')} variant={data?.answeredAt ? 'default' : 'filled'}>
      {label}
    </Button>
  )
  return (
    <Page
      kind="form"
      title="Questionnaire"
      description="What your company wants to reach."
      action={data?.answeredAt && toForm('Change answers')}
    >
      <NotYet of={found} title="The answers could not be loaded" rows={6} height={20} />
      {data && !data.answeredAt && (
        <EmptyState title="Not answered yet" drawing="list" action={toForm('Answer the questionnaire')}>
          Six questions tell us how to help you best.
        </EmptyState>
      )}
      {data?.answeredAt && (
        <Paper p="lg">
          <Stack gap="md" component="dl" m={0}>
            {questions.map((question) => (
              <div key={question.id}>
                <Text component="dt" size="sm" fw={500}>
                  {question.text}
                </Text>
                <Text component="dd" size="sm" m={0}>
                  {wordsOf(question, data.answers[question.id] ?? []) || '—'}
                </Text>
              </div>
            ))}
          </Stack>
          <Text size="xs" c="dimmed" mt="md">
            {data.answeredBy} <RelativeTime at={data.answeredAt} />
          </Text>
        </Paper>
      )}
    </Page>
  )
}
