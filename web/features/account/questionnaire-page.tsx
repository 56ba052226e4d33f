import { Button, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { type Question, questions } from '#shared/questionnaire.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'

const wordsOf = ({ kind, answers }: Question, given: readonly string[]) =>
  kind === 'text' ? given.join() : given.map((id) => answers.find((answer) => answer.id === id)?.text ?? id).join(', ')

/** What the company answered, for the person who looks it up. */
export default function QuestionnairePage() {
  const { id } = useMe()
  const { data, error, isValidating, reload } = useCall('account.questionnaire', { userId: id })
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
      {!data && !error && <SkeletonLines rows={6} height={20} />}
      {!data && error !== undefined && (
        <ErrorState title="The answers could not be loaded" onRetry={() => void reload()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      )}
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
