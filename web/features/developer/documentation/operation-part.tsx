import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { curlOf } from './curl.ts'
import classes from './documentation.module.css'
import { FieldList } from './field-list.tsx'
import { Prose } from './prose.tsx'
import type { Operation } from './read-document.ts'
import { Trial } from './trial.tsx'

type Props = { operation: Operation; server: string }

/** One call: what it takes and answers, a command that makes it, and a form that tries it. */
export function OperationPart({ operation, server }: Props) {
  const { id, method, path, summary, scope, parameters, body, answer, answerExample, statuses } = operation
  return (
    <section aria-labelledby={id} className={classes.operation}>
      <h3 id={id} className={classes.heading}>
        {id}
      </h3>
      <Group gap="xs" className={classes.address}>
        <Badge variant="light">{method}</Badge>
        <Code className={classes.code}>{path}</Code>
      </Group>
      <p>
        <Prose text={summary} />
      </p>
      {scope && (
        <Text size="sm" c="dimmed">
          Scope <Code>{scope}</Code>
        </Text>
      )}
      <Stack gap="md" mt="md">
        <FieldList title="Takes" fields={[...parameters, ...body]} />
        <CodeBlock label={`${id} by curl`} code={curlOf(operation, server)} />
        {answerExample && <CodeBlock label={`${id} answers`} code={answerExample} />}
        <div>
          <Disclosure label="Fields of the answer">
            <FieldList title="Answers" fields={answer} showsRequired={false} />
          </Disclosure>
          <Disclosure label="Statuses">
            <dl className={classes.fields}>
              {statuses.map(({ status, description }) => (
                <div key={status} className={classes.field}>
                  <dt className={classes.name}>
                    <Code>{status === 'default' ? 'other' : status}</Code>
                  </dt>
                  <dd className={classes.meaning}>
                    <Prose text={description} />
                  </dd>
                </div>
              ))}
            </dl>
          </Disclosure>
          <Disclosure label={`Try ${id}`}>
            <Trial operation={operation} />
          </Disclosure>
        </div>
      </Stack>
    </section>
  )
}
