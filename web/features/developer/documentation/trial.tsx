import { Badge, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { type TrialAnswer, tryCall } from '../../../api/try-call.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { addressOf } from './curl.ts'
import classes from './documentation.module.css'
import type { Field, Operation } from './read-document.ts'
import { useToken } from './token.tsx'

const KEY = 'Idempotency-Key'

/** Sends a call to this host as the reader fills it in, and shows what came. */
export function Trial({ operation }: { operation: Operation }) {
  const { token, setToken } = useToken()
  const { id, method, parameters, bodyExample, isOpen } = operation
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(bodyExample)
  const [answer, setAnswer] = useState<TrialAnswer>()
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const put = (name: string) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const missing = parameters.filter(({ name, isRequired }) => isRequired && name !== KEY && !values[name]?.trim())

  const send = async () => {
    setFault('')
    setAnswer(undefined)
    if (!isOpen && !token) return setFault('Enter a token above first.')
    if (missing.length > 0) return setFault(`Enter ${missing.map(({ name }) => name).join(', ')}.`)
    setSending(true)
    try {
      const needsKey = parameters.some(({ name }) => name === KEY)
      const path = addressOf(operation, values)
      const came = await tryCall({
        method,
        path,
        token: isOpen ? '' : token,
        ...(bodyExample && { body }),
        ...(needsKey && { idempotencyKey: values[KEY] || crypto.randomUUID() }),
      })
      setAnswer(came)
      if (came.token) setToken(came.token)
    } catch (error) {
      setFault(messageOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="sm">
        {parameters.map((field) => (
          <Value key={field.name} field={field} value={values[field.name] ?? ''} onChange={put(field.name)} />
        ))}
        {bodyExample && (
          <Textarea
            label="Body"
            rows={Math.min(16, bodyExample.split('\n').length + 1)}
            resize="vertical"
            spellCheck={false}
            classNames={{ input: classes.typed }}
            value={body}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
          />
        )}
        <Group gap="sm">
          <Button type="submit" size="sm" variant="default" loading={isSending}>
            Send
          </Button>
          <Text size="sm" c="red" role="alert">
            {fault}
          </Text>
        </Group>
        <div role="status">
          {answer && (
            <Stack gap="xs">
              <Group gap="xs">
                <Badge color={answer.status < 400 ? 'green' : 'red'} variant="light">
                  {answer.status}
                </Badge>
                {answer.token && <Text size="sm">The other calls use this token now.</Text>}
              </Group>
              <CodeBlock
                label={`Headers that ${id} answered`}
                code={answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
              />
              <CodeBlock label={`What ${id} answered`} code={answer.body} />
            </Stack>
          )}
        </div>
      </Stack>
    </form>
  )
}

type ValueProps = { field: Field; value: string; onChange: (value: string) => void }

function Value({ field: { name, values, isRequired, example }, value, onChange }: ValueProps) {
  if (values.length > 0)
    return (
      <Select
        label={name}
        data={values}
        value={value || null}
        clearable={!isRequired}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  return (
    <TextInput
      label={name}
      required={isRequired && name !== KEY}
      placeholder={name === KEY ? 'Made for you' : example}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
