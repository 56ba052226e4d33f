import { Code, Text } from '@mantine/core'
import classes from './documentation.module.css'
import { Prose } from './prose.tsx'
import type { Field } from './read-document.ts'

type Props = { title: string; fields: readonly Field[]; showsRequired?: boolean }

/** Names, types and meanings of fields. */
export function FieldList({ title, fields, showsRequired = true }: Props) {
  if (fields.length === 0) return null
  return (
    <div>
      <h4 className={classes.small}>{title}</h4>
      <dl className={classes.fields}>
        {fields.map(({ name, place, type, values, isRequired, description }) => (
          <div key={`${place} ${name}`} className={classes.field}>
            <dt className={classes.name}>
              <Code className={classes.code}>{name}</Code>
              <Text span size="xs" c="dimmed">
                {type}
                {place !== 'body' && `, ${place}`}
                {showsRequired && isRequired && ', required'}
              </Text>
            </dt>
            <dd className={classes.meaning}>
              {description && <Prose text={description} />}
              {values.length > 0 && (
                <Text component="div" size="xs" c="dimmed">
                  One of {values.join(', ')}
                </Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
