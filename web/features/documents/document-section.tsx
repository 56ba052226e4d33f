import { Text, Title } from '@mantine/core'
import type { Input } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DocumentView } from '../../ui/document-view.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'

export type DocumentAsked = Input<'documents.get'>['name']

type Props = {
  name: DocumentAsked
  /** Of the title: 1 for a page of its own, 2 inside a dialog or under another document. */
  order?: 1 | 2
}

/** A document under its own title, or why it cannot be read. */
export function DocumentSection({ name, order = 1 }: Props) {
  const { data, error, isValidating, reload } = useCall('documents.get', { name })
  if (data) {
    return (
      <section>
        <Title order={order}>{data.title}</Title>
        <Text size="sm" c="dimmed" mb="lg">
          Version {data.version}, last changed <DateTime at={data.updatedAt} />
        </Text>
        <DocumentView blocks={data.blocks} />
      </section>
    )
  }
  if (!error) return <SkeletonLines rows={12} height={14} label="Loading the document" />
  return (
    <ErrorState
      title="Document Not Available"
      isPage={order === 1}
      retryLabel="Try Again"
      onRetry={() => void reload()}
      retrying={isValidating}
    >
      The document you are trying to access may be missing or temporarily unavailable.
    </ErrorState>
  )
}
