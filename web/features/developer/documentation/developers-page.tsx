import '../../../theme/styles-rest.css'
import { Anchor, Paper, Text, Title } from '@mantine/core'
import { Fragment, useEffect, useMemo } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotYet } from '../../../ui/not-yet.tsx'
import classes from './documentation.module.css'
import { guide, webhookGuide } from './guide.tsx'
import { OperationPart } from './operation-part.tsx'
import { Prose } from './prose.tsx'
import { type ApiDocument, readDocument } from './read-document.ts'
import { TokenField, TokenProvider } from './token.tsx'
import { WebhookPart } from './webhook-part.tsx'

const WEBHOOKS = 'Webhooks'

type Entry = { id: string; title: string; isBelow?: boolean }

const entriesOf = ({ operations, webhooks }: ApiDocument): Entry[] => [
  ...guide,
  { id: 'calls', title: 'Calls' },
  ...operations.map(({ id }) => ({ id, title: id, isBelow: true })),
  { id: 'webhooks', title: WEBHOOKS },
  ...webhooks.map(({ id, path }) => ({ id, title: path, isBelow: true })),
  { id: 'changes', title: 'Changes' },
]

function Contents({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={classes.entries}>
      {entries.map(({ id, title, isBelow }) => (
        <li key={id} data-below={isBelow}>
          <Anchor href={`#${id}`} size="sm">
            {title}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

/** How programs of an agency use the developer API, read from its document. For anybody, under the brand of the host. */
export default function DevelopersPage() {
  const found = useCall('public.developerDocument', {})
  const { data } = found
  const document = useMemo(() => data && readDocument(data), [data])
  if (!document) return <NotYet of={found} title="The documentation could not be loaded" rows={12} height={16} />
  return (
    <TokenProvider>
      <Documentation document={document} />
    </TokenProvider>
  )
}

function Documentation({ document }: { document: ApiDocument }) {
  const entries = entriesOf(document)
  const { title, description, server, operations, webhooks, tags, changes } = document
  // A link to a part is followed once the part is there.
  useEffect(() => {
    const asked = location.hash.slice(1)
    if (asked) globalThis.document.getElementById(asked)?.scrollIntoView()
  }, [])
  return (
    <div className={classes.page}>
      <nav aria-label="Contents" className={classes.side}>
        <Contents entries={entries} />
      </nav>
      <Paper component="article" className={classes.text}>
        <Title order={1}>{title}</Title>
        <p>
          <Prose text={description} />
        </p>
        <div className={classes.folded}>
          <Disclosure label="Contents">
            <Contents entries={entries} />
          </Disclosure>
        </div>
        {guide.map(({ id, title, content }) => (
          <section key={id} aria-labelledby={id} className={classes.part}>
            <h2 id={id} className={classes.heading}>
              {title}
            </h2>
            {content(document)}
          </section>
        ))}
        <section aria-labelledby="calls" className={classes.part}>
          <h2 id="calls" className={classes.heading}>
            Calls
          </h2>
          <TokenField />
          {tags.map(({ name, description }) => (
            <Fragment key={name}>
              {operations
                .filter(({ tag }) => tag === name)
                .map((operation, at) => (
                  <Fragment key={operation.id}>
                    {at === 0 && (
                      <Text className={classes.tag}>
                        <b>{name}</b> {description}
                      </Text>
                    )}
                    <OperationPart operation={operation} server={server} />
                  </Fragment>
                ))}
            </Fragment>
          ))}
        </section>
        <section aria-labelledby="webhooks" className={classes.part}>
          <h2 id="webhooks" className={classes.heading}>
            {WEBHOOKS}
          </h2>
          {webhookGuide(document)}
          {webhooks.map((event) => (
            <WebhookPart key={event.id} event={event} />
          ))}
        </section>
        <section aria-labelledby="changes" className={classes.part}>
          <h2 id="changes" className={classes.heading}>
            Changes
          </h2>
          <p>Fields and calls may be added at any time. What is to go is told here half a year before.</p>
          <ul>
            {changes.map(({ date, text }) => (
              <li key={`${date} ${text}`}>
                <time dateTime={date}>{date}</time>: {text}
              </li>
            ))}
          </ul>
        </section>
      </Paper>
    </div>
  )
}
