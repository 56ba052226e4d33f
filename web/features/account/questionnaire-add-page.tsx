import { Button, Group, Paper, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { type Answers, answerFaults, questions } from '#shared/questionnaire.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { refreshMe } from '../../api/session.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { QuestionField } from './question-field.tsx'

/** The form begins with what was answered before. */
export default function QuestionnaireAddPage() {
  const { id } = useMe()
  const found = useCall('account.questionnaire', { userId: id })
  const { data } = found
  return (
    <Page kind="form" title="Questionnaire" description="Your answers help us to set things up for you.">
      <NotYet of={found} title="The questionnaire could not be loaded" rows={8} height={20} />
      {data && <QuestionnaireForm userId={id} before={data.answers} />}
    </Page>
  )
}

function QuestionnaireForm({ userId, before }: { userId: string; before: Answers }) {
  const [answers, setAnswers] = useState<Answers>(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { send, sending } = useSend('account.saveQuestionnaire')
  const settle = useLeaveGuard(JSON.stringify(answers) !== JSON.stringify(before))
  const navigate = useNavigate()

  const show = (faults: Record<string, string>) => {
    setErrors(faults)
    const first = questions.find(({ id }) => faults[id])
    if (first) document.querySelector<HTMLElement>(`[data-question="${first.id}"] :is(input, textarea)`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const faults = answerFaults(answers)
    if (Object.keys(faults).length > 0) return show(faults)
    try {
      const given = Object.entries(answers).map(([question, chosen]) => [question, [...chosen]])
      const { message } = await send({ userId: userId, answers: Object.fromEntries(given) })
      settle()
      await refreshMe()
      notify('success', message)
      navigate(pathTo('questionnaire'))
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) show(error.fields)
      else notify('danger', messageOf(error))
    }
  }

  return (
    <Paper component="form" p="lg" noValidate onSubmit={submit} aria-label="Questionnaire">
      <Stack gap="lg">
        {questions.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            given={answers[question.id] ?? []}
            error={errors[question.id]}
            onChange={(given) => {
              setAnswers({ ...answers, [question.id]: given })
              setErrors({ ...errors, [question.id]: '' })
            }}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button component={Link} to={pathTo('questionnaire')} variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Save answers
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
