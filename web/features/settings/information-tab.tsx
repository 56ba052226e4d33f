import { Stack } from '@mantine/core'
import { type InformationKind, informationKinds } from '#shared/model/information-type.ts'
import { messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { InformationForm } from './information-form.tsx'

function Kind({ kind, mayChange }: { kind: InformationKind; mayChange: boolean }) {
  const { data, error, reload } = useCall('settings.informationTypes', { type: kind })
  if (data)
    return (
      <InformationForm
        kind={kind}
        saved={{ types: data.data, removed: data.removed, revision: data.revision }}
        mayChange={mayChange}
        onReload={() => void reload()}
      />
    )
  if (!error) return <SkeletonLines rows={8} height={16} />
  return (
    <ErrorState title="This list could not be loaded" onRetry={() => void reload()}>
      {messageOf(error)}
    </ErrorState>
  )
}

/** The kinds of information that campaigns of the platform can ask for, each list saved by itself. */
export default function InformationTab({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack gap="lg">
      {informationKinds.map((kind) => (
        <Kind key={kind} kind={kind} mayChange={mayChange} />
      ))}
    </Stack>
  )
}
