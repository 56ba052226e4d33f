import { Badge, Code, Group, Stack } from '@mantine/core'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import classes from './documentation.module.css'
import { FieldList } from './field-list.tsx'
import { Prose } from './prose.tsx'
import type { Operation } from './read-document.ts'

/** One event that receivers are told of. */
export function WebhookPart({ event }: { event: Operation }) {
  const { id, path, method, summary, description, parameters, body, bodyExample, samples } = event
  return (
    <section aria-labelledby={id} className={classes.operation}>
      <h3 id={id} className={classes.heading}>
        {path}
      </h3>
      <Group gap="xs" className={classes.address}>
        <Badge variant="light">{method}</Badge>
        <Code className={classes.code}>your address</Code>
      </Group>
      <p>
        <Prose text={`${summary} ${description}`} />
      </p>
      <Stack gap="md" mt="md">
        <CodeBlock label={`A letter of ${path}`} code={bodyExample} />
        <Disclosure label="Fields of the letter">
          <FieldList title="The body" fields={body} showsRequired={false} />
        </Disclosure>
        <FieldList title="Headers" fields={parameters} />
        {samples.map(({ label, source }) => (
          <CodeBlock key={label} label={`Check a letter of ${path} in ${label}`} code={source} />
        ))}
      </Stack>
    </section>
  )
}
