import { Box, Button, ScrollArea, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { UserData } from '../../api/session-store.ts'
import type { Input } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { type DocumentAsked, DocumentSection } from './document-section.tsx'

const failed = 'Something went wrong, please try again later'
/** The text has the focus when the dialog opens, so that the keys move through it. */
const readFirst = { tabIndex: 0, 'data-autofocus': true }

type Props = {
  user: UserData
  feature: { id: Input<'documents.agreeFeature'>['featureId']; name: string; document: DocumentAsked }
} & (
  | {
      /** Where a person goes who opened the page directly and does not agree. */
      dashboard: string
      onLeave?: undefined
      onAgreed?: undefined
    }
  /** For what is no page: it is told what was answered, and where people are does not change. */
  | { dashboard?: undefined; onLeave: () => void; onAgreed: () => void }
)

/** Asks for the agreement to a feature before its page is used; who does not agree goes back to where they came from. */
export default function FeatureAgreement({ user, feature, dashboard, onLeave, onAgreed }: Props) {
  const { data, error } = useCall('documents.featureAgreement', { userId: user.id, featureId: feature.id })
  const { send, sending } = useSend('documents.agreeFeature')
  const { key } = useLocation()
  const navigate = useNavigate()
  const [hasAgreed, setAgreed] = useState(false)
  const isLeaving = useRef(false)

  const leave = () => {
    if (isLeaving.current) return
    isLeaving.current = true
    if (onLeave) return onLeave()
    // The first page of a visit has no page before it.
    if (key === 'default') navigate(dashboard ?? '/', { replace: true })
    else navigate(-1)
  }
  const fail = () => {
    notify('danger', failed)
    leave()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the failure itself is told, once.
  useEffect(() => {
    if (error) fail()
  }, [error])
  const isAgreed = hasAgreed || data?.status === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the agreement itself is told, once.
  useEffect(() => {
    if (isAgreed) onAgreed?.()
  }, [isAgreed])

  const agree = async () => {
    try {
      await send({
        featureId: feature.id,
        featureName: feature.name,
        userId: user.id,
        isMarketingServicesAgreementFeature: true,
        companyName: user.companyName,
        companyId: user.companyId,
        locationMenu: feature.name,
        ...(data && { version: data.version }),
      })
      setAgreed(true)
    } catch {
      fail()
    }
  }

  return (
    <Dialog
      opened={data?.status === false && !hasAgreed}
      onClose={leave}
      title="Service Agreement"
      size="lg"
      actions={
        <>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button onClick={() => void agree()} loading={sending}>
            I agree
          </Button>
        </>
      }
    >
      <Text size="sm" mb="md">
        Please read and accept this agreement before you use {feature.name}.
      </Text>
      <ScrollArea.Autosize mah="50vh" type="auto" offsetScrollbars viewportProps={readFirst}>
        <Box pe="xs">
          <DocumentSection name={feature.document} order={2} />
        </Box>
      </ScrollArea.Autosize>
    </Dialog>
  )
}
