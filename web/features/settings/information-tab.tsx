import { Stack } from '@mantine/core'
import { type InformationKind, informationKinds } from '#shared/model/information-type.ts'
import { useCall } from '../../api/use-call.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { InformationForm } from './information-form.tsx'

function Kind({ kind, mayChange }: { kind: InformationKind; mayChange: boolean }) {
  const found = useCall('settings.informationTypes', { type: kind })
  const { data, reload } = found
  if (data)
    return (
      <InformationForm
        kind={kind}
        saved={{ types: data.data, removed: data.removed, revision: data.revision }}
        mayChange={mayChange}
        onReload={() => void reload()}
      />
    )
  return <NotYet of={found} title="This list could not be loaded" rows={8} height={16} />
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
